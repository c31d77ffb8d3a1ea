//! Tables.

use comfy_table::{CellAlignment, Table, presets};

/// An empty table with this head: the first column to the left, the others to the right.
#[must_use]
pub fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(head);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
