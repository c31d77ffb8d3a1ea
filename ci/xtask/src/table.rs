//! Markdown tables that are printed row by row, as an experiment may run for an hour.

use std::fmt::Display;

/// Prints the head of a table. Columns whose name starts with `>` are aligned right.
pub fn print_head(columns: &[&str]) {
    print_row(&columns.iter().map(|column| column.trim_start_matches('>')).collect::<Vec<_>>());
    print_row(
        &columns.iter().map(|column| if column.starts_with('>') { "--:" } else { "---" }).collect::<Vec<_>>(),
    );
}

/// Prints a row of a table.
pub fn print_row<T: Display>(cells: &[T]) {
    let cells: Vec<String> = cells.iter().map(T::to_string).collect();
    println!("| {} |", cells.join(" | "));
}

/// Prints a row whose cells have different types.
macro_rules! row {
    ($($cell:expr),+ $(,)?) => { $crate::table::print_row(&[$($cell.to_string()),+]) };
}
pub(crate) use row;
