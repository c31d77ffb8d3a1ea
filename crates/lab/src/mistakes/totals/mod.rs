//! Names what explains a reported count, without the program that counted it.
//!
//! Each hypothesis is counted: the rules without a clause, under another reading, by another convention of counting, or with a kind of
//! moves that is missing or illegal. A hypothesis explains the count only if it gives exactly that number. A count is stopped as soon as
//! it exceeds the reported one, so a wrong hypothesis costs no more than the reported number of moves. The kinds of moves are counted
//! together, in one walk of the tree.
//!
//! This module must not know how a particular variant is played.

mod convention;
mod kinds;
mod search;
mod tree;

#[cfg(test)]
mod tests;

pub use search::{
    Hypothesis, HypothesisKind, MoveExample, Outcome, Totals, TotalsEvent, TotalsObserver, TotalsSettings,
    search,
};
