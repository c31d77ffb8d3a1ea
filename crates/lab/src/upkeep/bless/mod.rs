//! Computes or confirms expected values of the corpus with two backends.
//!
//! Invariant: a value, or a backend as its source, is written only if both backends agree with each other and
//! with the corpus. If anything in a case differs, nothing of it is written. This module decides what to
//! write, not how files are formatted.

mod answer;
mod run;

pub use run::{BackendAnswer, BlessedCase, Disagreement, Scope, run, select};
