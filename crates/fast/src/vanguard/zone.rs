//! The safety of a lone King and of the squares around it, stored before the enemy's move.
//!
//! The safety of a square changes only if the move touches a square on which an attack depends, or if a piece arrives where it may attack
//! the square. Only then it is computed again.

use super::attack::Attackers;
use super::board::Board;
use super::play::{Effect, PackedMove, promoted};
use super::tables::{Near, Set, Tables, kind};

/// The slot of the King's own square among the nine squares, as a bit.
pub const KING: u16 = 1 << 4;

/// The safety of the nine squares before the move.
#[derive(Debug)]
pub struct Zone {
    king: usize,
    /// The nine squares.
    squares: Set,
    /// The squares where the King would be safe.
    pub safe: Set,
    /// For every square, the slots whose safety depends on it, as bits.
    matters: [u16; 256],
    /// The slots whose safety is computed again for every move.
    always: u16,
}

impl Zone {
    /// The zone of a King, given the pieces of its side.
    #[inline(always)]
    pub fn new(tables: &'static Tables, enemies: &Attackers, king: usize, own: Set) -> Self {
        let mut squares = tables.near[king].king;
        squares.insert(king);
        let mut zone = Self { king, squares, safe: Set::EMPTY, matters: [0; 256], always: 0 };
        let mut others = own;
        others.remove(king);
        let seniors = enemies.seniors();
        squares.each(|square| {
            let slot = zone.slot(square);
            zone.matters[square] |= slot;
            if seniors.contains(square) {
                zone.always |= slot;
            } else if !others.contains(square) {
                let mut there = others;
                there.insert(square);
                let info = enemies.pin_info(tables, square, there);
                if info.attackers.is_empty() {
                    zone.safe.insert(square);
                }
                info.touch().each(|touched| zone.matters[touched] |= slot);
            }
        });
        zone
    }

    /// The slot of one of the nine squares, as a bit.
    #[inline(always)]
    fn slot(&self, square: usize) -> u16 {
        let (ranks, files) = (1 + square / 16 - self.king / 16, 1 + square % 16 - self.king % 16);
        1 << (ranks * 3 + files)
    }

    /// The slots whose safety a move of the other side may change, as bits.
    #[inline(always)]
    pub fn disturbed(&self, tables: &Tables, board: &Board, packed: PackedMove, captures: Set) -> u16 {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        let mut slots = self.always | self.matters[from] | self.matters[to];
        captures.each(|square| slots |= self.matters[square]);
        let mut arrive = |kind, square| {
            let kind = promoted(tables, board.turn, kind, square);
            let aims = aims(&tables.near[square], kind, board.turn) & self.squares;
            aims.each(|aim| slots |= self.slot(aim));
        };
        arrive(board.kind(from), to);
        if packed.effect == Effect::Exchange {
            arrive(board.kind(to), from);
        }
        slots
    }

    /// The squares of these slots.
    #[inline(always)]
    pub fn squares(&self, slots: u16) -> Set {
        let mut squares = Set::EMPTY;
        let mut left = slots;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            squares.insert((self.king + 16 * (slot / 3) + slot % 3 - 17) % 256);
            left &= left - 1;
        }
        squares
    }
}

/// All squares on which a piece could capture if all squares between were as it needs them.
#[inline(always)]
pub fn aims(near: &Near, kind: usize, color: usize) -> Set {
    match kind {
        kind::KING => near.king,
        kind::PRINCE => near.prince,
        kind::QUEEN => near.orthogonal_line | near.diagonal_line,
        kind::PRINCESS => near.diagonal_line | near.knight,
        kind::CHANCELLOR => near.orthogonal_line | near.knight,
        kind::ROOK | kind::HELEPOLIS => near.orthogonal_line,
        kind::BISHOP => near.diagonal_line,
        kind::KNIGHT => near.teuton,
        kind::NIGHTRIDER => near.rider_line,
        kind::FALCONER => near.falconer,
        kind::GENERAL => near.general,
        kind::ARCHER => near.diagonal_three | near.knight,
        kind::BOWMAN => near.double,
        kind::BERSERKER => near.king | near.leap | near.knight,
        kind::LANCER => near.knight | near.double | near.line_two_three,
        kind::SPY => near.orthogonal_two | near.knight,
        kind::WIZARD => near.wizard,
        kind::PAWN | kind::SOLDIER => near.captures[color],
        _ => near.captures[color] | near.three[color],
    }
}
