//! The words for the ways in which a check fails.

use serde::{Deserialize, Serialize};
use std::fmt;
use vperft::inner::corpus::question::{ErrorKind, Failure, Verdict};

/// A way in which a check fails, as written in a file of expectations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// Legal moves are not generated.
    Missing,
    /// Illegal moves are generated.
    Extra,
    /// Moves are generated more than once.
    #[serde(alias = "doubled")]
    Duplicate,
    /// A move leads to a wrong position.
    WrongChild,
    /// The status is wrong.
    WrongStatus,
    /// The count is wrong.
    WrongCount,
    /// An illegal move is accepted.
    #[serde(alias = "accepted")]
    IllegalMoveAccepted,
    /// A malformed VFEN is accepted.
    #[serde(alias = "admitted")]
    InvalidPositionAccepted,
    /// A malformed VFEN is refused for another reason.
    #[serde(alias = "wrong-error-kind", alias = "wrong-kind")]
    OtherReason,
    /// Answers contradict each other.
    BrokenRelation,
    /// The answer is wrong in a way that no other word describes.
    WrongAnswer,
    /// The backend crashes.
    Crash,
    /// The backend takes too long.
    Timeout,
    /// The backend sends something that is not an answer.
    Protocol,
    /// The backend refuses valid input.
    Refused,
    /// The count is too large to store.
    Count,
    /// The backend failed too often and is not restarted.
    NotAsked,
    /// The backend does not support the check.
    Unsupported,
    /// Any wrong answer, including a refusal for another reason.
    Fail,
    /// Any missing answer, except an unsupported check.
    Error,
}

/// Writes the word as in the file.
impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FailureKind {
    /// Everything that is wrong with a verdict, as specific as possible; empty if it passes.
    #[must_use]
    pub fn from_verdict(verdict: &Verdict) -> Vec<Self> {
        let failure = match verdict {
            Verdict::Pass => return Vec::new(),
            Verdict::OtherReason { .. } => return vec![Self::OtherReason],
            Verdict::Unsupported { .. } => return vec![Self::Unsupported],
            Verdict::Error { kind, .. } => {
                return vec![match kind {
                    ErrorKind::Crash => Self::Crash,
                    ErrorKind::Timeout => Self::Timeout,
                    ErrorKind::Protocol => Self::Protocol,
                    ErrorKind::Refused => Self::Refused,
                    ErrorKind::Count => Self::Count,
                    ErrorKind::NotAsked => Self::NotAsked,
                }];
            }
            Verdict::Fail { failure } => failure,
        };
        match failure {
            Failure::Moves { missing, extra, duplicate, .. } => {
                let lists = [(missing, Self::Missing), (extra, Self::Extra), (duplicate, Self::Duplicate)];
                lists.into_iter().filter(|(list, _)| !list.is_empty()).map(|(_, word)| word).collect()
            }
            Failure::WrongCount { .. } => vec![Self::WrongCount],
            Failure::WrongChild { .. } => vec![Self::WrongChild],
            Failure::WrongStatus { .. } => vec![Self::WrongStatus],
            Failure::IllegalMoveAccepted { .. } => vec![Self::IllegalMoveAccepted],
            Failure::InvalidPositionAccepted { .. } => vec![Self::InvalidPositionAccepted],
            Failure::WrongAnswer { .. } => vec![Self::WrongAnswer],
            Failure::BrokenRelation(_) => vec![Self::BrokenRelation],
        }
    }

    /// The moves of a verdict that differ in this way.
    #[must_use]
    pub fn moves(self, verdict: &Verdict) -> Option<&[String]> {
        let Verdict::Fail { failure: Failure::Moves { missing, extra, duplicate, .. } } = verdict else {
            return None;
        };
        match self {
            Self::Missing => Some(missing),
            Self::Extra => Some(extra),
            Self::Duplicate => Some(duplicate),
            _ => None,
        }
    }

    /// Whether an entry with this word may list moves.
    #[must_use]
    pub const fn may_name_moves(self) -> bool {
        matches!(self, Self::Missing | Self::Extra | Self::Duplicate)
    }

    /// Whether the word describes a given answer, so that a missing answer does not show whether it applies.
    #[must_use]
    pub const fn is_of_an_answer(self) -> bool {
        !self.is_of_an_error() && !matches!(self, Self::Unsupported)
    }

    const fn is_of_an_error(self) -> bool {
        matches!(
            self,
            Self::Crash
                | Self::Timeout
                | Self::Protocol
                | Self::Refused
                | Self::Count
                | Self::NotAsked
                | Self::Error
        )
    }

    /// Whether an entry with this word covers the other word.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        match self {
            Self::Fail => other.is_of_an_answer(),
            Self::Error => other.is_of_an_error(),
            word => word == other,
        }
    }
}
