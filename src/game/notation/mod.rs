//! Moves (GEN-MOVE) and their text.
//!
//! Invariant: a move and its canonical text say the same; two moves of one position are equal exactly if
//! their texts are. Reading a text needs the legal moves of the position, which the caller brings: this module
//! knows no movement.

mod entry;
mod moves;
mod resolve;
mod text;
mod typed;

pub use entry::{Effect, Entry, NotationError};
pub use moves::{Move, Travel};
pub use resolve::resolve;
pub use text::{is_canonical, squares, starts_on, text};
pub use typed::typed;
