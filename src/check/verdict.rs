//! What came of a check.

use crate::backend::BackendError;
use crate::position::VfenErrorKind;
use crate::rules::Status;
use crate::suite::serialize_count;
use serde::Serialize;

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The backend answered as expected.
    Pass,
    /// It answered otherwise.
    Fail {
        /// What differs.
        failure: Failure,
    },
    /// It gave no answer.
    Error {
        /// Why.
        kind: ErrorKind,
        /// Why, in words.
        message: String,
    },
    /// It does not do what the check asks.
    Unsupported {
        /// Why, in words.
        reason: String,
    },
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ErrorKind {
    /// The backend crashed.
    Crash,
    /// It took too long.
    Timeout,
    /// It answered something that is no answer.
    Protocol,
    /// It refused what is valid.
    Refused,
    /// Its count cannot be held.
    Count,
    /// It was not asked: it is not started again any more after all that went wrong before, or a count that had to be worked
    /// out took too many questions.
    NotAsked,
}

impl ErrorKind {
    const fn of(error: &BackendError) -> Self {
        match error {
            BackendError::Position(_)
            | BackendError::Move(_)
            | BackendError::RefusedPosition { .. }
            | BackendError::RefusedMove(_)
            | BackendError::Unsupported(_) => Self::Refused,
            BackendError::Count(_) => Self::Count,
            BackendError::Timeout { .. } => Self::Timeout,
            BackendError::Protocol(_) => Self::Protocol,
            BackendError::Crash(_) => Self::Crash,
            BackendError::NotAsked(_) => Self::NotAsked,
        }
    }
}

/// How an answer differs from what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Failure {
    /// Other legal moves. Each list is sorted.
    Moves {
        /// Expected, but not generated.
        missing: Vec<String>,
        /// Generated, but not expected.
        extra: Vec<String>,
        /// Generated more than once.
        doubled: Vec<String>,
    },
    /// Another count.
    WrongCount {
        /// What the corpus holds.
        #[serde(serialize_with = "serialize_count")]
        expected: u128,
        /// What the backend counted.
        #[serde(serialize_with = "serialize_count")]
        actual: u128,
        /// Whether there are more than that: the count was given up, because it had to be worked out move by move.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        is_more: bool,
    },
    /// A move leads elsewhere.
    WrongChild {
        /// The VFEN the corpus holds.
        expected: String,
        /// The backend's VFEN.
        actual: String,
    },
    /// Another status.
    WrongStatus {
        /// What the corpus holds.
        expected: Status,
        /// What the backend says.
        actual: Status,
    },
    /// An illegal move was accepted.
    Accepted {
        /// The backend's VFEN after it.
        child: String,
    },
    /// A malformed VFEN was accepted.
    Admitted {
        /// The backend's reading of it.
        vfen: String,
        /// The kind of error that was expected.
        expected: VfenErrorKind,
    },
    /// A malformed VFEN was refused for another reason.
    WrongKind {
        /// The kind of error that was expected.
        expected: VfenErrorKind,
        /// The kind the backend gave.
        actual: VfenErrorKind,
    },
}

impl Verdict {
    /// A failed check.
    pub(super) const fn fail(failure: Failure) -> Self {
        Self::Fail { failure }
    }

    /// Whether the check passed.
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        matches!(self, Self::Pass)
    }

    /// Whether another verdict on the same check says the same. The words of errors do not count: they hold process ids
    /// and times.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Error { kind, .. }, Self::Error { kind: other, .. }) => kind == other,
            (Self::Unsupported { .. }, Self::Unsupported { .. }) => true,
            _ => self == other,
        }
    }
}

impl From<BackendError> for Verdict {
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::Unsupported(reason) => Self::Unsupported { reason },
            error => Self::Error { kind: ErrorKind::of(&error), message: error.to_string() },
        }
    }
}
