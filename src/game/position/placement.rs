//! A position: who stands where, and everything else that can change the future.

use crate::game::board::{Shape, Square, SquareSet};
use crate::game::variant::{Color, Piece, PieceType, VariantId};

/// The largest number a counter of a position holds: a VFEN has at most nine digits for each. Counters stop there.
pub const MAX_COUNTER: u32 = 999_999_999;

/// A position of any variant. Copied, never undone: a child is a changed copy of its parent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The variant that is played.
    pub variant: VariantId,
    /// The outline of the board.
    pub shape: Shape,
    /// The side to move.
    pub turn: Color,
    /// The squares of the pieces that still hold an initial right.
    pub unmoved: SquareSet,
    /// The square the double step just made passed over, if a legal capture there exists.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or Pawn move (GEN-CLOCK).
    pub halfmove: u32,
    /// The number of the move, from 1.
    pub fullmove: u32,
    /// The squares that closed during the game (SBX-BROUHAHA).
    pub closed: SquareSet,
    /// The two pieces that may not be exchanged back (ROC-BAN), by file, then by rank.
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

    /// Whether the square is open and no piece stands on it.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self, square: Square) -> bool {
        self.piece(square).is_none() && !self.closed.contains(square)
    }

    /// Whether a piece of this colour stands on the square.
    #[inline]
    #[must_use]
    pub const fn is_of(&self, color: Color, square: Square) -> bool {
        self.occupied[color as usize].contains(square)
    }

    /// Puts the piece on the square, in place of what stood there.
    #[inline]
    pub const fn put(&mut self, square: Square, piece: Piece) {
        self.occupied[1 - piece.color as usize].remove(square);
        self.occupied[piece.color as usize].insert(square);
        self.board[square.index() as usize] = Some(piece);
    }

    /// Empties the square and returns what stood there. It loses its initial right with its place.
    #[inline]
    pub const fn take(&mut self, square: Square) -> Option<Piece> {
        self.occupied[0].remove(square);
        self.occupied[1].remove(square);
        self.unmoved.remove(square);
        self.board[square.index() as usize].take()
    }

    /// The squares on which this colour's pieces stand.
    #[inline]
    #[must_use]
    pub const fn occupied(&self, color: Color) -> SquareSet {
        self.occupied[color as usize]
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

    /// How many such pieces stand on the board.
    #[must_use]
    pub fn count(&self, piece: Piece) -> usize {
        self.squares_of(piece).count()
    }

    /// The rank seen from a side: 0 is its first, `shape.ranks() - 1` its last.
    #[inline]
    #[must_use]
    pub const fn rank_for(&self, color: Color, square: Square) -> u8 {
        match color {
            Color::White => square.rank(),
            Color::Black => self.shape.ranks() - 1 - square.rank(),
        }
    }

    /// Whether the square lies on the last rank seen from a side.
    #[inline]
    #[must_use]
    pub const fn is_last_rank(&self, color: Color, square: Square) -> bool {
        self.rank_for(color, square) + 1 == self.shape.ranks()
    }
}
