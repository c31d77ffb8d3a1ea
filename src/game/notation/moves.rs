//! Moves: all changes on the board.

use crate::game::board::{Square, SquareSet};
use crate::game::variant::Piece;

/// The movement of a piece other than the mover: the Rook in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Travel {
    /// The piece.
    pub piece: Piece,
    /// The start square.
    pub from: Square,
    /// The end square.
    pub to: Square,
}

/// A move (GEN-MOVE), without its automatic consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The mover before the move.
    pub piece: Piece,
    /// The start square of the mover.
    pub from: Square,
    /// The end square, which may be the start square. `None` if the mover leaves the board.
    pub to: Option<Square>,
    /// The movement of another piece.
    pub travel: Option<Travel>,
    /// A piece that is on a square now, other than the mover as it was: a promoted piece, or the partner of an exchange.
    pub placing: Option<(Square, Piece)>,
    /// The squares of captured pieces, without the end square of the mover.
    pub removals: SquareSet,
}

impl Move {
    /// A move from one square to another, which captures a piece there.
    #[inline]
    #[must_use]
    pub const fn new(piece: Piece, from: Square, to: Square) -> Self {
        Self { piece, from, to: Some(to), travel: None, placing: None, removals: SquareSet::EMPTY }
    }

    /// A move that takes the mover off the board.
    #[inline]
    #[must_use]
    pub const fn leaving(piece: Piece, from: Square) -> Self {
        Self { piece, from, to: None, travel: None, placing: None, removals: SquareSet::EMPTY }
    }

    /// The same move, with a piece that is on a square afterwards.
    #[inline]
    #[must_use]
    pub const fn placing(mut self, square: Square, piece: Piece) -> Self {
        self.placing = Some((square, piece));
        self
    }

    /// The same move, with a capture on a square other than the end square.
    #[inline]
    #[must_use]
    pub const fn removing(mut self, square: Square) -> Self {
        self.removals.insert(square);
        self
    }

    /// The same move, with captures on squares other than the end square.
    #[inline]
    #[must_use]
    pub fn removing_all(mut self, squares: SquareSet) -> Self {
        self.removals = self.removals | squares;
        self
    }

    /// The same move, with the movement of another piece.
    #[inline]
    #[must_use]
    pub const fn with_travel(mut self, travel: Travel) -> Self {
        self.travel = Some(travel);
        self
    }
}
