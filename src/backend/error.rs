//! The error of a question to a backend.

use crate::game::notation::NotationError;
use crate::game::perft::CountError;
use crate::game::position::{VfenError, VfenErrorKind};
use std::time::Duration;

/// The error of a question to a backend.
///
/// A message may quote a text of a program, truncated but with any characters. The code that prints it sanitises it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// It refused the position.
    #[error("refused the position: {0}")]
    Position(#[from] VfenError),
    /// It refused a move.
    #[error("refused the move: {0}")]
    Move(#[from] NotationError),
    /// A program refused the position.
    #[error("refused the position: {message}")]
    RefusedPosition {
        /// The word of the program for the fault, if it gives one. Only the names of [`VfenErrorKind`] have a meaning.
        reason: Option<String>,
        /// The message of the program.
        message: String,
    },
    /// A program refused a move.
    #[error("refused the move: {0}")]
    RefusedMove(String),
    /// It could not finish a count.
    #[error("could not count: {0}")]
    Count(#[from] CountError),
    /// It does not support the question.
    #[error("does not support this: {0}")]
    Unsupported(String),
    /// It did not answer in time.
    #[error("gave no answer to {request} within {after:?}")]
    Timeout {
        /// The question.
        request: String,
        /// The timeout.
        after: Duration,
    },
    /// Its answer breaks the protocol.
    #[error("broke the protocol: {0}")]
    Protocol(String),
    /// It is a program that cannot be started.
    #[error("cannot be started: {0}")]
    NotStarted(String),
    /// It crashed.
    #[error("crashed: {0}")]
    Crash(String),
    /// The backend was not asked, or the count was stopped.
    #[error("was not asked: {0}")]
    NotAsked(String),
}

impl BackendError {
    /// Whether the backend refused the position.
    #[must_use]
    pub const fn refuses_position(&self) -> bool {
        matches!(self, Self::Position(_) | Self::RefusedPosition { .. })
    }

    /// Whether the backend refused a move.
    #[must_use]
    pub const fn refuses_move(&self) -> bool {
        matches!(self, Self::Move(_) | Self::RefusedMove(_))
    }

    /// The backend's word for the fault of the refused position, if it gives one.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Position(error) => Some(error.kind.to_string()),
            Self::RefusedPosition { reason, .. } => reason.clone(),
            _ => None,
        }
    }

    /// The backend's word for the fault, if it names another one than this. It need not name any.
    #[must_use]
    pub fn other_reason(&self, expected: VfenErrorKind) -> Option<String> {
        self.reason().filter(|reason| *reason != expected.to_string())
    }

    /// The kind of fault of the refused position, if the backend names one that is known.
    #[must_use]
    pub fn fault(&self) -> Option<VfenErrorKind> {
        match self {
            Self::Position(error) => Some(error.kind),
            Self::RefusedPosition { reason, .. } => VfenErrorKind::named(reason.as_deref()?),
            _ => None,
        }
    }
}

/// The answer, or `None` if the backend does not support the question. An engine, for instance, knows the moves but not the status of a
/// game.
pub(super) fn unless_unsupported<T>(answer: Result<T, BackendError>) -> Result<Option<T>, BackendError> {
    match answer {
        Err(BackendError::Unsupported(_)) => Ok(None),
        answer => answer.map(Some),
    }
}
