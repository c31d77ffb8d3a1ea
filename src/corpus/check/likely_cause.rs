//! Which bugs may be behind the failures of a case.
//!
//! Invariant: a bug that does not say how it shows may be behind anything, and so may any bug where nothing is known but that
//! a count is wrong.

use super::{CaseResult, CheckResult};
use crate::corpus::question::{ErrorKind, Failure, Question, Verdict};
use crate::corpus::suite::{Bug, BugSymptoms, Symptom};
use serde::Serialize;

/// In what way a move differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveDifference {
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
pub fn is_likely_cause(result: &CaseResult<'_>, bug: &Bug) -> bool {
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
fn is_shown(shows: &BugSymptoms, one: &CheckResult<'_>) -> bool {
    let has = |way: Symptom| shows.verdicts.contains(&way);
    let way = |kind| match kind {
        MoveDifference::Missing | MoveDifference::Refused => Symptom::Missing,
        MoveDifference::Extra | MoveDifference::Accepted => Symptom::Extra,
        MoveDifference::Duplicate => Symptom::Duplicate,
        MoveDifference::WrongChild => Symptom::Child,
    };
    let is_by = |text: &str| {
        let piece = mover(text);
        shows.pieces.is_empty() || piece.is_none_or(|piece| shows.pieces.contains(&piece))
    };
    let moves = move_differences(one);
    if !moves.is_empty() {
        return moves.into_iter().any(|(kind, text)| has(way(kind)) && is_by(text));
    }
    match &one.verdict {
        Verdict::Fail { failure: Failure::WrongStatus { .. } } => has(Symptom::Status),
        Verdict::Fail { failure: Failure::InvalidPositionAccepted { .. } } => has(Symptom::Position),
        Verdict::Error { kind: ErrorKind::Refused, .. } => has(Symptom::Position) || has(Symptom::Child),
        Verdict::Error { .. } | Verdict::Fail { failure: Failure::BrokenRelation(_) } => false,
        // A count alone does not say what is behind it.
        _ => shows.verdicts.iter().any(|way| *way != Symptom::Position),
    }
}

/// The moves of a check that differ, each with how.
#[must_use]
pub fn move_differences<'a>(one: &'a CheckResult<'_>) -> Vec<(MoveDifference, &'a str)> {
    let asked = match &one.check.question {
        Question::After(text) => Some(text.as_str()),
        _ => None,
    };
    match &one.verdict {
        Verdict::Fail { failure: Failure::Moves { missing, extra, duplicate, .. } } => {
            let lists = [
                (MoveDifference::Missing, missing),
                (MoveDifference::Extra, extra),
                (MoveDifference::Duplicate, duplicate),
            ];
            let each = |(kind, list): (MoveDifference, &'a Vec<String>)| {
                list.iter().map(move |text| (kind, text.as_str()))
            };
            lists.into_iter().flat_map(each).collect()
        }
        Verdict::Fail { failure: Failure::WrongChild { .. } } => {
            asked.map(|text| (MoveDifference::WrongChild, text)).into_iter().collect()
        }
        Verdict::Fail { failure: Failure::IllegalMoveAccepted { .. } } => {
            asked.map(|text| (MoveDifference::Accepted, text)).into_iter().collect()
        }
        Verdict::Error { kind: ErrorKind::Refused, .. } => {
            asked.map(|text| (MoveDifference::Refused, text)).into_iter().collect()
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
