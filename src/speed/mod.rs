//! How fast backends count: measured, compared in pairs, held to bounds, and followed over time.
//!
//! Invariants: what is measured is a process of its own, whatever kind of backend it is; every count is held against what it must
//! come to before any time is looked at; no speed stands without the signature of the work it is of, and none is compared with
//! one of other work or, in time, of another machine; what was known before something went wrong is not lost. This module knows
//! no rule, and not who prints.

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
mod subject;

pub(crate) use crate::corpus::bench::{Signature, Unit};
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
