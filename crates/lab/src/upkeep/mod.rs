//! The upkeep of the corpus.
//!
//! `audit` measures the corpus with mutants, `propose` finds cases that notice the mistakes of a variant with data, `lint` finds what is
//! wrong in its files, `bless` computes expected values, and `scaffold` has the texts of new variants and backends.

pub mod audit;
pub mod bless;
pub mod lint;
pub mod propose;
pub mod scaffold;
