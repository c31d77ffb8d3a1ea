//! What the answers of one backend have to do with each other, whatever the rules say.
//!
//! Nobody says what is right here: a backend is asked the same in two ways, or about two positions of which one follows from the
//! other. Invariants: how many questions that takes is bounded by the number of legal moves; a backend that does not know a
//! question breaks nothing. Positions and moves are turned and changed as texts, so that a fault in how they are stored cannot hide
//! itself. This module knows the tables of the variants, and no rule.

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
#[non_exhaustive]
pub enum Relation {
    /// A position that was played to is answered as the same position given as a VFEN.
    Route,
    /// Two positions have the same key exactly if they are the same for repetition.
    Keys,
    /// The game is decided at a position, and after each of its moves, exactly if there is no legal move there.
    Status,
    /// Left and right exchanged, a position has the moves exchanged.
    Mirror,
    /// White and Black exchanged, a position has the moves exchanged.
    Colors,
    /// Without a right of the side to move there are no moves that there were not; without a ban all that there were.
    Rights,
    /// There are as many moves as are counted; and a count is the same by one thread and by two, with a hash table and without, and
    /// split by its moves.
    Count,
}

/// How a relation is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broken {
    /// The relation.
    pub relation: Relation,
    /// What was compared, in words.
    pub what: String,
    /// What differs.
    pub rows: Vec<Row>,
}

/// Some of what differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// By which of the two ways of asking, in words.
    pub name: String,
    /// What was answered, or what of it was not answered the other way.
    pub texts: Vec<String>,
}

/// What came of holding answers against each other.
type Held = Result<Option<Broken>, BackendError>;

impl Relation {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Route, Self::Keys, Self::Status, Self::Mirror, Self::Colors, Self::Rights, Self::Count];

    /// Whether it says anything about a position of a variant, as far as its text shows.
    #[must_use]
    pub fn applies(self, variant: VariantId, vfen: &str) -> bool {
        let table = Variant::get(variant);
        match self {
            Self::Mirror => table.symmetries.contains(&Symmetry::Files),
            Self::Colors => table.symmetries.contains(&Symmetry::Colors),
            Self::Rights => Text::read(table, vfen).is_some_and(|text| !rights::changed(&text).is_empty()),
            Self::Status => !table.statuses.is_empty(),
            Self::Route | Self::Keys | Self::Count => true,
        }
    }

    /// Holds the answers of a backend at a place against each other.
    ///
    /// # Errors
    /// If it gives no answer where it should, or does not know what it is asked.
    pub fn hold(self, view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Held {
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

    /// How [`Count`](Self::Count) is broken where a backend lists so many moves and counts so many.
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

/// The most moves whose list is compared: each may be a question, and no position of any variant has as many.
pub(crate) const MOST_MOVES: usize = 2000;

/// The legal moves, sorted.
fn moves(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Result<Vec<String>, BackendError> {
    let mut moves = view.moves(path)?;
    check_length(&moves)?;
    moves.sort();
    Ok(moves)
}

/// Demands that a list of moves is not too long to be compared.
///
/// # Errors
/// If it is.
pub(crate) fn check_length(moves: &[String]) -> Result<(), BackendError> {
    match moves.len() {
        0..=MOST_MOVES => Ok(()),
        length => {
            let problem = format!("listed {length} moves; at most {MOST_MOVES} are compared");
            Err(BackendError::Protocol(problem))
        }
    }
}

/// Which texts stand in the first list only, and which in the second; one that is there twice counts twice.
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

/// So many entries of a list at most, spread over it.
fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most.max(1)).max(1))
}

/// The moves of a place with more behind them.
fn line(path: PositionPath<'_>, texts: &[&String]) -> Vec<String> {
    path.moves.iter().chain(texts.iter().copied()).cloned().collect()
}

/// What is asked, unless the backend does not know the question.
fn known<T>(answer: Result<T, BackendError>) -> Result<Option<T>, BackendError> {
    match answer {
        Err(BackendError::Unsupported(_)) => Ok(None),
        answer => answer.map(Some),
    }
}
