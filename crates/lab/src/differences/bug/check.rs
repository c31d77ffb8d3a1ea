//! The bug file of a failed check.

use super::answered::Answered;
use super::file::Bug;
use super::make::{ReproContext, differing};
use crate::differences::descend::Kind;
use vperft::inner::backend::{PositionPath, Question};
use vperft::inner::corpus::question::{ErrorKind, Expected, Failure, Query, Verdict};
use vperft::inner::game::perft::Count;

impl ReproContext<'_> {
    /// The file about a failed check. `None` if the verdict lacks the answer, as after a count that was given up or a truncated list.
    #[must_use]
    pub fn of_check(
        &self,
        path: PositionPath<'_>,
        query: &Query,
        expected: &Expected,
        verdict: &Verdict,
        is_flaky: bool,
    ) -> Option<Bug> {
        let (root, moves, query) = match query {
            Query::Input(vfen) => (vfen.as_str(), &[][..], Query::Ask(Question::Read)),
            query => (path.vfen, path.moves, query.clone()),
        };
        let right = trusted(expected);
        let (kind, wrong) = answered(verdict, expected)?;
        let kind = if is_flaky { Kind::Flaky } else { kind };
        if right.is_same(&wrong) {
            return None;
        }
        Some(self.bug(root, moves.to_vec(), root.to_owned(), kind, query, [right, wrong]))
    }
}

/// The expected answer.
fn trusted(expected: &Expected) -> Answered {
    let refused = |message: String| Answered::Error { kind: ErrorKind::Refused, message };
    match expected {
        Expected::Moves(moves) => {
            let mut moves = moves.clone();
            moves.sort();
            Answered::Moves(moves)
        }
        Expected::Count(count) => Answered::Count(Count(*count)),
        // The question for classes is not stored in bug files; see `of_check`.
        Expected::Classes(_) => refused(expected.to_string()),
        Expected::Position(vfen) => Answered::Vfen(vfen.clone()),
        Expected::Status(status) => Answered::Status(*status),
        Expected::IllegalMove => refused("the move is illegal".into()),
        Expected::InvalidPosition(fault) => refused(format!("the position is invalid: {fault}")),
        Expected::Holds => Answered::Relation(None),
    }
}

/// The kind of mistake and the answer in a verdict; `None` if it lacks them.
fn answered(verdict: &Verdict, expected: &Expected) -> Option<(Kind, Answered)> {
    let failure = match verdict {
        Verdict::Fail { failure } => failure,
        Verdict::Error { kind, message } => {
            return Some((Kind::NoAnswer, Answered::Error { kind: *kind, message: message.clone() }));
        }
        Verdict::Pass | Verdict::OtherReason { .. } | Verdict::Unsupported { .. } => return None,
    };
    Some(match (failure, expected) {
        (failure, _) if !failure.is_whole() => return None,
        (Failure::Moves { missing, extra, duplicate, .. }, Expected::Moves(right)) => {
            (Kind::Set, Answered::Moves(differing(right, missing, extra, duplicate)))
        }
        (Failure::WrongCount { actual, is_more: false, .. }, _) => {
            (Kind::Unknown, Answered::Count(Count(*actual)))
        }
        (Failure::WrongChild { actual, .. }, _) => (Kind::Child, Answered::Vfen(actual.clone())),
        (Failure::WrongStatus { actual, .. }, _) => (Kind::Status, Answered::Status(*actual)),
        (Failure::BrokenRelation(broken), _) => (Kind::Relation, Answered::Relation(Some(broken.clone()))),
        (Failure::IllegalMoveAccepted { child }, _) => (Kind::Set, Answered::Vfen(child.clone())),
        (Failure::InvalidPositionAccepted { vfen, .. }, _) => (Kind::Unknown, Answered::Vfen(vfen.clone())),
        _ => return None,
    })
}
