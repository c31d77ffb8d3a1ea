//! Makes the position of a cause, and the moves to it, as small as possible while two sides differ in the same way.
//!
//! Invariants: every accepted position is smaller by one total order (`size`), so the search ends. The same answers
//! give the same result on every machine. A position that a side refuses is not accepted, nor is one with another
//! difference, which is recorded separately.
//!
//! `edit`, `removal` and `search` choose positions by the table of the variant; `target` decides by the answers of both sides.
//! This module must not know how pieces move.

mod differences;
mod edit;
mod removal;
mod result;
mod search;
mod size;
mod target;

#[cfg(test)]
mod tests;

pub(crate) use differences::confirm;
pub use differences::differences;
pub use result::{ShrinkResult, ShrinkSettings};
pub use search::shrink;
