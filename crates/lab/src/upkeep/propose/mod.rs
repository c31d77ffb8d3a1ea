//! Mistakes that someone may make with the rules of a `variant.json`, the smallest positions that show them, and how many of them a
//! corpus notices, and which cases notice most.
//!
//! A mutant is the rules from data with one field changed: a range, a direction, a leg, a region, a capture, a promotion, or a rule left
//! out. Invariants: the same seed gives the same positions; a proposed value is an answer of the backend `data`. This module does not
//! know how values are confirmed.

mod cases;
mod castling;
mod mutant;
mod score;
mod witness;
mod worth;

pub use cases::{PROPOSED, Proposal, propose};
pub use mutant::{DataMutant, mutants};
pub use score::{DataAudit, audit};
pub use witness::{Witness, witnesses};
pub use worth::smoke_by_worth;
