//! The known mistakes that explain wrong answers.
//!
//! `diagnose` and `identify` find the mistakes of a backend and the readings that it follows, `totals` those behind a wrong count, and
//! `causes` sorts many differences. `propose` finds cases that notice the mistakes of a variant with data, and `slips` are those of
//! single tables and conditions.

pub mod causes;
pub mod diagnose;
pub mod identify;
pub mod propose;
pub mod slips;
pub mod totals;
