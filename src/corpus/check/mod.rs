//! Runs the checks of one case against one backend: selects them, asks the questions and collects the verdicts.
//!
//! Invariant: every selected check gets exactly one verdict, whatever the backend does. [`question`](crate::corpus::question)
//! decides each verdict; `run` handles many cases. Nothing here formats text for people.

mod case;
mod likely_cause;
mod recompute;
mod result;
mod select;

pub use case::check_timed;
pub use case::{OpenBackend, check_case, judge_check};
pub use likely_cause::{MoveDifference, is_likely_cause, move_differences, mover};
pub use recompute::{LeftOut, Recomputed, recompute};
pub use result::{CaseResult, CheckResult};
pub use select::{Budget, SelectedCase, Selection, SelectionError};
