//! Compares two backends on every position with few pieces.
//!
//! `plan` says which pieces there are and places them, `states` adds rights, an en passant square and a ban, `folding` finds the
//! symmetries by which a position stands for several, and `run` asks both backends.
//!
//! Invariants: a unit is the same on every machine and for any number of threads, and units are finished in order, so that a state says
//! exactly what was covered. This module knows where pieces can stand and no move.

mod folding;
mod plan;
mod run;
mod states;

pub use folding::{Folding, folding};
pub use plan::Plan;
pub use run::{Exhausted, Exhaustion, Run, run};

#[cfg(test)]
mod tests;
