//! The upkeep of the corpus.
//!
//! `audit` measures the corpus with mutants, `lint` finds what is wrong in its files, `bless` computes expected values, and `scaffold` has
//! the texts of new variants and backends.

pub mod audit;
pub mod bless;
pub mod lint;
pub mod scaffold;
