//! Speeds, for people and for programs.

mod compared;
mod gate;
mod measured;
mod number;

pub(crate) use compared::{compared_speeds, compared_speeds_as_json, speedup};
pub(crate) use gate::{gate_as_json, gate_end, judged};
pub(crate) use measured::{measured_as_json, measured_foot, measured_head, measured_row};
