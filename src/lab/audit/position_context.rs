//! A position with its legal moves, taken apart.

use super::class::{Class, Classes};
use crate::backend::Survey;
use crate::game::notation::{Entry, Move};
use crate::game::position;
use crate::game::position::Position;
use crate::game::variant::{Rulings, Unvalidated, Variant, VariantId};

/// A position and what a backend says of it, the texts read.
#[derive(Clone, Debug)]
pub struct PositionContext {
    /// The position as VFEN.
    pub vfen: String,
    /// The position, read without any rule.
    pub position: Position,
    /// Its legal moves, in the order of their texts.
    pub moves: Vec<LegalMove>,
    /// The numbers of the classes of its moves, sorted, each once.
    pub classes: Vec<u32>,
}

/// A legal move of a scene.
#[derive(Clone, Debug)]
pub struct LegalMove {
    /// Its canonical text.
    pub text: String,
    /// The move.
    pub mv: Move,
    /// The number of the class of its geometry.
    pub class: u32,
    /// The number of the class of its manner.
    pub manner: Option<u32>,
    /// The VFEN after it.
    pub vfen: String,
}

impl LegalMove {
    /// The numbers of its classes.
    pub fn classes(&self) -> impl Iterator<Item = u32> {
        [Some(self.class), self.manner].into_iter().flatten()
    }
}

/// Reads a VFEN without any rule, so that any board can be looked at.
#[must_use]
pub fn parse_unvalidated(variant: VariantId, vfen: &str) -> Option<Position> {
    position::parse(vfen, Variant::get(variant), &Unvalidated(&Rulings::DEFAULT)).ok()
}

impl PositionContext {
    /// Takes a survey apart and numbers the classes of its moves. None if a text in it cannot be read, which no
    /// answer of a built-in backend is.
    #[must_use]
    pub fn new(variant: VariantId, survey: &Survey, classes: &mut Classes) -> Option<Self> {
        let position = parse_unvalidated(variant, &survey.vfen)?;
        let table = Variant::get(variant);
        let mut moves = Vec::with_capacity(survey.children.len());
        for child in &survey.children {
            let mv = Entry::parse(table, &child.text).ok()?.to_move(table, position.shape)?;
            let (geometry, manner) = Class::of(&position, &mv);
            let (class, manner) = (classes.number(&geometry), manner.map(|manner| classes.number(&manner)));
            let (text, vfen) = (child.text.clone(), child.vfen.clone());
            moves.push(LegalMove { text, mv, class, manner, vfen });
        }
        moves.sort_by(|one, other| one.text.cmp(&other.text));
        let mut numbers: Vec<_> = moves.iter().flat_map(LegalMove::classes).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Some(Self { vfen: survey.vfen.clone(), position, moves, classes: numbers })
    }

    /// Whether a move of this class is legal here.
    #[must_use]
    pub fn has(&self, class: u32) -> bool {
        self.classes.binary_search(&class).is_ok()
    }

    /// Whether this is the text of a legal move.
    #[must_use]
    pub fn is_legal(&self, text: &str) -> bool {
        self.moves.binary_search_by(|legal| legal.text.as_str().cmp(text)).is_ok()
    }
}
