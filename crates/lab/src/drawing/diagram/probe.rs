//! Questions about probe boards.

use super::act::Act;
use std::collections::HashMap;
use vperft::inner::backend::{BackendError, VariantBackend};
use vperft::inner::game::board::{Shape, Square};
use vperft::inner::game::position::{Position, print};
use vperft::inner::game::variant::{Color, Piece, PieceType, Rulings, Variant};

/// Asks a backend about boards, each only once.
pub(super) struct Prober<'v> {
    view: &'v mut dyn VariantBackend,
    pub variant: &'static Variant,
    pub shape: Shape,
    /// The moves by VFEN. `None` if the backend refuses the position.
    answers: HashMap<String, Option<Vec<Act>>>,
}

impl<'v> Prober<'v> {
    pub fn new(view: &'v mut dyn VariantBackend, variant: &'static Variant) -> Self {
        Self { view, variant, shape: variant.starts[0].shape, answers: HashMap::new() }
    }

    /// A board with these pieces. Squares that close once they are empty are closed.
    pub fn position<'p>(&self, pieces: impl IntoIterator<Item = &'p (Square, Piece)>) -> Position {
        let mut position = Position::empty(self.variant.id, self.shape);
        pieces.into_iter().for_each(|&(square, piece)| position.put(square, piece));
        for &square in self.variant.closing_squares() {
            if position.piece(square).is_none() {
                position.closed.insert(square);
            }
        }
        position
    }

    /// The moves of a position. `None` if the backend refuses it.
    pub fn acts(&mut self, position: &Position) -> Result<Option<Vec<Act>>, BackendError> {
        self.acts_of(&vfen(position))
    }

    /// The same for a position as VFEN.
    pub fn acts_of(&mut self, vfen: &str) -> Result<Option<Vec<Act>>, BackendError> {
        if let Some(known) = self.answers.get(vfen) {
            return Ok(known.clone());
        }
        let acts = match self.view.moves(vfen.into()) {
            Ok(texts) => {
                let read = |text: &String| Act::parse(self.variant, self.shape, text);
                let mut acts: Vec<_> = texts.iter().filter_map(read).collect();
                acts.sort_by(|one, other| one.text.cmp(&other.text));
                Some(acts)
            }
            Err(BackendError::Position(_) | BackendError::RefusedPosition { .. }) => None,
            Err(error) => return Err(error),
        };
        self.answers.insert(vfen.to_owned(), acts.clone());
        Ok(acts)
    }

    /// Whether the side to move is in check: after a pass, its King could be captured, which makes a position invalid.
    pub fn is_check(&mut self, position: &Position) -> Result<bool, BackendError> {
        let mut passed = position.clone();
        passed.turn = !passed.turn;
        Ok(self.acts(&passed)?.is_none())
    }

    /// The position after a move of this one.
    pub fn after(&mut self, position: &Position, text: &str) -> Result<String, BackendError> {
        let moves = [text.to_owned()];
        self.view.after(vperft::inner::backend::PositionPath { vfen: &vfen(position), moves: &moves })
    }

    /// A piece of this colour that does little: a Pawn, or else the last kind that may be on the square.
    pub fn plain(&self, color: Color, square: Square, except: Option<PieceType>) -> Option<Piece> {
        let rank = color.rank_on(self.shape, square.rank());
        let may_be = |kind: PieceType| !self.variant.keeps_off(kind, rank, self.shape.ranks() - 1);
        let pawns = self.variant.pieces.iter().filter(|entry| entry.pawn.is_some());
        let others = self.variant.pieces.iter().rev().filter(|entry| entry.pawn.is_none());
        let others = others.filter(|entry| !entry.royal && entry.succeeds.is_none() && entry.most.is_none());
        let mut kinds = pawns.chain(others).map(|entry| entry.kind);
        kinds.find(|&kind| may_be(kind) && Some(kind) != except).map(|kind| Piece::new(color, kind))
    }

    /// The squares of the board in the order of distance from one of them, without it.
    pub fn around(&self, centre: Square) -> Vec<Square> {
        let mut squares: Vec<_> = self.shape.squares().filter(|square| *square != centre).collect();
        squares.sort_by_key(|square| (distance(*square, centre), *square));
        squares
    }
}

/// The text of a position.
pub(super) fn vfen(position: &Position) -> String {
    print(position, &Rulings::default())
}

/// The number of King steps between two squares.
pub(super) fn distance(one: Square, other: Square) -> u8 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank()))
}
