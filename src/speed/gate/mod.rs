//! Bounds that a file in the user's repository sets, and whether a backend keeps to them.
//!
//! Invariant: a bound is exceeded only if that is shown: by instructions that are the same each time, or by ratios that two
//! comparisons, made one after the other, find below it.

mod bounds;
mod hold;

pub(crate) use bounds::{Bound, Bounds, draft};
pub(crate) use hold::{JudgedBound, Judgement, hold_instructions, hold_ratio};
