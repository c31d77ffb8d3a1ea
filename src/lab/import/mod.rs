//! Games in what people really have: move lists of Game Courier, logs of engines and their front ends, PGN, lists of coordinates.
//!
//! Nothing is believed but what is legal: every move that is written is one of the moves that a backend lists, or the game stops
//! there. Invariants: of a move that is written otherwise than it is, the only legal one that it can mean is taken, and how it
//! differs is told; whose squares have other names is read as what plays the game farthest, and told as well.
//!
//! `script` finds the moves in a text, `dialect` knows other names of squares, `meant` finds the legal move, and `game` plays.

mod dialect;
mod game;
mod meant;
mod script;

#[cfg(test)]
mod tests;

pub use game::{Game, ImportError, Stop, import};
pub use meant::{first, without_number};
pub use script::{Form, Script};
