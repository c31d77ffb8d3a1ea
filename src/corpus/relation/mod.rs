//! Relations between the answers of one backend, which hold under any rules.
//!
//! A relation needs no expected value: it asks the same question in two ways, or about two related positions. Invariants: the number of
//! questions is bounded by the number of legal moves, and an unsupported question breaks no relation. Positions and moves are
//! transformed as texts, so that a fault in their representation cannot hide. This module knows the tables of the variants and no
//! rule.

mod children;
mod count;
mod image;
mod keys;
mod rights;
mod route;
mod text;

#[cfg(test)]
mod tests;

pub use image::{image_of_move, image_of_position};

use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::variant::{Symmetry, Variant, VariantId};
use serde::{Deserialize, Serialize};
use std::fmt;
use text::Text;

/// A relation between answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// A position reached by moves has the same answers as its VFEN.
    Route,
    /// Two positions have the same key exactly if they are the same for repetition.
    Keys,
    /// At a position and after each of its moves, the game is decided exactly if there is no legal move.
    Status,
    /// The mirror image of a position has the mirror images of its moves.
    Mirror,
    /// With the colours exchanged, a position has its moves with the colours exchanged.
    Colors,
    /// Removing a right of the side to move adds no moves, and removing a ban removes none.
    Rights,
    /// Perft 1 is the number of listed moves. A count is the same with one and two threads, with and without a hash table, and split
    /// by moves.
    Count,
}

/// How a relation is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// The relation.
    pub relation: Relation,
    /// A description of what was compared.
    pub what: String,
    /// What differs.
    pub rows: Vec<Row>,
}

/// The differing answers to one of the questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the question.
    pub name: String,
    /// The answers to the question. For a list, those that the list of the other question lacks.
    pub texts: Vec<String>,
}

/// How a relation is broken, if it is.
type RelationResult = Result<Option<Broken>, BackendError>;

impl Relation {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Route, Self::Keys, Self::Status, Self::Mirror, Self::Colors, Self::Rights, Self::Count];

    /// Whether the relation applies to a position, judged by its text.
    #[must_use]
    pub fn applies(self, variant: VariantId, vfen: &str) -> bool {
        let table = Variant::get(variant);
        match self {
            Self::Mirror => table.symmetries.contains(&Symmetry::Files),
            Self::Colors => table.symmetries.contains(&Symmetry::Colors),
            Self::Rights => Text::parse(table, vfen).is_some_and(|text| !rights::changed(&text).is_empty()),
            Self::Status => !table.statuses.is_empty(),
            Self::Route | Self::Keys | Self::Count => true,
        }
    }

    /// Checks the relation between the answers of a backend at the end of a path.
    ///
    /// # Errors
    /// If the backend does not answer, or does not support the questions.
    pub fn hold(self, view: &mut dyn VariantBackend, path: PositionPath<'_>) -> RelationResult {
        match self {
            Self::Route => route::hold(view, path),
            Self::Keys => keys::hold(view, path),
            Self::Status => children::hold(view, path),
            Self::Mirror => image::hold(view, path, Symmetry::Files),
            Self::Colors => image::hold(view, path, Symmetry::Colors),
            Self::Rights => rights::hold(view, path),
            Self::Count => count::hold(view, path),
        }
    }

    /// The break of [`Count`](Self::Count) by a backend that lists and counts different numbers of moves.
    #[must_use]
    pub fn unlike(listed: usize, counted: u128) -> Broken {
        count::unlike(listed, counted)
    }

    fn broken(self, what: String, rows: Vec<(&'static str, Vec<String>)>) -> Broken {
        let rows = rows.into_iter().filter(|(_, texts)| !texts.is_empty());
        Broken {
            relation: self,
            what,
            rows: rows.map(|(name, texts)| Row { name: name.to_owned(), texts }).collect(),
        }
    }
}

/// Its name.
impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The maximum length of a list of moves that is compared, because each move may take a question. No position has as many.
pub(crate) const MAX_MOVES: usize = 2000;

/// The legal moves, sorted.
fn moves(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
    let mut moves = view.moves(path)?;
    check_length(&moves)?;
    moves.sort();
    Ok(moves)
}

/// Checks the length of a list of moves.
///
/// # Errors
/// If the list is too long to be compared.
pub fn check_length(moves: &[String]) -> Result<(), BackendError> {
    match moves.len() {
        0..=MAX_MOVES => Ok(()),
        length => {
            let problem = format!("listed {length} moves; at most {MAX_MOVES} are compared");
            Err(BackendError::Protocol(problem))
        }
    }
}

/// The texts that are only in the first list, and those only in the second. Duplicates count.
fn difference(one: &[String], other: &[String]) -> (Vec<String>, Vec<String>) {
    let only = |list: &[String], other: &[String]| {
        let mut left = other.to_vec();
        let mut only = list.to_vec();
        only.retain(|text| match left.iter().position(|other| other == text) {
            Some(index) => {
                left.swap_remove(index);
                false
            }
            None => true,
        });
        only
    };
    (only(one, other), only(other, one))
}

/// At most `most` entries of a list, evenly spaced.
fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most.max(1)).max(1))
}

/// The moves of a path with more at the end.
fn line(path: PositionPath<'_>, texts: &[&String]) -> Vec<String> {
    path.moves.iter().chain(texts.iter().copied()).cloned().collect()
}

/// The answer, or `None` if the backend does not support the question.
fn known<T>(answer: Result<T, BackendError>) -> Result<Option<T>, BackendError> {
    match answer {
        Err(BackendError::Unsupported(_)) => Ok(None),
        answer => answer.map(Some),
    }
}
