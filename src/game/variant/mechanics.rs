//! The rules of a variant beyond the moves of its pieces, as data: promotion, royalty, dead positions, and the clauses behind them.

use super::PieceType;
use crate::game::paths::Areas;
use serde::{Deserialize, Deserializer};

/// A promotion: what a kind of piece becomes, and where.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The kind that promotes.
    pub piece: PieceType,
    /// The squares on which it promotes, as its side sees the board.
    #[doc(hidden)]
    pub on: Areas,
    /// The kinds to choose from.
    pub to: Vec<PieceType>,
    /// Whether it also promotes when it leaves one of these squares.
    #[serde(default)]
    pub leaving: bool,
    /// Whether it must promote there.
    #[serde(default = "yes")]
    pub forced: bool,
    /// Whether a kind can be chosen only while its side has fewer of them than at the start.
    #[serde(default)]
    pub stock: bool,
    /// How it comes there. The default is by its own moves.
    #[serde(default = "own")]
    pub by: Vec<Arrival>,
    /// The clause of the rules text.
    #[serde(default)]
    pub clause: Option<String>,
}

const fn yes() -> bool {
    true
}

fn own() -> Vec<Arrival> {
    vec![Arrival::Move]
}

/// How a piece comes to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Arrival {
    /// By its own move.
    Move,
    /// Another piece sends it.
    Send,
    /// Another piece exchanges places with it.
    Swap,
}

/// Who must not be left capturable, and when.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Royalty {
    /// Kinds that are royal besides those with `royal`. A side without any royal piece has lost.
    pub also: Vec<PieceType>,
    /// When a side obeys check.
    pub check: Obeys,
}

/// When a side obeys check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Obeys {
    /// Always: no royal piece may be left capturable.
    #[default]
    Always,
    /// While it has a single royal piece.
    Last,
}

/// Positions that neither side can win: those where every piece that is not royal is of these kinds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Dead {
    /// The kinds.
    pub kinds: Vec<PieceType>,
    /// The most such pieces of both sides together. `None` if there is no limit.
    #[serde(default)]
    pub most: Option<usize>,
    /// Whether all of them must be on squares of one colour.
    #[serde(default)]
    pub one_color: bool,
}

/// A rule that is not the move of a piece, and that a clause may be about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RuleName {
    /// A side that obeys check must not leave a royal piece capturable.
    Check,
    /// A side with several royal pieces may expose them, if [`Obeys::Last`].
    Exposure,
    /// A side without a move that is in check.
    Checkmate,
    /// A side without a move that is not in check.
    Stalemate,
    /// A side without royal pieces has lost.
    Over,
    /// A piece becomes the kind that it succeeds.
    Succession,
    /// A King castles.
    Castling,
    /// Neither King nor Rook has moved, and the squares between them are empty.
    CastlingPath,
    /// The King does not castle out of, through or into attack.
    CastlingAttack,
    /// The third occurrence of a position.
    Repetition,
    /// Too many plies without capture or Pawn move.
    Counter,
    /// Neither side can win.
    Dead,
    /// The end of the game by moves comes before draws.
    Order,
    /// A side that reaches its goal has won.
    Goal,
    /// A side with few pieces of some kinds has lost or won.
    Extinction,
    /// A side that can capture must.
    MustCapture,
    /// No move may give check.
    MayCheck,
}

impl RuleName {
    /// The number of rules.
    pub const COUNT: usize = Self::MayCheck as usize + 1;
}

/// How many squares a King goes when it castles: a set of numbers from 1 to 15.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distances(u16);

impl Default for Distances {
    fn default() -> Self {
        Self(1 << 2)
    }
}

impl Distances {
    /// Each number greater by one, as a mistake may have it.
    #[must_use]
    #[doc(hidden)]
    pub const fn greater(self) -> Self {
        Self(self.0 << 1)
    }

    /// The numbers, the least first.
    pub fn iter(self) -> impl Iterator<Item = i8> {
        (1..16).filter(move |distance| self.0 >> distance & 1 == 1)
    }
}

impl<'de> Deserialize<'de> for Distances {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<u8>::deserialize(deserializer)?;
        match list.iter().find(|distance| !(1..=15).contains(*distance)) {
            None if !list.is_empty() => Ok(Self(list.iter().fold(0, |set, distance| set | 1 << distance))),
            _ => Err(serde::de::Error::custom("distances: expected numbers of squares from 1 to 15")),
        }
    }
}
