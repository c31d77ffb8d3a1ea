//! The outcome of a game at a position.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The status words of `suites/RULES.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Status {
    /// The side to move has lost: its last royal is gone, or in Rococo it cannot move.
    Lost,
    /// The side not to move has lost its last royal.
    Won,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move: a draw.
    Stalemate,
    /// The position occurred for the third time: a draw.
    DrawRepetition,
    /// The side not to move caused the third occurrence and has lost (ROC-REPEAT).
    WonRepetition,
    /// Too many plies without capture or Pawn move: a draw.
    DrawCounter,
    /// Neither side can ever checkmate: a draw.
    DrawDead,
    /// The game goes on.
    Ongoing,
}

/// Its word.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
