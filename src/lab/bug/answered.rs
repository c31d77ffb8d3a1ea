//! The question of a bug file, and the answers to it.

use crate::backend::{BackendError, PositionPath};
use crate::corpus::question::{ErrorKind, Verdict};
use crate::corpus::relation::{Broken, Relation};
use crate::game::notation;
use crate::game::perft::Count;
use crate::game::rules::Status;
use crate::lab::descend::Side;
use crate::lab::descend::ways;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What is asked at a place to see a failure.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Probe {
    /// The position.
    Read,
    /// The legal moves.
    Moves,
    /// The legal moves from a square.
    MovesOf {
        /// The square.
        square: String,
    },
    /// Where a move leads.
    After {
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// How the game stands.
    Status,
    /// How many legal move sequences there are.
    Perft {
        /// Of so many plies.
        depth: u32,
    },
    /// The same, split by the first move.
    Divide {
        /// Of so many plies, at least one.
        depth: u32,
    },
    /// Whether answers fit together.
    Relation {
        /// Which ones.
        relation: Relation,
    },
}

/// What a side answers.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answered {
    /// A position.
    Vfen(String),
    /// Moves, sorted; one that is there twice was listed twice.
    Moves(Vec<String>),
    /// A status.
    Status(Status),
    /// A count.
    Count(Count),
    /// Moves with the counts below them, sorted.
    Divide(Vec<(String, Count)>),
    /// How a relation between answers is broken; none if they fit together.
    Relation(Option<Broken>),
    /// No answer.
    Error {
        /// Why.
        kind: ErrorKind,
        /// Why, in words.
        message: String,
    },
}

impl Probe {
    /// Asks a side; that it gives no answer is one.
    ///
    /// # Errors
    /// If it does not do what it is asked.
    pub(super) fn ask(&self, side: &mut Side<'_>, place: PositionPath<'_>) -> Result<Answered, BackendError> {
        let answer = match self {
            Self::Read => side.after(place).map(Answered::Vfen),
            Self::Moves => side.moves(place).map(Answered::Moves),
            Self::MovesOf { square } => side.moves(place).map(|mut moves| {
                moves.retain(|text| notation::starts_on(text, square));
                Answered::Moves(moves)
            }),
            Self::After { text } => {
                let moves: Vec<_> = place.moves.iter().chain([text]).cloned().collect();
                side.after(PositionPath { moves: &moves, ..place }).map(Answered::Vfen)
            }
            Self::Status => side.status(place).map(Answered::Status),
            Self::Perft { depth } => side.perft(place, *depth).map(|count| Answered::Count(Count(count))),
            Self::Divide { depth } => side.divide(place, (*depth).max(1)).map(|rows| {
                Answered::Divide(rows.into_iter().map(|(text, count)| (text, Count(count))).collect())
            }),
            Self::Relation { relation } => side.relation(*relation, place).map(Answered::Relation),
        };
        match answer {
            Err(error @ BackendError::Unsupported(_)) => Err(error),
            Err(error) => Ok(Answered::failed(error)),
            answer => answer,
        }
    }
}

impl Probe {
    /// The answer of the side that is believed, which that nobody needs to be asked for answers fit together.
    ///
    /// # Errors
    /// If it gives none.
    pub(super) fn ask_believed(
        &self,
        a: &mut Side<'_>,
        place: PositionPath<'_>,
    ) -> Result<Answered, BackendError> {
        match self {
            Self::Relation { .. } => Ok(Answered::Relation(None)),
            _ => self.ask(a, place),
        }
    }
}

impl Answered {
    /// That there is no answer.
    pub(super) fn failed(error: BackendError) -> Self {
        let message = error.to_string();
        match Verdict::from(error) {
            Verdict::Error { kind, message } => Self::Error { kind, message },
            _ => Self::Error { kind: ErrorKind::Refused, message },
        }
    }

    /// Whether another answer is the same. The words of errors do not count: they hold process ids and times.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Error { kind, .. }, Self::Error { kind: other, .. }) => kind == other,
            // The words hold positions and keys.
            (Self::Relation(Some(one)), Self::Relation(Some(other))) => {
                ways(one.relation, &one.rows) == ways(other.relation, &other.rows)
            }
            _ => self == other,
        }
    }

    /// Whether it is one to this question, or none.
    pub(super) const fn fits(&self, probe: &Probe) -> bool {
        matches!(
            (self, probe),
            (Self::Error { .. }, _)
                | (Self::Vfen(_), Probe::Read | Probe::After { .. })
                | (Self::Moves(_), Probe::Moves | Probe::MovesOf { .. })
                | (Self::Status(_), Probe::Status)
                | (Self::Count(_), Probe::Perft { .. })
                | (Self::Divide(_), Probe::Divide { .. })
                | (Self::Relation(_), Probe::Relation { .. })
        )
    }
}

/// The question in a few words.
impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => f.write_str("the position as it is printed"),
            Self::Moves => f.write_str("the legal moves"),
            Self::MovesOf { square } => write!(f, "the legal moves from {square}"),
            Self::After { text } => write!(f, "the position after {text}"),
            Self::Status => f.write_str("the status"),
            Self::Perft { depth } => write!(f, "perft {depth}"),
            Self::Divide { depth } => write!(f, "divide {depth}"),
            Self::Relation { relation } => write!(f, "relation:{relation}"),
        }
    }
}
