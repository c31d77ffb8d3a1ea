//! What came of a check.

use crate::backend::BackendError;
use crate::corpus::relation::Broken;
use crate::game::perft::serialize_count;
use crate::game::position::VfenErrorKind;
use crate::game::rules::Status;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// The backend answered as expected.
    Pass,
    /// It answered otherwise.
    Fail {
        /// What differs.
        failure: Failure,
    },
    /// It refused a malformed position, as it should, and named another kind of fault. That is no failure: a position may have
    /// several.
    OtherReason {
        /// The kind of fault that was expected.
        expected: VfenErrorKind,
        /// The kind the backend named.
        actual: VfenErrorKind,
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
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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

/// Its name in JSON.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
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
#[non_exhaustive]
pub enum Failure {
    /// Other legal moves. Each list is sorted.
    Moves {
        /// Expected, but not generated.
        missing: Vec<String>,
        /// Generated, but not expected.
        extra: Vec<String>,
        /// Generated more than once.
        duplicate: Vec<String>,
        /// How many more there are than these lists hold.
        #[serde(skip_serializing_if = "More::is_none")]
        more: More,
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
    IllegalMoveAccepted {
        /// The backend's VFEN after it.
        child: String,
    },
    /// A malformed VFEN was accepted.
    InvalidPositionAccepted {
        /// The backend's reading of it.
        vfen: String,
        /// The kind of error that was expected.
        expected: VfenErrorKind,
    },
    /// Answers that do not fit together.
    BrokenRelation(Broken),
    /// Another answer, to a question for which there is no failure of its own.
    WrongAnswer {
        /// What the corpus holds, in words.
        expected: String,
        /// What the backend says, in words.
        actual: String,
    },
}

/// How many moves were generated beside those that a failure names: of an answer that is much too long it holds the first only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct More {
    /// More that were not expected.
    pub extra: usize,
    /// More that were generated more than once.
    pub duplicate: usize,
}

impl More {
    const fn is_none(&self) -> bool {
        self.extra == 0 && self.duplicate == 0
    }
}

/// Texts that differ in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What they are.
    pub name: String,
    /// The texts.
    pub texts: Vec<String>,
    /// How many more there are.
    pub more: usize,
}

impl Failure {
    /// What differs.
    #[must_use]
    pub fn rows(&self) -> Vec<Row> {
        let row = |name: &str, texts: Vec<String>, more| Row { name: name.to_owned(), texts, more };
        let pair = |expected: String, actual: String| {
            vec![row("expected", vec![expected], 0), row("got", vec![actual], 0)]
        };
        match self {
            Self::Moves { missing, extra, duplicate, more } => vec![
                row("missing", missing.clone(), 0),
                row("extra", extra.clone(), more.extra),
                row("duplicate", duplicate.clone(), more.duplicate),
            ],
            Self::WrongCount { expected, actual, is_more } => {
                let more = if *is_more { "more than " } else { "" };
                pair(expected.to_string(), format!("{more}{actual}"))
            }
            Self::WrongChild { expected, actual } | Self::WrongAnswer { expected, actual } => {
                pair(expected.clone(), actual.clone())
            }
            Self::BrokenRelation(broken) => {
                let rows = broken.rows.iter().map(|of| row(&of.name, of.texts.clone(), 0));
                std::iter::once(row("compared", vec![broken.what.clone()], 0)).chain(rows).collect()
            }
            Self::WrongStatus { expected, actual } => pair(expected.to_string(), actual.to_string()),
            Self::IllegalMoveAccepted { child } => {
                pair("a refusal, the move is illegal".into(), child.clone())
            }
            Self::InvalidPositionAccepted { vfen, expected } => {
                pair(format!("a refusal, {expected}"), vfen.clone())
            }
        }
    }
}

/// Its kind, as in JSON.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Moves { .. } => "moves",
            Self::WrongCount { .. } => "wrong-count",
            Self::WrongChild { .. } => "wrong-child",
            Self::WrongStatus { .. } => "wrong-status",
            Self::IllegalMoveAccepted { .. } => "illegal-move-accepted",
            Self::InvalidPositionAccepted { .. } => "invalid-position-accepted",
            Self::WrongAnswer { .. } => "wrong-answer",
            Self::BrokenRelation(_) => "broken-relation",
        })
    }
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

    /// Whether there was no answer or a wrong one. What the backend does not do is none, nor is a refusal for another reason.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::Fail { .. } | Self::Error { .. })
    }

    /// What it is in one word: `pass`, `other-reason`, `unsupported`, the kind of the failure or that of the error.
    #[must_use]
    pub fn word(&self) -> String {
        match self {
            Self::Pass => "pass".into(),
            Self::OtherReason { .. } => "other-reason".into(),
            Self::Unsupported { .. } => "unsupported".into(),
            Self::Error { kind, .. } => kind.to_string(),
            Self::Fail { failure } => failure.to_string(),
        }
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
