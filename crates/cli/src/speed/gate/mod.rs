//! Speed bounds from a file of the user, and whether a backend keeps them.
//!
//! Invariant: a bound fails only on proof. Proof is an instruction count that is the same each time, or a ratio
//! that two comparisons in a row find below the bound.

mod bounds;
mod hold;

pub(crate) use bounds::{Bound, Bounds, draft};
pub(crate) use hold::{JudgedBound, Judgement, hold_instructions, hold_ratio};
