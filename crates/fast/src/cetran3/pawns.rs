//! Pawn moves: all Pawns at once by shifted sets (CET-PAWN-1, CET-PROMOTE), and en passant captures (CET-PAWN-2). An en passant capture
//! empties two squares, so each is tried.

use super::board::{Board, NONE};
use super::kinds;
use super::king::is_attacked;
use super::tables::{FILES, Squares, Tables};
use crate::set::Set;
use vperft::inner::game::variant::Color;

/// The moves of several Pawns, by their end squares.
#[derive(Clone, Copy, Debug)]
pub struct PawnMoves {
    /// One square forward.
    pub single: Squares,
    /// Two squares forward.
    pub double: Squares,
    /// Captures toward the first file.
    pub left: Squares,
    /// Captures toward the last file.
    pub right: Squares,
}

impl PawnMoves {
    /// The moves of these Pawns of the side to move, regardless of check.
    #[inline(always)]
    pub fn new(board: &Board, tables: &Tables, pawns: Squares) -> Self {
        let us = board.turn as usize;
        let enemies = board.colors[us ^ 1];
        let empty = tables.board - board.occupied();
        let [left, right] = [pawns - tables.edges[0], pawns - tables.edges[1]];
        if board.turn == Color::White {
            let single = pawns.up(12) & empty;
            let double = (single & tables.third[us]).up(12) & empty;
            Self { single, double, left: left.up(11) & enemies, right: right.up(13) & enemies }
        } else {
            let single = pawns.down(12) & empty;
            let double = (single & tables.third[us]).down(12) & empty;
            Self { single, double, left: left.down(13) & enemies, right: right.down(11) & enemies }
        }
    }

    /// The moves that end on these squares.
    #[inline(always)]
    pub fn within(self, squares: Squares) -> Self {
        Self {
            single: self.single & squares,
            double: self.double & squares,
            left: self.left & squares,
            right: self.right & squares,
        }
    }

    /// The number of moves, where a promotion counts once for every type.
    #[inline(always)]
    pub fn count(self, board: &Board, tables: &Tables) -> u32 {
        let last = tables.last[board.turn as usize];
        let mut count = self.single.len() + self.double.len() + self.left.len() + self.right.len();
        if (self.single | self.left | self.right).meets(last) {
            let promoting = self.within(last);
            let ways = promoting.single.len() + promoting.left.len() + promoting.right.len();
            count += ways * (kinds::PROMOTIONS.len() as u32 - 1);
        }
        count
    }

    /// Calls `visit` with the start and the end of every move, and whether it is a double step. A promotion is one move here.
    #[inline]
    pub fn each(self, color: Color, mut visit: impl FnMut(usize, usize, bool)) {
        let back = |to: usize, left_or_right: usize| match color {
            Color::White => to - FILES + 1 - left_or_right,
            Color::Black => to + FILES + 1 - left_or_right,
        };
        self.single.each(|to| visit(back(to, 1), to, false));
        self.double.each(|to| visit(back(back(to, 1), 1), to, true));
        self.left.each(|to| visit(back(to, 0), to, false));
        self.right.each(|to| visit(back(to, 2), to, false));
    }
}

/// The squares of the Pawns of the side to move that may capture en passant.
#[inline(always)]
pub fn en_passant(board: &Board, tables: &Tables) -> Squares {
    if board.en_passant == NONE { Set::EMPTY } else { en_passant_on(board, tables, board.en_passant.into()) }
}

/// The squares of the Pawns of the side to move that may capture the Pawn that passed over a square.
#[inline(always)]
pub fn en_passant_on(board: &Board, tables: &Tables, to: usize) -> Squares {
    let us = board.turn as usize;
    let pawns = tables.pawn[us ^ 1][to] & board.colors[us] & board.kinds[kinds::PAWN];
    let taken = passed_pawn(board.turn, to);
    let mut legal = pawns;
    for from in pawns {
        let mut occupied = board.occupied();
        occupied.remove(from);
        occupied.remove(taken);
        occupied.insert(to);
        let mut enemies = board.colors[us ^ 1];
        enemies.remove(taken);
        if is_attacked(board, tables, board.kings[us].into(), us ^ 1, enemies, occupied) {
            legal.remove(from);
        }
    }
    legal
}

/// The square of the Pawn that a side captures by an en passant capture that ends on this square.
#[inline(always)]
pub const fn passed_pawn(side: Color, to: usize) -> usize {
    match side {
        Color::White => to - FILES,
        Color::Black => to + FILES,
    }
}
