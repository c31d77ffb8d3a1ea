//! Betza notation, compiled into path programs.
//!
//! Two dialects: XBetza, as XBoard and the Interactive Diagram of the Chess Variant Pages document it, and the subset that
//! Fairy-Stockfish reads, with its own meanings. `docs/betza.md` has the letters of both.
//!
//! Invariants: every character of a text has a meaning or is an error with its column; nothing is skipped. No text panics, and a text
//! of at most 1,000 characters needs bounded work. Canonical text compiles to the same program, and is its own canonical text.

mod atom;
mod bracket;
mod canonical;
mod chain;
mod compile;
mod consistent;
mod differences;
mod direction;
mod error;
mod fairy;
mod hops;
mod modes;
mod named;
mod parse;
mod sentence;
mod single;
mod spell;
#[cfg(test)]
mod tests;
mod tree;

pub use canonical::canonical;
pub use compile::{Castling, Compiled, compile};
pub use consistent::assert_consistent;
pub use differences::differences;
pub use error::BetzaError;
pub use named::{MAX_CUSTOM, NAMED, NAMED_PAWN};
#[cfg(test)]
use parse::MAX_TEXT;
pub use sentence::sentence;
pub use spell::spell;

use serde::{Deserialize, Serialize};

/// A reading of the notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// Muller's extended notation.
    #[default]
    #[serde(rename = "xbetza")]
    XBetza,
    /// The subset that Fairy-Stockfish reads.
    FairyStockfish,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::XBetza, Self::FairyStockfish];

    /// Its name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::XBetza => "xbetza",
            Self::FairyStockfish => "fairy-stockfish",
        }
    }
}
