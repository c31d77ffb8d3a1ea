//! What an entry says of a check.

use crate::corpus::question::{ErrorKind, Failure, Verdict};
use serde::{Deserialize, Serialize};
use std::fmt;

/// In what way a check is known to fail, in the words of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Legal moves are not generated.
    Missing,
    /// Moves that are not legal are generated.
    Extra,
    /// Moves are generated more than once.
    #[serde(alias = "doubled")]
    Duplicate,
    /// A move leads elsewhere.
    WrongChild,
    /// The status is another one.
    WrongStatus,
    /// The count is another one.
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
    /// Answers do not fit together.
    BrokenRelation,
    /// The answer is another one, where none of these words fits.
    WrongAnswer,
    /// The backend crashes.
    Crash,
    /// It takes too long.
    Timeout,
    /// It answers something that is no answer.
    Protocol,
    /// It refuses what is valid.
    Refused,
    /// Its count cannot be held.
    Count,
    /// It is not asked: it is not started again any more.
    NotAsked,
    /// It does not do what the check asks.
    Unsupported,
    /// Any answer that is not the expected one, a refusal for another reason included.
    Fail,
    /// Any way to give no answer, other than not to support the check.
    Error,
}

/// The word.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Word {
    /// All that can be said of a verdict, as closely as possible; nothing of one that passes.
    #[must_use]
    pub fn of(verdict: &Verdict) -> Vec<Self> {
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

    /// The moves that differ in this way.
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

    /// Whether an entry that says so may name moves.
    #[must_use]
    pub const fn may_name_moves(self) -> bool {
        matches!(self, Self::Missing | Self::Extra | Self::Duplicate)
    }

    /// Whether it is about the answers a backend gives, so that it cannot be judged where there is none.
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

    /// Whether it says this of a verdict, perhaps among other things.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        match self {
            Self::Fail => other.is_of_an_answer(),
            Self::Error => other.is_of_an_error(),
            word => word == other,
        }
    }
}
