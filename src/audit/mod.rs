//! Measures the corpus: which clauses its cases exercise.
//!
//! This room asks the `reference` backend, because only its rulebook records what it was asked. It knows
//! nothing of how the backend uses a clause.

mod coverage;

pub use coverage::{Coverage, Idle, coverage};
