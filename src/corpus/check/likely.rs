//! Which bugs may be behind the failures of a case.
//!
//! Invariant: a bug that does not say how it shows may be behind anything, and so may any bug where nothing is known but that
//! a count is wrong.

use super::{CaseResult, CheckResult};
use crate::corpus::question::{ErrorKind, Failure, Question, Verdict};
use crate::corpus::suite::{Bug, Shows, Way};
use serde::Serialize;

/// In what way a move differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Differing {
    /// It is legal and not generated.
    Missing,
    /// It is not legal and generated.
    Extra,
    /// It is generated more than once.
    Duplicate,
    /// It leads elsewhere.
    WrongChild,
    /// It is not legal and accepted.
    Accepted,
    /// It is legal and refused.
    Refused,
}

/// Whether a bug may be behind a failure of a case: some check fails in a way, and by a piece, in which the bug shows.
#[must_use]
pub fn likely(result: &CaseResult<'_>, bug: &Bug) -> bool {
    let failed: Vec<_> = result.checks.iter().filter(|one| one.is_failure()).collect();
    let Some(shows) = &bug.shows else { return !failed.is_empty() };
    // A wrong count says only that something is wrong, which other checks of the case say better.
    let counts_only = failed.iter().all(|one| is_count(one));
    failed.into_iter().filter(|one| counts_only || !is_count(one)).any(|one| is_shown(shows, one))
}

/// Whether nothing is known of a check but that a count is wrong.
const fn is_count(one: &CheckResult<'_>) -> bool {
    matches!(&one.verdict, Verdict::Fail { failure: Failure::WrongCount { .. } })
}

/// Whether what comes of a check is how a bug shows.
fn is_shown(shows: &Shows, one: &CheckResult<'_>) -> bool {
    let has = |way: Way| shows.verdicts.contains(&way);
    let way = |kind| match kind {
        Differing::Missing | Differing::Refused => Way::Missing,
        Differing::Extra | Differing::Accepted => Way::Extra,
        Differing::Duplicate => Way::Duplicate,
        Differing::WrongChild => Way::Child,
    };
    let is_by = |text: &str| {
        let piece = mover(text);
        shows.pieces.is_empty() || piece.is_none_or(|piece| shows.pieces.contains(&piece))
    };
    let moves = differing(one);
    if !moves.is_empty() {
        return moves.into_iter().any(|(kind, text)| has(way(kind)) && is_by(text));
    }
    match &one.verdict {
        Verdict::Fail { failure: Failure::WrongStatus { .. } } => has(Way::Status),
        Verdict::Fail { failure: Failure::InvalidPositionAccepted { .. } } => has(Way::Position),
        Verdict::Error { kind: ErrorKind::Refused, .. } => has(Way::Position) || has(Way::Child),
        Verdict::Error { .. } | Verdict::Fail { failure: Failure::BrokenRelation(_) } => false,
        // A count alone does not say what is behind it.
        _ => shows.verdicts.iter().any(|way| *way != Way::Position),
    }
}

/// The moves of a check that differ, each with how.
#[must_use]
pub fn differing<'a>(one: &'a CheckResult<'_>) -> Vec<(Differing, &'a str)> {
    let asked = match &one.check.question {
        Question::After(text) => Some(text.as_str()),
        _ => None,
    };
    match &one.verdict {
        Verdict::Fail { failure: Failure::Moves { missing, extra, duplicate, .. } } => {
            let lists =
                [(Differing::Missing, missing), (Differing::Extra, extra), (Differing::Duplicate, duplicate)];
            let each = |(kind, list): (Differing, &'a Vec<String>)| {
                list.iter().map(move |text| (kind, text.as_str()))
            };
            lists.into_iter().flat_map(each).collect()
        }
        Verdict::Fail { failure: Failure::WrongChild { .. } } => {
            asked.map(|text| (Differing::WrongChild, text)).into_iter().collect()
        }
        Verdict::Fail { failure: Failure::IllegalMoveAccepted { .. } } => {
            asked.map(|text| (Differing::Accepted, text)).into_iter().collect()
        }
        Verdict::Error { kind: ErrorKind::Refused, .. } => {
            asked.map(|text| (Differing::Refused, text)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The label of the piece that makes a move, as of White.
#[must_use]
pub fn mover(text: &str) -> Option<String> {
    let (label, rest) = text.split_once(' ')?;
    let is_label = !rest.is_empty() && label.chars().all(char::is_alphabetic);
    is_label.then(|| label.to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_mover_of_a_move_is_named_as_of_white() {
        for (text, expected) in [
            ("P e2-e4", Some("P")),
            ("pc a1-a2; Q-b3", Some("PC")),
            ("e2e4", None),
            ("", None),
            ("1 x", None),
        ] {
            assert_eq!(mover(text).as_deref(), expected, "{text}");
        }
    }
}
