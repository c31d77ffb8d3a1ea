//! Makes the position of a cause, and the moves that lead to it, as small as they get while two sides differ in the same way.
//!
//! Invariants: whatever is taken is smaller by one total order (`size`), so that it ends; the same answers lead to the same
//! result, on every machine; a position that either side refuses is not taken, and neither is one at which the sides differ in
//! another way: that is kept apart. Which positions are tried (`edit`, `search`) comes from the table of the variant; whether one
//! will do (`target`), from what both sides answer. No movement is known here.

mod edit;
mod look;
mod search;
mod size;
mod target;

#[cfg(test)]
mod tests;

pub(super) use look::confirm;
pub use look::differences;
pub use search::{End, ShrinkResult, ShrinkSettings, shrink};
