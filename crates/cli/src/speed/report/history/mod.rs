//! A history of measurements: a table, pictures, and the formats of other programs.

mod export;
mod otava;
mod page;
mod plot;
mod table;

pub(crate) use export::{history_as_csv, history_for_bencher, history_for_benchmark_action};
pub(crate) use otava::history_for_otava;
pub(crate) use page::history_page;
pub(crate) use plot::history_plot;
pub(crate) use table::{history_as_json, history_table};
