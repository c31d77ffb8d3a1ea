//! Decides which bugs are likely causes of the failures of a case.
//!
//! Invariant: a bug without stated symptoms may cause any failure. If only counts are wrong, any bug may be
//! the cause unless it affects positions alone.

use super::{CaseResult, CheckResult};
use crate::backend::Question;
use crate::corpus::question::{ErrorKind, Failure, Query, Verdict};
use crate::corpus::suite::{Bug, BugSymptoms, Symptom};
use serde::Serialize;

/// How a move differs from the expected moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveDifference {
    /// It is legal but not generated.
    Missing,
    /// It is generated but not legal.
    Extra,
    /// It is generated more than once.
    Duplicate,
    /// It leads to a wrong position.
    WrongChild,
    /// It is illegal but accepted.
    Accepted,
    /// It is legal but refused.
    Refused,
}

/// Whether a failing check of the case shows a symptom of the bug, by a piece that the bug affects.
#[must_use]
pub fn is_likely_cause(result: &CaseResult<'_>, bug: &Bug) -> bool {
    // An answer that a fresh process gives otherwise shows nothing about the rules.
    let failed = result.checks.iter().filter(|one| one.is_failure() && one.rerun.is_none());
    let failed: Vec<_> = failed.collect();
    let Some(shows) = &bug.shows else { return !failed.is_empty() };
    // A wrong count is weak evidence: prefer the other failing checks of the case.
    let counts_only = failed.iter().all(|one| is_wrong_count(one));
    failed.into_iter().filter(|one| counts_only || !is_wrong_count(one)).any(|one| is_shown(shows, one))
}

/// Whether the check fails by a wrong count alone.
const fn is_wrong_count(one: &CheckResult<'_>) -> bool {
    matches!(&one.verdict, Verdict::Fail { failure: Failure::WrongCount { .. } })
}

/// Whether the verdict of a check shows one of these symptoms.
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
        // A wrong count does not reveal the symptom.
        _ => shows.verdicts.iter().any(|way| *way != Symptom::Position),
    }
}

/// The moves that differ in a check, each with the kind of difference.
#[must_use]
pub fn move_differences<'a>(one: &'a CheckResult<'_>) -> Vec<(MoveDifference, &'a str)> {
    let move_asked = match &one.check.question {
        Query::Ask(Question::After { text }) => Some(text.as_str()),
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
            move_asked.map(|text| (MoveDifference::WrongChild, text)).into_iter().collect()
        }
        Verdict::Fail { failure: Failure::IllegalMoveAccepted { .. } } => {
            move_asked.map(|text| (MoveDifference::Accepted, text)).into_iter().collect()
        }
        Verdict::Error { kind: ErrorKind::Refused, .. } => {
            move_asked.map(|text| (MoveDifference::Refused, text)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The uppercase label of the piece that makes a move.
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
    fn the_mover_is_an_uppercase_label() {
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
