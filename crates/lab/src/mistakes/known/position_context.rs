//! A position with its parsed legal moves.

use super::class::{Class, Classes};
use super::effect::Effect;
use std::sync::OnceLock;
use vperft::inner::backend::Survey;
use vperft::inner::game::notation::{Entry, Move};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Rulings, Unvalidated, Variant, VariantId};

/// A position and its legal moves, parsed from the answers of a backend.
#[derive(Clone, Debug)]
pub struct PositionContext {
    /// The VFEN.
    pub vfen: String,
    /// The position, parsed without validation.
    pub position: Position,
    /// The legal moves, sorted by text.
    pub moves: Vec<LegalMove>,
    /// The numbers of the classes of its moves, sorted and unique.
    pub classes: Vec<u32>,
}

/// A legal move of a position.
#[derive(Clone, Debug)]
pub struct LegalMove {
    /// The canonical text.
    pub text: String,
    /// The move.
    pub mv: Move,
    /// The number of the geometry class.
    pub class: u32,
    /// The number of the manner class, if there is one.
    pub manner: Option<u32>,
    /// The effect.
    pub effect: Effect,
    /// The VFEN of the child.
    pub vfen: String,
    /// The child, once it was asked for.
    child: OnceLock<Option<Box<Position>>>,
}

impl LegalMove {
    /// The child, parsed without validation. `None` if it is malformed, which never happens with a built-in
    /// backend.
    pub fn child(&self, variant: VariantId) -> Option<&Position> {
        self.child.get_or_init(|| parse_unvalidated(variant, &self.vfen).map(Box::new)).as_deref()
    }

    /// The numbers of both classes.
    pub fn classes(&self) -> impl Iterator<Item = u32> {
        [Some(self.class), self.manner].into_iter().flatten()
    }
}

/// Parses a VFEN without validation, so that any board can be examined.
#[must_use]
pub fn parse_unvalidated(variant: VariantId, vfen: &str) -> Option<Position> {
    position::parse(vfen, Variant::get(variant), &Unvalidated(&Rulings::DEFAULT)).ok()
}

impl PositionContext {
    /// Parses a survey and numbers the classes of its moves. `None` if a text is malformed, which never
    /// happens with a built-in backend.
    #[must_use]
    pub fn new(variant: VariantId, survey: &Survey, classes: &mut Classes) -> Option<Self> {
        let position = parse_unvalidated(variant, &survey.vfen)?;
        let table = Variant::get(variant);
        let mut moves = Vec::with_capacity(survey.children.len());
        for child in &survey.children {
            let mv = Entry::parse(table, &child.text).ok()?.to_move(table, position.shape)?;
            let (geometry, manner) = Class::from_move(&position, &mv);
            let (class, manner) = (classes.number(&geometry), manner.map(|manner| classes.number(&manner)));
            let (text, vfen) = (child.text.clone(), child.vfen.clone());
            let effect = Effect::from_move(&position, &mv);
            moves.push(LegalMove { text, mv, class, manner, effect, vfen, child: OnceLock::new() });
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
