//! A move: everything that changes on the board.

use crate::game::board::{Square, SquareSet};
use crate::game::variant::Piece;

/// A piece other than the mover that goes somewhere: the Rook in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The piece.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it stands now.
    pub to: Square,
}

/// A move (GEN-MOVE), without its automatic consequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The mover as it stood before the move.
    pub piece: Piece,
    /// Where the mover starts.
    pub from: Square,
    /// Where it ends, which may be where it started; none if it leaves the board.
    pub to: Option<Square>,
    /// Another piece that goes somewhere.
    pub travel: Option<Travel>,
    /// What stands on a square now other than by the mover's arrival: a promotion, the partner of an
    /// exchange.
    pub placing: Option<(Square, Piece)>,
    /// The squares other than the mover's end square that are emptied by capture.
    pub removals: SquareSet,
}

impl Move {
    /// A move from one square to another, capturing what stands there.
    #[inline]
    #[must_use]
    pub const fn new(piece: Piece, from: Square, to: Square) -> Self {
        Self { piece, from, to: Some(to), travel: None, placing: None, removals: SquareSet::EMPTY }
    }

    /// A move by which the mover leaves the board.
    #[inline]
    #[must_use]
    pub const fn leaving(piece: Piece, from: Square) -> Self {
        Self { piece, from, to: None, travel: None, placing: None, removals: SquareSet::EMPTY }
    }

    /// The same move, with what then stands on a square.
    #[inline]
    #[must_use]
    pub const fn placing(mut self, square: Square, piece: Piece) -> Self {
        self.placing = Some((square, piece));
        self
    }

    /// The same move, also capturing on a square where the mover does not end.
    #[inline]
    #[must_use]
    pub const fn removing(mut self, square: Square) -> Self {
        self.removals.insert(square);
        self
    }

    /// The same move, also capturing on all these squares, on none of which the mover ends.
    #[inline]
    #[must_use]
    pub fn removing_all(mut self, squares: SquareSet) -> Self {
        self.removals = self.removals | squares;
        self
    }

    /// The same move, with another piece that goes somewhere.
    #[inline]
    #[must_use]
    pub const fn with_travel(mut self, travel: Travel) -> Self {
        self.travel = Some(travel);
        self
    }
}
