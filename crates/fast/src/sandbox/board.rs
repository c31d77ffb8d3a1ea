//! The board, and the child by a move.
//!
//! The board does not store the closed brouhaha squares, because they are those without a piece. This file does not know how pieces move:
//! moves must be legal.

use super::king::Attackers;
use super::node::Node;
use super::packed_move::{Act, PackedMove};
use super::pieces::{PackedPiece, Pieces};
use super::tables::{KING, N, PAWN, ROOK, Squares, Tables};
use vperft::inner::game::position::MAX_COUNTER;
use vperft::inner::game::variant::Color;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The pieces.
    pub pieces: Pieces<2, N, 8>,
    /// The squares of the pieces that still hold an initial right.
    pub rights: Squares,
    /// Plies since the last capture or Pawn move.
    pub halfmove: u32,
    /// The number of the move.
    pub fullmove: u32,
    /// The side to move.
    pub turn: Color,
    /// The square that the last move passed over by a double step, if a legal capture on it exists.
    pub passed: Option<u8>,
}

impl Board {
    /// The King of a side, if its enemy could capture it.
    #[inline(always)]
    pub fn exposed_king(&self, tables: &'static Tables, side: Color) -> Option<usize> {
        let pieces = &self.pieces;
        let king = pieces.squares(side, KING).first();
        let enemies = pieces.colors[!side as usize];
        let attackers = Attackers { tables, kinds: &pieces.kinds, color: !side, pieces: enemies };
        attackers.attack(king, pieces.occupied()).then_some(king)
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after(&self, tables: &'static Tables, packed: PackedMove) -> Self {
        let mut next = *self;
        let PackedMove { from, to, act, with } = packed;
        let (from, to, with) = (usize::from(from), usize::from(to), usize::from(with));
        let mut touched = Squares::single(from);
        touched.insert(to);
        next.passed = None;
        next.halfmove = if next.halfmove < MAX_COUNTER { next.halfmove + 1 } else { MAX_COUNTER };
        let mut piece = next.lift(tables, from);
        if piece.kind() == PAWN {
            next.halfmove = 0;
        }
        match act {
            Act::Plain | Act::Double => next.capture(tables, to),
            Act::Promote => {
                next.capture(tables, to);
                piece = PackedPiece::new(self.turn, with);
            }
            Act::EnPassant | Act::Leap => {
                next.capture(tables, to);
                next.capture(tables, with);
                touched.insert(with);
            }
            Act::Exchange => {
                let partner = next.lift(tables, to);
                next.pieces.put(&tables.piece_keys, from, partner);
            }
            Act::Castle => {
                let rook = next.lift(tables, with);
                next.pieces.put(&tables.piece_keys, if with > to { to - 1 } else { to + 1 }, rook);
                touched.insert(with);
            }
        }
        next.pieces.put(&tables.piece_keys, to, piece);
        next.spend(self, touched);
        if self.turn == Color::Black && next.fullmove < MAX_COUNTER {
            next.fullmove += 1;
        }
        next.turn = !self.turn;
        if act == Act::Double {
            next.pass(tables, usize::midpoint(from, to));
        }
        next
    }

    /// Sets the square that a double step passed over, if a legal capture on it exists.
    #[inline(never)]
    pub fn pass(&mut self, tables: &'static Tables, square: usize) {
        let pawns = self.pieces.squares(self.turn, PAWN);
        if pawns.meets(tables.pawn_sources[self.turn as usize][square]) {
            let (capturers, _) = Node::new(tables, self).capturers(square);
            self.passed = (!capturers.is_empty()).then_some(square as u8);
        }
    }

    /// Removes the piece from an occupied square and returns it.
    #[inline(always)]
    fn lift(&mut self, tables: &Tables, square: usize) -> PackedPiece {
        let piece = self.pieces.get(square).expect("a move starts and exchanges on occupied squares");
        self.pieces.take(&tables.piece_keys, square, piece);
        piece
    }

    /// Captures the piece on a square, if there is one, which resets the clock (GEN-CLOCK).
    #[inline(always)]
    fn capture(&mut self, tables: &Tables, square: usize) {
        if let Some(piece) = self.pieces.get(square) {
            self.pieces.take(&tables.piece_keys, square, piece);
            self.halfmove = 0;
        }
    }

    /// Ends the initial rights of the pieces on these squares, and the castling rights that can then no longer be used.
    #[inline(always)]
    fn spend(&mut self, before: &Self, touched: Squares) {
        self.rights -= touched;
        let castlers = before.pieces.kinds[KING] | before.pieces.kinds[ROOK];
        if before.rights.meets(touched & castlers) {
            for color in Color::BOTH {
                let kings = self.rights & self.pieces.squares(color, KING);
                let rooks = self.rights & self.pieces.squares(color, ROOK);
                if kings.is_empty() || rooks.is_empty() {
                    self.rights -= kings | rooks;
                }
            }
        }
    }
}
