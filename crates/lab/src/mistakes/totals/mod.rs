//! Names what explains a reported count, without the program that counted it.
//!
//! Each hypothesis is counted: the rules without a clause, under another reading, or by another convention of counting.
//! A hypothesis explains the count only if it gives exactly that number. A count is stopped as soon as it exceeds the
//! reported one, so a wrong hypothesis costs no more than the reported number of moves.
//!
//! This module must not know how a particular variant is played.

mod convention;
mod search;

#[cfg(test)]
mod tests;

pub use search::{Hypothesis, HypothesisKind, Outcome, Totals, TotalsSettings, search};
