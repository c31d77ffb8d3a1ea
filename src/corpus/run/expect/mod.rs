//! What is known to fail: expectations about a backend, kept in a file of their own.
//!
//! Invariants: a failure is known only if an entry says so word for word; an entry that no longer holds is as
//! wrong as a failure nobody knew; entries about checks that were not run are left alone. A file is rewritten
//! by taking entries out and putting entries in, so that whatever else it holds stays as it was. This module
//! knows texts and verdicts, never where a file is or who prints.

mod diff;
mod edit;
mod file;
mod word;

pub use diff::{ExpectationDiff, New};
pub use file::{Entry, ExpectError, Expectations};
pub use word::Word;
