//! Compares the speed of two programs: interleaved pairs, their statistics, what can be said.

mod compare;
mod finding;
mod statistics;

pub(crate) use compare::{CompareObserver, Compared, Question, RoundEnd, compare};
pub(crate) use finding::{Finding, Sure, found};
pub(crate) use statistics::{Estimate, estimate, sign_test};
