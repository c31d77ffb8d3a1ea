//! Has two backends work out or confirm the expected values of the corpus.
//!
//! Invariant: a value, or the name of a backend as its source, is written only if both backends say the same,
//! and what the corpus already holds. Of a case in which anything differs nothing is written. This layer
//! decides what is to be written, never how a file looks.

mod answer;
mod run;

pub use run::{BackendAnswer, BlessedCase, Disagreement, Scope, run, select};
