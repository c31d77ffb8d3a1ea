//! Where a man other than a Pawn goes, as a set of squares: the general way, for lists of moves, men that are
//! pinned and answers to check. Pawns go by whole sets.

use super::board::Board;
use super::kinds::{self, Traits};
use super::lines::{self, APART, FROM};
use super::tables::{Squares, Tables};
use crate::fast::rays::{DIAGONAL, ORTHOGONAL};
use crate::fast::set::Set;

/// The squares an officer of the side to move goes to, regardless of check.
#[inline(always)]
pub fn officer(board: &Board, tables: &Tables, kind: usize, from: usize) -> Squares {
    let occupied = board.occupied();
    let targets = match kind {
        kinds::SISSA => sissa(board, tables, from),
        kinds::GRYPHON => gryphon(tables, from, occupied),
        kinds::AANCA => aanca(tables, from, occupied),
        _ => plain(tables, kind, from, occupied),
    };
    targets - board.colors[board.turn as usize]
}

/// Slides, leaps and steps.
#[inline(always)]
fn plain(tables: &Tables, kind: usize, from: usize, occupied: Squares) -> Squares {
    let traits = kinds::TRAITS[kind];
    let mut targets = Set::EMPTY;
    if traits.has(Traits::ROOK) {
        targets |= tables.rays.slides(ORTHOGONAL, from, occupied);
    }
    if traits.has(Traits::BISHOP) {
        targets |= tables.rays.slides(DIAGONAL, from, occupied);
    }
    if traits.has(Traits::KNIGHT) {
        targets |= tables.knight[from];
    }
    if traits.has(Traits::WAZIR) {
        targets |= tables.wazir[from];
    }
    if traits.has(Traits::FERZ) {
        targets |= tables.ferz[from];
    }
    targets
}

/// A diagonal step and outward as a Rook (CET-GRYPHON).
#[inline(always)]
fn gryphon(tables: &Tables, from: usize, occupied: Squares) -> Squares {
    let mut targets = tables.ferz[from];
    for corner in tables.ferz[from] - occupied {
        let sideways = if tables.file(corner) > tables.file(from) { 0 } else { 4 };
        let upward = if corner > from { 2 } else { 6 };
        targets |=
            tables.rays.slide(sideways, corner, occupied) | tables.rays.slide(upward, corner, occupied);
    }
    targets
}

/// An orthogonal step and outward as a Bishop (CET-AANCA).
#[inline(always)]
fn aanca(tables: &Tables, from: usize, occupied: Squares) -> Squares {
    let mut targets = tables.wazir[from];
    for corner in tables.wazir[from] - occupied {
        let (one, other) = if corner == from + 1 {
            (3, 5)
        } else if corner + 1 == from {
            (1, 7)
        } else if corner > from {
            (1, 3)
        } else {
            (5, 7)
        };
        targets |= tables.rays.slide(one, corner, occupied) | tables.rays.slide(other, corner, occupied);
    }
    targets
}

/// As far one way as the other (CET-SISSA): from every corner that can be reached, the squares as far on both
/// lines at half a right angle, if a slide from the corner reaches them.
#[inline(always)]
pub fn sissa(board: &Board, tables: &Tables, from: usize) -> Squares {
    let sides = board.sides();
    let occupied = board.occupied();
    let mut targets = Set::EMPTY;
    for (direction, step) in OFFSETS.into_iter().enumerate() {
        let corners = (tables.rays.slide(direction, from, occupied) - occupied).len() as usize;
        let mut corner = from;
        for distance in 1..=corners {
            corner = corner.wrapping_add_signed(step);
            let (file, rank) = (tables.file(corner), tables.rank(corner));
            let [by_rank, by_file, rising, falling] = lines::through(file, rank);
            // Places on a falling diagonal are files: upward on the line is down the board.
            let legs = if direction % 2 == 0 {
                [(rising, file, 13), (falling, file, -11)]
            } else {
                [(by_rank, file, 1), (by_file, rank, 12)]
            };
            for (line, place, step) in legs {
                let ends = sides.reach(line, FROM[place]) & APART[place][distance];
                let length = step * distance as isize;
                if ends & 0xFFFF != 0 {
                    targets.insert(corner.wrapping_add_signed(length));
                }
                if ends >> 16 != 0 {
                    targets.insert(corner.wrapping_add_signed(-length));
                }
            }
        }
    }
    targets
}

/// From a square to its neighbour in each direction, as a difference of square numbers.
const OFFSETS: [isize; 8] = [1, 11, 12, 13, -1, -11, -12, -13];
