//! Queries, the replies to them, and the expected values of checks.

use crate::backend::{Answer, BackendError, CountPlan, PositionPath, Question, VariantBackend};
use crate::corpus::relation::{Broken, Relation};
use crate::game::perft::Count;
use crate::game::position::VfenErrorKind;
use crate::game::rules::Status;
use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// The separator between the moves of a list in one line; moves may themselves contain semicolons and spaces.
pub const BETWEEN_MOVES: &str = " | ";

/// A query of a check or a bug file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Query {
    /// A question at the end of a path.
    Ask(Question),
    /// The canonical form of this VFEN, which may be invalid. The path does not matter.
    Input(String),
    /// Whether the answers at the end of a path are in this relation.
    Relation(Relation),
}

/// The reply to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// An answer.
    Answer(Answer),
    /// The backend refuses the move or the VFEN that the query is about.
    Refused(BackendError),
    /// How the relation is broken, if it is.
    Relation(Option<Broken>),
}

/// The expected value of a check.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// These moves.
    Moves(Vec<String>),
    /// This count.
    Count(u128),
    /// These numbers of moves by class at the greatest length, by the names of the classes. A class that no backend reports is unsupported.
    Classes(BTreeMap<String, u128>),
    /// This position, as VFEN.
    Position(String),
    /// This status.
    Status(Status),
    /// The backend refuses the move.
    IllegalMove,
    /// The backend refuses the position, for this kind of fault.
    InvalidPosition(VfenErrorKind),
    /// The answers are in the relation.
    Holds,
}

impl Query {
    /// The part that distinguishes the query from others of its kind: a square, a move, a VFEN, a depth or a
    /// relation.
    #[must_use]
    pub fn subject(&self) -> Option<String> {
        match self {
            Self::Ask(Question::MovesOf { square: text } | Question::After { text }) | Self::Input(text) => {
                Some(text.clone())
            }
            Self::Ask(question) => question.depth().map(|depth| depth.to_string()),
            Self::Relation(relation) => Some(relation.to_string()),
        }
    }

    /// How many plies a backend looks ahead for the answer.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        match self {
            Self::Ask(
                Question::Perft { depth } | Question::Divide { depth } | Question::Classes { depth },
            ) => *depth,
            Self::Ask(Question::Read | Question::Status | Question::Key | Question::Check)
            | Self::Input(_) => 0,
            Self::Ask(_) => 1,
            Self::Relation(_) => 2,
        }
    }

    /// Whether the answer is a count, which may take long.
    #[must_use]
    pub const fn is_count(&self) -> bool {
        matches!(self, Self::Ask(Question::Perft { .. } | Question::Divide { .. }))
    }

    /// Asks a backend.
    ///
    /// # Errors
    /// If the backend does not answer, or refuses the path.
    pub fn ask(
        &self,
        backend: &mut dyn VariantBackend,
        path: PositionPath<'_>,
        plan: &CountPlan<'_>,
    ) -> Result<Reply, BackendError> {
        match self {
            Self::Ask(question @ Question::After { .. }) => {
                // If the backend refuses the path, that is an error and says nothing about the move.
                path.reached(backend)?;
                match backend.ask(path, question, plan) {
                    Err(error) if error.refuses_move() => Ok(Reply::Refused(error)),
                    answer => answer.map(Reply::Answer),
                }
            }
            Self::Ask(question) => match (question, plan.resources) {
                (&Question::Perft { depth: depth @ 1.. }, Some(resources)) => {
                    let total = backend.total(path, depth, resources, plan.observer.unwrap_or(&()))?.total;
                    Ok(Reply::Answer(Answer::Count(total)))
                }
                // A position is its own only leaf, also of a game that is over.
                _ => backend.ask(path, question, plan).map(Reply::Answer),
            },
            Self::Input(vfen) => match backend.ask(vfen.into(), &Question::Read, plan) {
                Err(error) if error.refuses_position() => Ok(Reply::Refused(error)),
                answer => answer.map(Reply::Answer),
            },
            Self::Relation(relation) => relation.hold(backend, path).map(Reply::Relation),
        }
    }
}

/// The query in a few words, for messages.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ask(question) => write!(f, "{question}"),
            Self::Input(_) => f.write_str("the position that a text means"),
            Self::Relation(relation) => write!(f, "relation:{relation}"),
        }
    }
}

/// As bug files write it: a question, or `{"ask": "relation", "relation": NAME}`.
impl Serialize for Query {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct RelationQuery {
            ask: &'static str,
            relation: Relation,
        }
        match self {
            Self::Ask(question) => question.serialize(serializer),
            Self::Relation(relation) => {
                RelationQuery { ask: RELATION, relation: *relation }.serialize(serializer)
            }
            Self::Input(_) => Err(S::Error::custom("the VFEN of an input is the root of its bug file")),
        }
    }
}

/// The kind of a query about a relation.
const RELATION: &str = "relation";

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct RelationQuery {
            relation: Relation,
        }
        let value = Value::deserialize(deserializer)?;
        let query = if value.get("ask").is_some_and(|ask| ask == RELATION) {
            RelationQuery::deserialize(value).map(|query| Self::Relation(query.relation))
        } else {
            Question::deserialize(value).map(Self::Ask)
        };
        query.map_err(D::Error::custom)
    }
}

impl Reply {
    /// The reply as an expectation, with moves sorted. `None` if nothing could be expected of it.
    #[must_use]
    pub fn expected(self) -> Option<Expected> {
        Some(match self {
            Self::Answer(Answer::Moves(mut moves)) => {
                moves.sort();
                Expected::Moves(moves)
            }
            Self::Answer(Answer::Count(count)) => Expected::Count(count),
            Self::Answer(Answer::Vfen(vfen)) => Expected::Position(vfen),
            Self::Answer(Answer::Status(status)) => Expected::Status(status),
            Self::Refused(error) if error.refuses_move() => Expected::IllegalMove,
            Self::Refused(error) => Expected::InvalidPosition(error.fault()?),
            Self::Relation(None) => Expected::Holds,
            Self::Answer(_) | Self::Relation(Some(_)) => return None,
        })
    }
}

impl Expected {
    /// The number of leaf nodes that a backend counts for it.
    #[must_use]
    pub const fn nodes(&self) -> u128 {
        match self {
            Self::Count(count) => *count,
            _ => 0,
        }
    }
}

impl Serialize for Expected {
    /// As the corpus writes it; a refused move is `illegal`, and a refused position is the kind of its fault.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Moves(moves) => moves.serialize(serializer),
            Self::Count(count) => Count(*count).serialize(serializer),
            Self::Classes(counts) => {
                serializer.collect_map(counts.iter().map(|(name, count)| (name, Count(*count))))
            }
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
            Self::Moves(moves) => f.write_str(&moves.join(BETWEEN_MOVES)),
            Self::Count(count) => write!(f, "{count}"),
            Self::Classes(counts) => {
                let counts: Vec<_> = counts.iter().map(|(name, count)| format!("{name} {count}")).collect();
                f.write_str(&counts.join(", "))
            }
            Self::Position(vfen) => f.write_str(vfen),
            Self::Status(status) => write!(f, "{status}"),
            Self::IllegalMove => f.write_str("illegal"),
            Self::InvalidPosition(kind) => write!(f, "{kind}"),
            Self::Holds => f.write_str("holds"),
        }
    }
}
