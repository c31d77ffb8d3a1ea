//! The status of a game.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The status words of `suites/RULES.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The side to move has lost: it has no royal piece left, the other side has reached its goal, or it cannot move (Rococo).
    Lost,
    /// The side to move has won: the other side has no royal piece left, or the variant says so.
    Won,
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move: a draw.
    Stalemate,
    /// The position occurred for the third time: a draw.
    DrawRepetition,
    /// The side not to move caused the third occurrence and has lost (ROC-REPEAT).
    WonRepetition,
    /// Too many plies have passed without a capture or a Pawn move: a draw.
    DrawCounter,
    /// Neither side can ever checkmate: a draw.
    DrawDead,
    /// Both sides have reached their goals: a draw.
    DrawGoal,
    /// The game goes on.
    Ongoing,
}

impl Status {
    /// Whether the position alone decides the game, so that there is no move. A side that loses by repeating a position is an exception.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_on_board(self) -> bool {
        match self {
            Self::Lost | Self::Won | Self::Checkmate | Self::Stalemate | Self::DrawGoal => true,
            Self::DrawRepetition
            | Self::WonRepetition
            | Self::DrawCounter
            | Self::DrawDead
            | Self::Ongoing => false,
        }
    }
}

/// The word in the files.
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}
