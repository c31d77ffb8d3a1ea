//! Why a backend gave no answer.

use crate::game::notation::NotationError;
use crate::game::perft::CountError;
use crate::game::position::{VfenError, VfenErrorKind};
use std::time::Duration;

/// Why a backend gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendError {
    /// It refused the position.
    #[error("refused the position: {0}")]
    Position(#[from] VfenError),
    /// It refused a move.
    #[error("refused the move: {0}")]
    Move(#[from] NotationError),
    /// It refused the position in words of its own.
    #[error("refused the position: {message}")]
    RefusedPosition {
        /// The kind of fault, if it says so.
        reason: Option<VfenErrorKind>,
        /// What it says.
        message: String,
    },
    /// It refused a move in words of its own.
    #[error("refused the move: {0}")]
    RefusedMove(String),
    /// It could not finish a count.
    #[error("could not count: {0}")]
    Count(#[from] CountError),
    /// It does not do what was asked.
    #[error("does not support this: {0}")]
    Unsupported(String),
    /// It gave no answer in time.
    #[error("gave no answer to {request} within {after:?}")]
    Timeout {
        /// What it was asked.
        request: String,
        /// How long it had.
        after: Duration,
    },
    /// It answered something that is no answer.
    #[error("broke the protocol: {0}")]
    Protocol(String),
    /// It crashed.
    #[error("crashed: {0}")]
    Crash(String),
    /// It was not asked: there is none any more, or not yet again.
    #[error("was not asked: {0}")]
    NotAsked(String),
}

impl BackendError {
    /// Whether it is the position that was refused, in the harness's words or in those of a program.
    #[must_use]
    pub const fn refuses_position(&self) -> bool {
        matches!(self, Self::Position(_) | Self::RefusedPosition { .. })
    }

    /// Whether it is a move that was refused, in the harness's words or in those of a program.
    #[must_use]
    pub const fn refuses_move(&self) -> bool {
        matches!(self, Self::Move(_) | Self::RefusedMove(_))
    }

    /// The kind of fault for which a position was refused, if the backend says so.
    #[must_use]
    pub const fn fault(&self) -> Option<VfenErrorKind> {
        match self {
            Self::Position(error) => Some(error.kind),
            Self::RefusedPosition { reason, .. } => *reason,
            _ => None,
        }
    }
}
