//! Imports games in common formats: Game Courier move lists, engine logs, PGN, coordinate lists.
//!
//! Invariants: every imported move is one that the backend lists, and the import stops at the first one that is not. A
//! text that deviates from canonical notation must mean exactly one legal move, and the deviation is reported. If
//! squares have other names, the naming that plays the longest game is used and reported.
//!
//! `script` finds the moves in a text and `words` those of a line, `dialect` translates square names, `meant` finds the legal move, and
//! `game` plays it.

mod dialect;
mod game;
mod meant;
mod script;
mod words;

#[cfg(test)]
mod form_tests;
#[cfg(test)]
mod tests;

pub use game::{Game, ImportError, Stop, import};
pub use meant::{first, words_of_moves};
pub use script::{Form, Script};
