//! Castling: a King goes along its rank toward a Rook, which lands next to it on the inner side.

use super::frame::{Game, is_capturable, king};
use crate::game::board::{Square, Step};
use crate::game::notation::{Move, Travel};
use crate::game::position::Position;
use crate::game::variant::{Clause, Piece, PieceType, Rulebook};

/// The King and a Rook of the side to move, on one rank and more than three files apart, so that they cannot collide.
pub(super) struct Castling<'a> {
    position: &'a Position,
    king: Square,
    rook: Square,
}

impl<'a> Castling<'a> {
    /// The King with each Rook on its rank.
    pub fn all(position: &'a Position) -> impl Iterator<Item = Self> {
        let rook = Piece::new(position.turn, PieceType::ROOK);
        king(position, position.turn).into_iter().flat_map(move |king| {
            let is_on_rank =
                move |rook: &Square| rook.rank() == king.rank() && rook.file().abs_diff(king.file()) > 3;
            position.squares_of(rook).filter(is_on_rank).map(move |rook| Self { position, king, rook })
        })
    }

    /// Whether neither has moved.
    pub fn is_unmoved(&self) -> bool {
        self.position.unmoved.contains(self.king) && self.position.unmoved.contains(self.rook)
    }

    /// Whether all squares between the two are empty.
    pub fn is_clear(&self) -> bool {
        let (low, high) = (self.king.file().min(self.rook.file()), self.king.file().max(self.rook.file()));
        (low + 1..high).all(|file| self.position.is_empty(Square::new(file, self.king.rank())))
    }

    /// Whether the King's square, a square that it crosses, or its end square `distance` squares away is attacked.
    pub fn is_attacked<G: Game>(&self, game: &G, distance: i8) -> bool {
        (0..=distance)
            .filter_map(|n| self.square(n))
            .any(|square| is_attacked_by_any(game, self.position, square))
    }

    /// The move that takes the King `distance` squares toward the Rook.
    pub fn by(&self, distance: i8) -> Option<Move> {
        let color = self.position.turn;
        let rook = Piece::new(color, PieceType::ROOK);
        let travel = Travel { piece: rook, from: self.rook, to: self.square(distance - 1)? };
        let mv = Move::new(Piece::new(color, PieceType::KING), self.king, self.square(distance)?);
        Some(mv.with_travel(travel))
    }

    /// The square `distance` squares from the King toward the Rook.
    pub fn square(&self, distance: i8) -> Option<Square> {
        let toward = if self.rook.file() > self.king.file() { 1 } else { -1 };
        self.position.shape.step(self.king, Step::new(toward * distance, 0))
    }
}

/// Whether an enemy could pseudo-legally capture the King of the side to move if the King were on the square (GEN-ATTACK).
pub(super) fn is_attacked_by_any<G: Game>(game: &G, position: &Position, square: Square) -> bool {
    let color = position.turn;
    let mut probe = position.clone();
    if let Some(home) = king(position, color) {
        probe.take(home);
    }
    probe.put(square, Piece::new(color, PieceType::KING));
    is_capturable(game, &probe, color, square) && game.book().applies(Clause::GEN_ATTACK)
}
