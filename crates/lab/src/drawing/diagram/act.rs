//! A move as its effects on the board.

use vperft::inner::game::board::{Shape, Square};
use vperft::inner::game::notation::{Effect, Entry};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Piece, Variant};

/// A move of a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Act {
    /// Its canonical text.
    pub text: String,
    /// Where its mover starts.
    pub from: Square,
    /// Where its mover ends. `None` if it leaves the board.
    pub to: Option<Square>,
    /// The squares, other than the mover's, whose pieces leave the board.
    pub removed: Vec<Square>,
    /// The other pieces that travel, by start and end.
    pub travels: Vec<(Square, Square)>,
    /// Pieces that squares hold afterwards: a promoted mover, or the partner of an exchange.
    pub placed: Vec<(Square, Piece)>,
}

impl Act {
    /// Reads a canonical text. `None` if it is not a move of this board.
    pub fn parse(variant: &Variant, shape: Shape, text: &str) -> Option<Self> {
        let square = |name: &str| variant.labels.parse(shape, name);
        let entry = Entry::parse(variant, text).ok()?;
        let to = match entry.to {
            Some(name) => Some(square(name)?),
            None => None,
        };
        let mut act = Self {
            text: text.to_owned(),
            from: square(entry.from)?,
            to,
            removed: Vec::new(),
            travels: Vec::new(),
            placed: Vec::new(),
        };
        for effect in entry.effects {
            match effect {
                Effect::Removal(on) => act.removed.push(square(on)?),
                Effect::Travel(_, from, to) => act.travels.push((square(from)?, square(to)?)),
                Effect::Placing(label, on) => act.placed.push((square(on)?, variant.piece(label)?)),
            }
        }
        Some(act)
    }

    /// The end square, if it is the former square of the partner of an exchange.
    pub fn exchanged(&self) -> Option<Square> {
        self.to.filter(|to| *to != self.from && self.placed.iter().any(|(on, _)| *on == self.from))
    }

    /// The end square, if the mover captures an enemy there.
    pub fn captured(&self, position: &Position) -> Option<Square> {
        let mover = position.piece(self.from)?;
        let is_enemy = |to: &Square| position.is_of(!mover.color, *to) && self.exchanged().is_none();
        self.to.filter(is_enemy)
    }

    /// The piece that a promoted mover becomes.
    pub fn promotion(&self) -> Option<Piece> {
        let end = self.to.filter(|to| *to != self.from)?;
        self.placed.iter().find(|(on, _)| *on == end).map(|(_, piece)| *piece)
    }

    /// Whether the mover only goes to an empty square.
    pub fn is_quiet(&self, position: &Position) -> bool {
        let has_effects = !self.removed.is_empty() || !self.travels.is_empty() || !self.placed.is_empty();
        !has_effects && self.to.is_some_and(|to| to != self.from && position.piece(to).is_none())
    }

    /// The squares that it changes, without the mover's start.
    pub fn touched(&self) -> impl Iterator<Item = Square> + '_ {
        let travels = self.travels.iter().flat_map(|(from, to)| [*from, *to]);
        self.to.into_iter().chain(self.removed.iter().copied()).chain(travels)
    }
}
