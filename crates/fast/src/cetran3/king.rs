//! Checks and pins of the side to move, computed once for each node (CET-CHECK).
//!
//! A rider attacks a square along a path: the squares between, corners included. Only a Sissa may have several paths. A move of a piece
//! other than the King answers all checks if, for every open path to the King, it ends on the path or captures the rider. It opens no path
//! if its piece was not the only one on a path, or if it stays on that path or captures the rider. This is exact for every move that
//! empties one square and fills one, so only en passant captures must be tried. King moves are tested square by square, without the King
//! on its own square.

use super::board::Board;
use super::kinds;
use super::lines;
use super::tables::{Squares, Tables, ZONE_KING, ZONE_RIDES};
use crate::set::Set;

/// The checks and pins of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The squares to which the King may go, as the bits of a zone.
    pub king_moves: u32,
    /// Whether the King is in check.
    pub check: bool,
    /// The squares on which a move of another piece must end. All squares if there is no check.
    pub check_mask: Squares,
    /// The pieces that are the only one on a path from an enemy to the King.
    pub pinned: Squares,
    /// The enemies at the other ends of those paths.
    pinners: Squares,
}

impl Node {
    /// Examines all enemies once.
    #[inline(always)]
    pub fn new(board: &Board, tables: &Tables) -> Self {
        let us = board.turn as usize;
        let king = usize::from(board.kings[us]);
        let occupied = board.occupied();
        let mut without_king = occupied;
        without_king.remove(king);
        let free = free_around(board, tables, us, king);
        let mut node = Self {
            king_moves: 0,
            check: false,
            check_mask: tables.board,
            pinned: Set::EMPTY,
            pinners: Set::EMPTY,
        };
        let mut attacked = 0;
        let enemies = board.colors[us ^ 1];
        let pawns = enemies & board.kinds[kinds::PAWN];
        let wanted = free | ZONE_KING;
        for enemy in enemies - pawns {
            let kind = board.kind(enemy);
            let zone = tables.zone[kind][tables.displacement(king, enemy)];
            if zone & (wanted | wanted << ZONE_RIDES) == 0 {
                continue;
            }
            attacked |= zone & ((1 << ZONE_RIDES) - 1);
            if zone & ZONE_KING != 0 {
                node.answer(Set::single(enemy));
            }
            if zone & ZONE_KING << ZONE_RIDES != 0 {
                for path in tables.paths(kind, enemy, king) {
                    let blockers = path & occupied;
                    if blockers.is_empty() {
                        node.answer(path | Set::single(enemy));
                    } else if !blockers.is_many() && blockers.meets(board.colors[us]) {
                        node.pinned |= blockers;
                        node.pinners.insert(enemy);
                    }
                }
            }
            let mut rides = (zone >> ZONE_RIDES) & free & !attacked;
            while rides != 0 {
                let to = around(king, rides.trailing_zeros());
                for path in tables.paths(kind, enemy, to) {
                    if !path.meets(without_king) {
                        attacked |= rides & rides.wrapping_neg();
                        break;
                    }
                }
                rides &= rides - 1;
            }
        }
        let mut left = free & !attacked;
        node.king_moves = left;
        while left != 0 {
            if tables.pawn[us][around(king, left.trailing_zeros())].meets(pawns) {
                node.king_moves ^= left & left.wrapping_neg();
            }
            left &= left - 1;
        }
        let checking_pawns = tables.pawn[us][king] & pawns;
        if !checking_pawns.is_empty() {
            node.answer(checking_pawns);
            if checking_pawns.is_many() {
                node.check_mask = Set::EMPTY;
            }
        }
        node
    }

    /// Adds a check, which these squares answer.
    #[inline(always)]
    fn answer(&mut self, squares: Squares) {
        self.check = true;
        self.check_mask &= squares;
    }

    /// The squares to which a piece may go without opening a path to its King.
    #[inline(always)]
    pub fn pin_mask(&self, board: &Board, tables: &Tables, square: usize) -> Squares {
        let king = usize::from(board.kings[board.turn as usize]);
        let (occupied, alone) = (board.occupied(), Set::single(square));
        let mut pin_mask = tables.board;
        for enemy in self.pinners {
            for path in tables.paths(board.kind(enemy), enemy, king) {
                if path & occupied == alone {
                    pin_mask &= path | Set::single(enemy);
                }
            }
        }
        pin_mask
    }
}

/// The square of a bit in the zone around the King.
#[inline(always)]
pub const fn around(king: usize, bit: u32) -> usize {
    let (files, ranks) = (bit as usize % 3, bit as usize / 3);
    king + 12 * ranks + files - 13
}

/// The squares around the King without a piece of its side, as the bits of a zone.
#[inline(always)]
pub fn free_around(board: &Board, tables: &Tables, us: usize, king: usize) -> u32 {
    let (file, rank) = (tables.file(king), tables.rank(king));
    // Bit 0 is the file left of the King. Left of the first file there is a wall.
    let three = |rank_plus_one: usize| (board.lines[us][lines::rank(rank_plus_one)] << 1 | 1) >> file & 7;
    let own = three(rank) | three(rank + 1) << 3 | three(rank + 2) << 6;
    !own & 0b111_111_111
}

/// Whether the pieces of a side on `attackers` attack a square, given the occupied squares (GEN-ATTACK).
#[inline(always)]
pub fn is_attacked(
    board: &Board,
    tables: &Tables,
    square: usize,
    by: usize,
    attackers: Squares,
    occupied: Squares,
) -> bool {
    let pawns = attackers & board.kinds[kinds::PAWN];
    let mut attacked = tables.pawn[by ^ 1][square].meets(pawns);
    for enemy in attackers - pawns {
        let kind = board.kind(enemy);
        let zone = tables.zone[kind][tables.displacement(square, enemy)];
        attacked |= zone & ZONE_KING != 0;
        if zone & ZONE_KING << ZONE_RIDES != 0 {
            for path in tables.paths(kind, enemy, square) {
                attacked |= !path.meets(occupied);
            }
        }
    }
    attacked
}
