//! Measures how fast backends count, compares them in pairs, checks bounds, and keeps histories.
//!
//! Invariants: every backend is measured as a process of its own. Its counts are verified before its times are
//! used. Every speed carries the signature of its work; speeds of different work, or times of different
//! machines, are never compared. An error does not discard the figures measured before it. This room knows no
//! rule and does not print.

mod counters;
mod error;
mod gate;
mod history;
mod instructions;
mod machine;
mod measure;
mod meter;
mod pairs;
mod plan;
pub(crate) mod report;
mod subject;

pub(crate) use error::SpeedError;
pub(crate) use gate::{Bound, Bounds, JudgedBound, Judgement, draft, hold_instructions, hold_ratio};
#[cfg(test)]
pub(crate) use history::entry;
pub(crate) use history::{Entry, Metric, Series, series};
pub(crate) use instructions::{instructions, tool};
pub(crate) use machine::Machine;
pub(crate) use measure::{FORMAT, Figures, MeasureEvent, MeasureOptions, Measurement, VERSION, measure};
pub(crate) use pairs::{CompareSettings, Confidence, Estimate, Finding, RoundEnd, SpeedComparison, compare};
pub(crate) use subject::Subject;
pub(crate) use vperft::inner::corpus::bench::{Signature, Unit};
