//! The syntax tree: what a text says, with the column of every part.

use super::atom::Atom;
use super::direction::Letter;

/// How often the step of an atom may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// At most this number of times.
    Upto(u8),
    /// As far as the board goes.
    Unlimited,
}

impl Range {
    /// The most steps, `None` if only the board limits them.
    #[must_use]
    pub fn most(self) -> Option<u8> {
        match self {
            Self::Upto(most) => Some(most),
            Self::Unlimited => None,
        }
    }

    /// Whether only one step is allowed.
    #[must_use]
    pub fn is_one(self) -> bool {
        self == Self::Upto(1)
    }
}

/// The moves of a piece: alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The alternatives, as the text has them.
    pub parts: Vec<Part>,
}

/// One alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Legs that are walked one after another.
    Path(Path),
    /// `O2`: castling.
    Castling {
        /// The column of the `O`.
        column: usize,
        /// The squares that the King goes.
        squares: u8,
        /// The letters before the `O`.
        letters: Vec<Letter>,
    },
}

/// Legs that are walked one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The column of the first character.
    pub column: usize,
    /// The column after the last character.
    pub end: usize,
    /// The letters before a bracket.
    pub prefix: Vec<Letter>,
    /// The legs; at least one.
    pub legs: Vec<Leg>,
    /// Whether the legs are in brackets, so that each has an atom of its own.
    pub bracket: bool,
}

/// One leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The lower-case letters.
    pub letters: Vec<Letter>,
    /// The column of the first character.
    pub column: usize,
    /// The column of the atom.
    pub atom_column: usize,
    /// The atom.
    pub atom: Atom,
    /// How often the step may be repeated.
    pub range: Range,
    /// Whether the move may also end with this leg although another one follows: `?` in brackets.
    pub may_end: bool,
}
