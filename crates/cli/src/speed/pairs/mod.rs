//! Compares the speed of two programs by interleaved pairs and their statistics.

mod compare;
mod finding;
mod statistics;

pub(crate) use compare::{CompareObserver, CompareSettings, RoundEnd, SpeedComparison, compare};
pub(crate) use finding::{Confidence, Finding, found};
pub(crate) use statistics::{Estimate, estimate, sign_test};
