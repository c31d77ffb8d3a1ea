//! Speeds as text, Markdown and JSON.

mod compared;
mod gate;
mod history;
mod measured;
mod number;

pub(crate) use compared::{compared_speeds, compared_speeds_as_json, compared_speeds_in_markdown, speedup};
pub(crate) use gate::{gate_as_json, gate_end, gate_in_markdown, judged};
pub(crate) use history::{
    history_as_csv, history_as_json, history_for_bencher, history_for_benchmark_action, history_for_otava,
    history_page, history_plot, history_table,
};
pub(crate) use measured::{measured_as_json, measured_foot, measured_head, measured_row};
