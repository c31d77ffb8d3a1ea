//! The answers in a bug file.

use crate::differences::descend::Side;
use crate::differences::descend::ways;
use serde::{Deserialize, Serialize};
use vperft::inner::backend::{BackendError, PositionPath, Question};
use vperft::inner::corpus::question::{ErrorKind, Query, Verdict};
use vperft::inner::corpus::relation::Broken;
use vperft::inner::game::notation;
use vperft::inner::game::perft::Count;
use vperft::inner::game::rules::Status;

/// The answer of a side, as a bug file stores it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answered {
    /// A position.
    Vfen(String),
    /// Moves, sorted, with duplicates.
    Moves(Vec<String>),
    /// A status.
    Status(Status),
    /// A count.
    Count(Count),
    /// Moves with the counts below them, sorted.
    Divide(Vec<(String, Count)>),
    /// How a relation is broken; `None` if it holds.
    Relation(Option<Broken>),
    /// An error.
    Error {
        /// Its kind.
        kind: ErrorKind,
        /// Its message.
        message: String,
    },
}

/// Asks a side. If it fails to answer, that is an answer too.
///
/// # Errors
/// If the side does not support the query.
pub(super) fn ask(
    query: &Query,
    side: &mut Side<'_>,
    path: PositionPath<'_>,
) -> Result<Answered, BackendError> {
    let answer = match query {
        Query::Ask(Question::Moves) => side.moves(path).map(Answered::Moves),
        Query::Ask(Question::MovesOf { square }) => side.moves(path).map(|mut moves| {
            moves.retain(|text| notation::starts_on(text, square));
            Answered::Moves(moves)
        }),
        Query::Ask(Question::After { text }) => {
            let moves = path.moves_with(text);
            side.after(PositionPath { moves: &moves, ..path }).map(Answered::Vfen)
        }
        Query::Ask(Question::Status) => side.status(path).map(Answered::Status),
        Query::Ask(Question::Perft { depth }) => {
            side.perft(path, *depth).map(|count| Answered::Count(Count(count)))
        }
        Query::Ask(Question::Divide { depth }) => side.divide(path, (*depth).max(1)).map(|rows| {
            Answered::Divide(rows.into_iter().map(|(text, count)| (text, Count(count))).collect())
        }),
        Query::Relation(relation) => side.relation(*relation, path).map(Answered::Relation),
        Query::Input(vfen) => side.after(vfen.into()).map(Answered::Vfen),
        // Bug files hold no other question.
        Query::Ask(
            Question::Read
            | Question::Children
            | Question::Key
            | Question::Survey
            | Question::Digest
            | Question::Check
            | Question::Classes { .. },
        ) => side.after(path).map(Answered::Vfen),
    };
    match answer {
        Err(error @ BackendError::Unsupported(_)) => Err(error),
        Err(error) => Ok(Answered::failed(error)),
        answer => answer,
    }
}

/// Asks the trusted side. A relation need not be asked about, because it must hold.
///
/// # Errors
/// If the side does not support the query.
pub(super) fn ask_trusted(
    query: &Query,
    a: &mut Side<'_>,
    path: PositionPath<'_>,
) -> Result<Answered, BackendError> {
    match query {
        Query::Relation(_) => Ok(Answered::Relation(None)),
        _ => ask(query, a, path),
    }
}

impl Answered {
    /// The answer for an error.
    pub(super) fn failed(error: BackendError) -> Self {
        let message = error.to_string();
        match Verdict::from(error) {
            Verdict::Error { kind, message } => Self::Error { kind, message },
            _ => Self::Error { kind: ErrorKind::Refused, message },
        }
    }

    /// Whether another answer is the same. The messages of errors are ignored, because they contain process ids and times.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Error { kind, .. }, Self::Error { kind: other, .. }) => kind == other,
            // The descriptions contain positions and keys.
            (Self::Relation(Some(one)), Self::Relation(Some(other))) => {
                ways(one.relation, &one.rows) == ways(other.relation, &other.rows)
            }
            _ => self == other,
        }
    }

    /// Whether it is an answer to this query, or an error.
    pub(super) const fn fits(&self, probe: &Query) -> bool {
        matches!(
            (self, probe),
            (Self::Error { .. }, _)
                | (Self::Vfen(_), Query::Ask(Question::Read) | Query::Ask(Question::After { .. }))
                | (Self::Moves(_), Query::Ask(Question::Moves) | Query::Ask(Question::MovesOf { .. }))
                | (Self::Status(_), Query::Ask(Question::Status))
                | (Self::Count(_), Query::Ask(Question::Perft { .. }))
                | (Self::Divide(_), Query::Ask(Question::Divide { .. }))
                | (Self::Relation(_), Query::Relation(_))
        )
    }
}
