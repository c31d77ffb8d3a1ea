//! A position: the pieces on their squares, and everything else that affects the rest of the game.

use crate::game::board::{Shape, Square, SquareSet};
use crate::game::variant::{Color, Piece, PieceType, VariantId};

/// The largest value of a counter, because a VFEN has at most nine digits for each. Counters stop there.
pub const MAX_COUNTER: u32 = 999_999_999;

/// A position of any variant. Moves are never taken back: a child is a changed copy of its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The variant.
    pub variant: VariantId,
    /// The size of the board.
    pub shape: Shape,
    /// The side to move.
    pub turn: Color,
    /// The squares of the pieces that still hold an initial right.
    pub unmoved: SquareSet,
    /// The square that the last move passed over by a double step, if a legal capture on it exists.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or Pawn move (GEN-CLOCK).
    pub halfmove: u32,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// The squares that have closed (SBX-BROUHAHA).
    pub closed: SquareSet,
    /// The squares of the two pieces that may not be exchanged back (ROC-BAN), by file, then by rank.
    pub ban: Option<(Square, Square)>,
    board: [Option<Piece>; 256],
    occupied: [SquareSet; 2],
}

impl Position {
    /// An empty board, White to move.
    #[must_use]
    pub const fn empty(variant: VariantId, shape: Shape) -> Self {
        Self {
            variant,
            shape,
            turn: Color::White,
            unmoved: SquareSet::EMPTY,
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            closed: SquareSet::EMPTY,
            ban: None,
            board: [None; 256],
            occupied: [SquareSet::EMPTY; 2],
        }
    }

    /// The piece on the square.
    #[inline]
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.board[square.index() as usize]
    }

    /// Whether the square is open and empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self, square: Square) -> bool {
        self.piece(square).is_none() && !self.closed.contains(square)
    }

    /// Whether a piece of this colour is on the square.
    #[inline]
    #[must_use]
    pub const fn is_of(&self, color: Color, square: Square) -> bool {
        self.occupied[color as usize].contains(square)
    }

    /// Puts the piece on the square, in place of any other.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.occupied[1 - piece.color as usize].remove(square);
        self.occupied[piece.color as usize].insert(square);
        self.board[square.index() as usize] = Some(piece);
    }

    /// Removes the piece from the square and returns it. The piece loses its initial right.
    #[inline]
    pub const fn take(&mut self, square: Square) -> Option<Piece> {
        self.occupied[0].remove(square);
        self.occupied[1].remove(square);
        self.unmoved.remove(square);
        self.board[square.index() as usize].take()
    }

    /// The squares of this colour's pieces.
    #[inline]
    #[must_use]
    pub const fn occupied(&self, color: Color) -> SquareSet {
        self.occupied[color as usize]
    }

    /// The squares that are not open and empty.
    #[inline]
    #[must_use]
    pub fn blocked(&self) -> SquareSet {
        self.occupied[0] | self.occupied[1] | self.closed
    }

    /// This colour's pieces, by file, then by rank.
    #[inline]
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Square, PieceType)> + '_ {
        let squares = self.occupied(color).into_iter();
        squares.filter_map(|square| Some((square, self.piece(square)?.kind)))
    }

    /// The squares of this colour's pieces of one type, by file, then by rank.
    #[inline]
    pub fn squares_of(&self, piece: Piece) -> impl Iterator<Item = Square> + '_ {
        let squares = self.occupied(piece.color).into_iter();
        squares.filter(move |&square| self.piece(square) == Some(piece))
    }

    /// The number of such pieces on the board.
    #[must_use]
    pub fn count(&self, piece: Piece) -> usize {
        self.squares_of(piece).count()
    }

    /// The rank of a square as a side counts: 0 is its first rank, `shape.ranks() - 1` its last.
    #[inline]
    #[must_use]
    pub const fn rank_for(&self, color: Color, square: Square) -> u8 {
        color.rank_on(self.shape, square.rank())
    }

    /// Whether the square is on the last rank of a side.
    #[inline]
    #[must_use]
    pub const fn is_last_rank(&self, color: Color, square: Square) -> bool {
        self.rank_for(color, square) + 1 == self.shape.ranks()
    }
}
