//! The verdict on a check.

use crate::backend::BackendError;
use crate::corpus::relation::Broken;
use crate::game::perft::{Count, deserialize_count, serialize_count};
use crate::game::position::VfenErrorKind;
use crate::game::rules::Status;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The verdict on a check.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// The backend answered as expected.
    Pass,
    /// The answer is wrong.
    Fail {
        /// How the answer differs.
        failure: Failure,
    },
    /// The backend refused an invalid position, as expected, but named another kind of fault. That is not a failure, because a
    /// position can have several faults.
    OtherReason {
        /// The expected kind of fault.
        expected: VfenErrorKind,
        /// The backend's word, which need not be the name of a kind.
        actual: String,
    },
    /// The backend did not answer.
    Error {
        /// The kind of error.
        kind: ErrorKind,
        /// Why, in words.
        message: String,
    },
    /// The backend does not support the check.
    Unsupported {
        /// Why, in words.
        reason: String,
    },
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The backend crashed.
    Crash,
    /// The backend did not answer in time.
    Timeout,
    /// The answer breaks the protocol.
    Protocol,
    /// The backend refused valid input.
    Refused,
    /// The count is too large.
    Count,
    /// The backend was not asked. It has failed too often to be restarted, or a derived count took too many questions.
    NotAsked,
}

/// Its name in JSON.
impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl From<&BackendError> for ErrorKind {
    fn from(error: &BackendError) -> Self {
        match error {
            BackendError::Position(_)
            | BackendError::Move(_)
            | BackendError::RefusedPosition { .. }
            | BackendError::RefusedMove(_)
            | BackendError::Unsupported(_) => Self::Refused,
            BackendError::Count(_) => Self::Count,
            BackendError::Timeout { .. } => Self::Timeout,
            BackendError::Protocol(_) => Self::Protocol,
            BackendError::NotStarted(_) | BackendError::Crash(_) => Self::Crash,
            BackendError::NotAsked(_) => Self::NotAsked,
        }
    }
}

/// How an answer differs from what was expected.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Failure {
    /// The legal moves differ. Each list is sorted.
    Moves {
        /// Expected, but not generated.
        missing: Vec<String>,
        /// Generated, but not expected.
        extra: Vec<String>,
        /// Generated more than once.
        duplicate: Vec<String>,
        /// The numbers of moves left out of these lists.
        #[serde(default, skip_serializing_if = "More::is_none")]
        more: More,
    },
    /// The count differs.
    WrongCount {
        /// The expected value.
        #[serde(serialize_with = "serialize_count", deserialize_with = "deserialize_count")]
        expected: u128,
        /// The count of the backend.
        #[serde(serialize_with = "serialize_count", deserialize_with = "deserialize_count")]
        actual: u128,
        /// Whether the real count is larger, because a derived count was given up.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_more: bool,
        /// The moves with another count below them, if the case has the counts of its moves.
        #[serde(default, skip_serializing_if = "DifferingMoves::is_empty")]
        differing: DifferingMoves,
    },
    /// The position after a move differs.
    WrongChild {
        /// The expected VFEN.
        expected: String,
        /// The VFEN of the backend.
        actual: String,
    },
    /// The status differs.
    WrongStatus {
        /// The expected value.
        expected: Status,
        /// The status of the backend.
        actual: Status,
    },
    /// An illegal move was accepted.
    IllegalMoveAccepted {
        /// The VFEN of the backend after it.
        child: String,
    },
    /// An invalid VFEN was accepted.
    InvalidPositionAccepted {
        /// The VFEN that the backend read.
        vfen: String,
        /// The expected kind of fault.
        expected: VfenErrorKind,
    },
    /// A relation between answers is broken.
    BrokenRelation(Broken),
    /// The answer is of an unexpected kind.
    WrongAnswer {
        /// The expected answer.
        expected: String,
        /// The answer of the backend.
        actual: String,
    },
}

/// The moves with another count below them than expected, sorted; only the first ones.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct DifferingMoves {
    /// The moves.
    pub moves: Vec<DifferingMove>,
    /// The number of moves left out.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// A move with another count below it than expected.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct DifferingMove {
    /// The canonical text.
    #[serde(rename = "move")]
    pub text: String,
    /// The expected count; `None` if the move is not legal.
    pub expected: Option<Count>,
    /// The count of the backend; `None` if it does not generate the move.
    pub actual: Option<Count>,
}

/// The most moves that a failure keeps.
const MAX_DIFFERING: usize = 20;

const fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl DifferingMoves {
    /// Compares the expected counts of moves with those of a backend.
    #[must_use]
    pub fn new(expected: &BTreeMap<String, u128>, actual: &[(String, u128)]) -> Self {
        let actual: BTreeMap<_, _> = actual.iter().map(|(text, count)| (text, *count)).collect();
        let texts: BTreeSet<_> = expected.keys().chain(actual.keys().copied()).collect();
        let both = |text: &String| (expected.get(text).copied(), actual.get(text).copied());
        let differing = texts.into_iter().filter(|text| both(text).0 != both(text).1);
        let mut moves: Vec<_> = differing
            .map(|text| {
                let (expected, actual) = both(text);
                DifferingMove { text: text.clone(), expected: expected.map(Count), actual: actual.map(Count) }
            })
            .collect();
        let more = moves.len().saturating_sub(MAX_DIFFERING);
        moves.truncate(MAX_DIFFERING);
        Self { moves, more }
    }

    fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The numbers of moves left out of a failure. Of a much too long answer it keeps only the first moves.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
pub struct More {
    /// Extra moves left out.
    pub extra: usize,
    /// Duplicate moves left out.
    pub duplicate: usize,
}

impl More {
    /// Whether the lists are whole.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.extra == 0 && self.duplicate == 0
    }
}

/// Texts that differ in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the difference.
    pub name: String,
    /// The texts.
    pub texts: Vec<String>,
    /// The number of texts left out.
    pub more: usize,
}

impl Failure {
    /// The differences.
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
            Self::WrongCount { expected, actual, is_more, differing } => {
                let more = if *is_more { "more than " } else { "" };
                let mut rows = pair(expected.to_string(), format!("{more}{actual}"));
                let texts = |wanted: &dyn Fn(&DifferingMove) -> Option<String>| -> Vec<String> {
                    differing.moves.iter().filter_map(wanted).collect()
                };
                rows.push(row("missing", texts(&|of| of.actual.is_none().then(|| of.text.clone())), 0));
                rows.push(row("extra", texts(&|of| of.expected.is_none().then(|| of.text.clone())), 0));
                let counts = |of: &DifferingMove| {
                    let (expected, actual) = of.expected.zip(of.actual)?;
                    Some(format!("{}: {actual}, not {expected}", of.text))
                };
                rows.push(row("below", texts(&counts), differing.more));
                rows.retain(|row| !row.texts.is_empty());
                rows
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

    /// Whether the backend does not support the check.
    #[must_use]
    pub const fn is_unsupported(&self) -> bool {
        matches!(self, Self::Unsupported { .. })
    }

    /// Whether the check passed.
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        matches!(self, Self::Pass)
    }

    /// Whether the answer is wrong or missing. An unsupported check is not a failure, nor is a refusal for another reason.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        matches!(self, Self::Fail { .. } | Self::Error { .. })
    }

    /// The verdict in one word: `pass`, `other-reason`, `unsupported`, the kind of failure or the kind of error.
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

    /// Whether another verdict on the same check is equal. The messages of errors are ignored, because they contain process ids and
    /// times.
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
            error => Self::Error { kind: ErrorKind::from(&error), message: error.to_string() },
        }
    }
}
