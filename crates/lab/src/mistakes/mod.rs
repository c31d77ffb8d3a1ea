//! The known mistakes that explain wrong answers.
//!
//! `known` lists what can be wrong, and `slips` what in the moves of one kind of piece. `diagnose` and `identify` find the mistakes of a
//! backend and the readings that it follows, `totals` those behind a wrong count, and `causes` sorts many differences.

pub mod causes;
pub mod diagnose;
pub mod identify;
pub(crate) mod known;
pub mod slips;
pub mod totals;
