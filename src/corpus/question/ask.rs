//! What a backend is asked, and what it answers.

use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::corpus::relation::{Broken, Relation};
use crate::game::notation;
use crate::game::perft::{Count, Resources};
use crate::game::position::VfenErrorKind;
use crate::game::rules::Status;
use serde::{Serialize, Serializer};
use std::fmt;

/// What is asked at a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Question {
    /// All legal moves.
    Moves,
    /// The legal moves whose mover starts on this square.
    MovesOf(String),
    /// Where this move leads, which may be no legal move.
    After(String),
    /// How the game stands.
    Status,
    /// The canonical form of this VFEN, which may be no position. It is asked at no place.
    Read(String),
    /// The number of legal move sequences of this length.
    Perft(u32),
    /// Whether what it answers at the place is in this relation.
    Relation(Relation),
}

/// By which means a count is made.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CountPlan<'a> {
    /// As the backend likes. One that has to be worked out from other answers is given up above this number.
    UpTo(u128),
    /// With these threads and this hash table.
    With(&'a Resources),
}

/// What a backend answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// These moves, in any order.
    Moves(Vec<String>),
    /// A count.
    Count(u128),
    /// A count that was given up: there are more than that.
    MoreThan(u128),
    /// A position, as VFEN.
    Position(String),
    /// A status.
    Status(Status),
    /// That the move or the position it was asked about is none; its words are those of the error.
    Refused(BackendError),
    /// Answers, that were held against each other: how they differ, if they do.
    Held(Option<Broken>),
}

/// What is expected as an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// These moves.
    Moves(Vec<String>),
    /// This count.
    Count(u128),
    /// This position, as VFEN.
    Position(String),
    /// This status.
    Status(Status),
    /// That the move is refused.
    IllegalMove,
    /// That the position is refused, for this kind of fault.
    InvalidPosition(VfenErrorKind),
    /// That answers are in the relation they are asked about.
    Holds,
}

impl Question {
    /// What it is asked about, where there are several questions of its kind: a square, a move, a VFEN, a depth.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::Moves | Self::Status => None,
            Self::MovesOf(text) | Self::After(text) | Self::Read(text) => Some(text.clone()),
            Self::Perft(depth) => Some(depth.to_string()),
            Self::Relation(relation) => Some(relation.to_string()),
        }
    }

    /// How many plies a backend looks ahead for the answer.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        match self {
            Self::Status | Self::Read(_) => 0,
            Self::Moves | Self::MovesOf(_) | Self::After(_) => 1,
            Self::Relation(_) => 2,
            Self::Perft(depth) => *depth,
        }
    }

    /// Whether the answer may take long: it is a count.
    #[must_use]
    pub const fn is_count(&self) -> bool {
        matches!(self, Self::Perft(_))
    }

    /// Asks a backend.
    ///
    /// # Errors
    /// If it gives no answer, or refuses the place.
    pub fn ask(
        &self,
        view: &mut dyn VariantBackend,
        path: PositionPath<'_>,
        means: CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        Ok(match self {
            Self::Moves => Answer::Moves(view.moves(path)?),
            Self::MovesOf(square) => {
                let mut moves = view.moves(path)?;
                moves.retain(|text| notation::starts_on(text, square));
                Answer::Moves(moves)
            }
            Self::After(text) => {
                // A refusal on the way to the place is none of this move.
                path.reached(view)?;
                let moves: Vec<_> = path.moves.iter().chain([text]).cloned().collect();
                match view.after(PositionPath { moves: &moves, ..path }) {
                    Err(error) if error.refuses_move() => Answer::Refused(error),
                    child => Answer::Position(child?),
                }
            }
            Self::Status => Answer::Status(view.status(path)?),
            Self::Read(text) => match view.read(text) {
                Err(error) if error.refuses_position() => Answer::Refused(error),
                canonical => Answer::Position(canonical?),
            },
            Self::Relation(relation) => Answer::Held(relation.hold(view, path)?),
            Self::Perft(depth) => match means {
                CountPlan::UpTo(most) => {
                    view.perft_within(path, *depth, most)?.map_or(Answer::MoreThan(most), Answer::Count)
                }
                CountPlan::With(resources) => Answer::Count(view.count(path, *depth, resources, &())?.total),
            },
        })
    }
}

impl Answer {
    /// The same as somebody who believes it expects it, moves sorted; none of an answer that says too little to be expected.
    #[must_use]
    pub fn expected(self) -> Option<Expected> {
        Some(match self {
            Self::Moves(mut moves) => {
                moves.sort();
                Expected::Moves(moves)
            }
            Self::Count(count) => Expected::Count(count),
            Self::Position(vfen) => Expected::Position(vfen),
            Self::Status(status) => Expected::Status(status),
            Self::Refused(error) if error.refuses_move() => Expected::IllegalMove,
            Self::Refused(error) => Expected::InvalidPosition(error.fault()?),
            Self::Held(None) => Expected::Holds,
            Self::MoreThan(_) | Self::Held(Some(_)) => return None,
        })
    }
}

impl Expected {
    /// The leaf nodes a backend counts for it.
    #[must_use]
    pub const fn nodes(&self) -> u128 {
        match self {
            Self::Count(count) => *count,
            _ => 0,
        }
    }
}

impl Serialize for Expected {
    /// As the corpus holds it; of a refused move `illegal`, of a refused position the kind of fault.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Moves(moves) => moves.serialize(serializer),
            Self::Count(count) => Count(*count).serialize(serializer),
            Self::Position(vfen) => vfen.serialize(serializer),
            Self::Status(status) => status.serialize(serializer),
            Self::IllegalMove => "illegal".serialize(serializer),
            Self::InvalidPosition(kind) => kind.serialize(serializer),
            Self::Holds => "holds".serialize(serializer),
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(moves) => f.write_str(&moves.join(" | ")),
            Self::Count(count) => write!(f, "{count}"),
            Self::Position(vfen) => f.write_str(vfen),
            Self::Status(status) => write!(f, "{status}"),
            Self::IllegalMove => f.write_str("illegal"),
            Self::InvalidPosition(kind) => write!(f, "{kind}"),
            Self::Holds => f.write_str("holds"),
        }
    }
}
