//! Expectations: the known failures of a backend, kept in a file.
//!
//! Invariants: a failure is known only if an entry says so. An entry that no longer applies counts as much as
//! a new failure. Entries about checks that were not run are ignored. Updates only add and remove entries, so
//! the rest of the file stays unchanged. This module knows texts and verdicts, not where a file is stored or
//! how results are printed.

mod diff;
mod edit;
mod failure_kind;
mod file;

pub use diff::{ExpectationDiff, NewFailure};
pub use failure_kind::FailureKind;
pub use file::{ExpectError, Expectation, Expectations};
