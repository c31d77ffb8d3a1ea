//! The question a backend is asked, and its answer.
//!
//! One pair of types serves everything that asks a backend or answers as one: the corpus, records, bug files, both sides of the
//! JSON-lines protocol, engines, scripts and the tools that compare backends. A question is about a
//! [`PositionPath`](super::PositionPath) and a [`CountPlan`] says how to count; neither is part of it. This module knows no rule, no
//! file and no expected value.

use super::{BackendError, Survey};
use crate::game::classes::ClassTable;
use crate::game::perft::{CountCache, CountObserver, Resources};
use crate::game::rules::Status;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A question about the position at the end of a path.
///
/// Bug files hold it as JSON, with its kind in `ask`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
pub enum Question {
    /// The canonical VFEN of the position.
    Read,
    /// The legal moves, in any order. A move that the backend generates twice is listed twice.
    Moves,
    /// The legal moves whose mover starts on a square.
    MovesOf {
        /// The name of the square.
        square: String,
    },
    /// The canonical VFEN after one more move.
    After {
        /// The text of the move.
        #[serde(rename = "move")]
        text: String,
    },
    /// The status of the game, with the repetitions along the path.
    Status,
    /// The number of legal move sequences of this length (GEN-PERFT).
    ///
    /// If the plan has resources, a backend that counts move by move answers with [`Answer::Divide`], so that a count which is stopped
    /// has the moves that are finished.
    Perft {
        /// The length, in plies.
        depth: u32,
    },
    /// The perft of the child of every legal move, one ply shallower.
    Divide {
        /// The length with the first move, in plies; at least 1.
        depth: u32,
    },
    /// The legal moves, each with the VFEN after it.
    #[serde(skip)]
    Children,
    /// A key that two positions share exactly if they are the same for repetition (GEN-REPEAT).
    #[serde(skip)]
    Key,
    /// Everything about the position by which two backends can be compared.
    #[serde(skip)]
    Survey,
    /// One number for the position, its status, its legal moves and where they lead. Only rules in this program have one.
    #[serde(skip)]
    Digest,
    /// Whether the side to move obeys check and is in check.
    #[serde(skip)]
    Check,
    /// The number of legal move sequences of every length up to this one, and the classes of their last moves.
    #[serde(skip)]
    Classes {
        /// The greatest length, in plies.
        depth: u32,
    },
}

impl Question {
    /// The name of its kind, as files and protocols write it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Moves => "moves",
            Self::MovesOf { .. } => "moves-of",
            Self::After { .. } => "after",
            Self::Status => "status",
            Self::Perft { .. } => "perft",
            Self::Divide { .. } => "divide",
            Self::Children => "children",
            Self::Key => "key",
            Self::Survey => "survey",
            Self::Digest => "digest",
            Self::Check => "check",
            Self::Classes { .. } => "classes",
        }
    }

    /// The depth of a count, in plies.
    #[must_use]
    pub const fn depth(&self) -> Option<u32> {
        match self {
            Self::Perft { depth } | Self::Divide { depth } | Self::Classes { depth } => Some(*depth),
            _ => None,
        }
    }

    /// Whether no other questions answer it, so that a backend has to answer it itself.
    /// [`derive_answer`](super::derive_answer) answers the others.
    #[must_use]
    pub const fn is_basic(&self) -> bool {
        match self {
            Self::Read
            | Self::Moves
            | Self::Status
            | Self::Perft { .. }
            | Self::Divide { .. }
            | Self::Key
            | Self::Digest => true,
            Self::MovesOf { .. }
            | Self::After { .. }
            | Self::Children
            | Self::Survey
            | Self::Check
            | Self::Classes { .. } => false,
        }
    }
}

