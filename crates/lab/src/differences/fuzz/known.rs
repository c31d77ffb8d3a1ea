//! Matches differences with known failures.

use super::Difference;
use vperft::inner::corpus::question::ErrorKind;
use vperft::inner::game::variant::VariantId;
use vperft_run::expect::{Expectations, FailureKind};

/// The parts of a difference that an expectation may name: the check that would show it, and the failure words,
/// each with the differing moves.
struct Named {
    check: String,
    words: Vec<(FailureKind, Vec<String>)>,
}

impl Difference {
    /// The reason why the difference is known, if expectations describe it completely. Every compared position counts
    /// as a case with the id `VARIANT/fuzz`: patterns such as `ryugi/*` match it, and those for single cases do not.
    #[must_use]
    pub fn reason(&self, variant: VariantId, known: &Expectations) -> Option<String> {
        let Named { check, words } = self.named();
        known.reason_of(&format!("{variant}/{}", Expectations::COMPARED), &check, &words)
    }

    /// The failure of the second backend, in the words of expectations.
    fn named(&self) -> Named {
        let one = |check: &str, word| Named { check: check.to_owned(), words: vec![(word, Vec::new())] };
        match self {
            Self::Answer { error: Some(kind), .. } => one("moves", word(*kind)),
            Self::Answer { error: None, .. } => one("rejects", FailureKind::InvalidPositionAccepted),
            Self::BothRefuse { .. } => one("moves", FailureKind::Refused),
            Self::Vfen { .. } => one("after", FailureKind::WrongChild),
            Self::Status { .. } | Self::ChildStatus { .. } | Self::LineStatus { .. } => {
                one("status", FailureKind::WrongStatus)
            }
            Self::Child { text, .. } => one(&format!("after:{text}"), FailureKind::WrongChild),
            Self::Count { depth, .. } => one(&format!("perft:{depth}"), FailureKind::WrongCount),
            Self::Relation(broken) => {
                one(&format!("relation:{}", broken.relation), FailureKind::BrokenRelation)
            }
            Self::Inconsistent { .. } => one("perft:1", FailureKind::WrongCount),
            Self::Moves { only_a, only_b, duplicate_b, .. } => {
                let lists = [
                    (FailureKind::Missing, only_a),
                    (FailureKind::Extra, only_b),
                    (FailureKind::Duplicate, duplicate_b),
                ];
                let words = lists.into_iter().filter(|(_, moves)| !moves.is_empty());
                Named {
                    check: "moves".into(),
                    words: words.map(|(word, moves)| (word, moves.clone())).collect(),
                }
            }
        }
    }
}

/// The word for a kind of error.
const fn word(kind: ErrorKind) -> FailureKind {
    match kind {
        ErrorKind::Crash => FailureKind::Crash,
        ErrorKind::Timeout => FailureKind::Timeout,
        ErrorKind::Protocol => FailureKind::Protocol,
        ErrorKind::Refused => FailureKind::Refused,
        ErrorKind::Count => FailureKind::Count,
        ErrorKind::NotAsked => FailureKind::NotAsked,
    }
}
