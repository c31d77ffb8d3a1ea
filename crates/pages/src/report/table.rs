//! Tables of text.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// An empty table with these columns: words on the left, numbers on the right.
#[must_use]
pub fn table(words: &[&str], numbers: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(words.iter().chain(numbers));
    for column in table.column_iter_mut().skip(words.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The text of a table within a width. A table that is too wide has less space between its columns; if that is not
/// enough, cells are wrapped.
#[must_use]
pub fn fitted(mut table: Table, width: usize) -> String {
    let fits = |text: &str| text.lines().all(|line| line.chars().count() <= width);
    let text = table.trim_fmt();
    if fits(&text) {
        return text;
    }
    table.column_iter_mut().for_each(|column| {
        column.set_padding((0, 1));
    });
    let text = table.trim_fmt();
    if fits(&text) {
        return text;
    }
    let width = u16::try_from(width).unwrap_or(u16::MAX);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width).trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn tables_fit_the_width() {
        let rows = || {
            let mut table = table(&["variant", "readings"], &["nodes"]);
            table.add_row(["vanguard", "either, orthogonal-first, diagonal-first", "1322971"]);
            table
        };
        let widest = |text: &str| text.lines().map(|line| line.chars().count()).max();
        assert_eq!(fitted(rows(), 100), rows().trim_fmt());
        for width in [60, 58, 55, 40] {
            let text = fitted(rows(), width);
            assert!(widest(&text) <= Some(width), "{width}\n{text}");
            assert!(text.contains("vanguard") && text.contains("1322971"), "{width}\n{text}");
        }
    }
}
