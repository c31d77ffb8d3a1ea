//! Moves (GEN-MOVE) and their text.
//!
//! Invariant: two moves of a position are equal if and only if their canonical texts are. This module does not know how pieces move: to
//! resolve a text, the caller passes the legal moves of the position.

mod entry;
mod moves;
mod resolve;
mod text;
mod typed;

pub use entry::{Effect, Entry, NotationError};
pub use moves::{Move, Travel};
pub use resolve::resolve;
pub use text::{is_canonical, squares, starts_on, text};
pub use typed::{is_typed, typed};
