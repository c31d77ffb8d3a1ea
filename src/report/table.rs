//! Tables of text.

use comfy_table::{CellAlignment, Table, presets};

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