/// The question in a few words, for messages.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read => f.write_str("the position as it is printed"),
            Self::Moves => f.write_str("the legal moves"),
            Self::MovesOf { square } => write!(f, "the legal moves from {square}"),
            Self::After { text } => write!(f, "the position after {text}"),
            Self::Status => f.write_str("the status"),
            Self::Perft { depth } => write!(f, "perft {depth}"),
            Self::Divide { depth } => write!(f, "divide {depth}"),
            Self::Children => f.write_str("the positions after all legal moves"),
            Self::Key => f.write_str("the key of the position"),
            Self::Survey => f.write_str("everything about the position"),
            Self::Digest => f.write_str("the digest of everything about the position"),
            Self::Check => f.write_str("whether it is check"),
            Self::Classes { depth } => write!(f, "the classes up to perft {depth}"),
        }
    }
}

/// How to count. Only counts use it.
#[derive(Clone, Copy, Default)]
pub struct CountPlan<'a> {
    /// A perft that the harness derives from other answers is given up above this number.
    pub limit: Option<u128>,
    /// The threads and the hash table of a perft or a divide. `None` leaves the choice to the backend.
    pub resources: Option<&'a Resources>,
    /// Observes the count, and can stop it.
    pub observer: Option<&'a CountObserver<'a>>,
    /// The counts that this backend has found in the variant so far, for a perft. Backends whose positions have no key ignore it.
    pub cache: Option<&'a dyn CountCache>,
}

impl<'a> CountPlan<'a> {
    /// The plan that gives up a derived perft above this number.
    #[must_use]
    pub const fn up_to(limit: u128) -> Self {
        Self { limit: Some(limit), resources: None, observer: None, cache: None }
    }

    /// The plan with these threads and this hash table.
    #[must_use]
    pub const fn with(resources: &'a Resources) -> Self {
        Self { limit: None, resources: Some(resources), observer: None, cache: None }
    }

    /// The observer, or one that neither looks nor stops.
    pub(crate) fn observer(&self) -> &'a CountObserver<'a> {
        self.observer.unwrap_or(&())
    }

    /// Whether the observer wants the count to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.observer.is_some_and(|observer| observer.is_stopped())
    }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A position, as VFEN.
    Vfen(String),
    /// Moves, in any order.
    Moves(Vec<String>),
    /// A status.
    Status(Status),
    /// A count.
    Count(u128),
    /// The count was given up; it is larger than this number.
    MoreThan(u128),
    /// The count below every legal move.
    Divide {
        /// The moves with the counts below them; `None` where the count was stopped before.
        rows: Vec<(String, Option<u128>)>,
        /// How many threads counted.
        threads: usize,
        /// The size of the hash table in bytes; 0 without one.
        hash_bytes: usize,
    },
    /// The legal moves, each with the VFEN after it.
    Children(Vec<(String, String)>),
    /// A key or a digest.
    Key(u128),
    /// A survey.
    Survey(Survey),
    /// Whether it is check.
    Check(bool),
    /// Counts by class.
    Classes(ClassTable),
}

impl Answer {
    /// A divide that one thread has finished, without a hash table.
    pub fn divide(rows: impl IntoIterator<Item = (String, u128)>) -> Self {
        Self::rows(rows.into_iter().map(|(text, count)| (text, Some(count))).collect())
    }

    /// A divide by one thread, without a hash table, which may have been stopped.
    #[must_use]
    pub const fn rows(rows: Vec<(String, Option<u128>)>) -> Self {
        Self::Divide { rows, threads: 1, hash_bytes: 0 }
    }

    /// The error that this is not an answer to the question.
    #[must_use]
    pub fn mismatch(&self, question: &Question) -> BackendError {
        let kind = match self {
            Self::Vfen(_) => "a position",
            Self::Moves(_) => "moves",
            Self::Status(_) => "a status",
            Self::Count(_) => "a count",
            Self::MoreThan(_) => "a count that was given up",
            Self::Divide { .. } => "counts of moves",
            Self::Children(_) => "moves with positions",
            Self::Key(_) => "a key",
            Self::Survey(_) => "a survey",
            Self::Check(_) => "whether it is check",
            Self::Classes(_) => "counts by class",
        };
        BackendError::Protocol(format!("answered the question for {question} with {kind}"))
    }
}
