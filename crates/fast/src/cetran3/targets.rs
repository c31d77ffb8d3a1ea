//! The target squares of officers, as sets. They serve lists of moves, pinned pieces and answers to check.

use super::board::Board;
use super::kinds::{self, Traits};
use super::lines::{self, APART, FROM, Sides};
use super::tables::{Squares, Tables};
use crate::rays::{DIAGONAL, ORTHOGONAL};
use crate::set::Set;

/// The squares to which an officer of the side to move can go, regardless of check.
#[inline(always)]
pub fn officer(board: &Board, tables: &Tables, kind: usize, from: usize) -> Squares {
    let occupied = board.occupied();
    let targets = match kind {
        kinds::SISSA => sissa(board, tables, from),
        kinds::GRYPHON => gryphon(tables, from, occupied),
        kinds::AANCA => aanca(tables, from, occupied),
        _ => simple(tables, kind, from, occupied),
    };
    targets - board.colors[board.turn as usize]
}

/// The squares on which the number of moves of an officer of the side to move depends, regardless of check. Of the squares that it leaps
/// to, only those with a friend matter.
#[inline(always)]
pub fn region(board: &Board, tables: &Tables, kind: usize, from: usize) -> Squares {
    let occupied = board.occupied();
    let mut region = match kind {
        kinds::SISSA => {
            (0..ARMS).fold(Set::EMPTY, |sum, arm| sum | sissa_region(tables, from, occupied, arm))
        }
        kinds::GRYPHON => gryphon(tables, from, occupied),
        kinds::AANCA => aanca(tables, from, occupied),
        _ => {
            let slides = slides(tables, kind, from, occupied);
            slides | leaps(tables, kind, from) & board.colors[board.turn as usize]
        }
    };
    region.insert(from);
    region
}

/// Slides, leaps and steps.
#[inline(always)]
fn simple(tables: &Tables, kind: usize, from: usize, occupied: Squares) -> Squares {
    slides(tables, kind, from, occupied) | leaps(tables, kind, from)
}

#[inline(always)]
fn slides(tables: &Tables, kind: usize, from: usize, occupied: Squares) -> Squares {
    let traits = kinds::TRAITS[kind];
    let mut targets = Set::EMPTY;
    if traits.has(Traits::ROOK) {
        targets |= tables.rays.slides(ORTHOGONAL, from, occupied);
    }
    if traits.has(Traits::BISHOP) {
        targets |= tables.rays.slides(DIAGONAL, from, occupied);
    }
    targets
}

/// Leaps and single steps.
#[inline(always)]
pub fn leaps(tables: &Tables, kind: usize, from: usize) -> Squares {
    let traits = kinds::TRAITS[kind];
    let mut targets = Set::EMPTY;
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

/// The same distance along two lines (CET-SISSA).
#[inline(always)]
pub fn sissa(board: &Board, tables: &Tables, from: usize) -> Squares {
    let mut targets = Set::EMPTY;
    for arm in 0..ARMS {
        targets |= sissa_arm(board, tables, from, arm);
    }
    targets
}

/// The number of first directions of a Sissa: two along each axis.
pub const ARMS: usize = 8;

/// The targets of a Sissa with one first direction: from every corner that it can reach, the squares at the same distance on the two lines
/// at 45 degrees, if a slide from the corner reaches them.
#[inline(always)]
pub fn sissa_arm(board: &Board, tables: &Tables, from: usize, arm: usize) -> Squares {
    let (sides, axis) = (board.sides(), arm / 2);
    let (file, rank) = (tables.file(from), tables.rank(from));
    let line = lines::through(file, rank)[axis];
    let first = FROM[if axis == 1 { rank } else { file }];
    let corners = sides.reach(line, first) & !sides.enemy[line];
    let (corners, step) =
        if arm.is_multiple_of(2) { (corners & 0xFFFF, UPWARD[axis]) } else { (corners >> 16, -UPWARD[axis]) };
    let (mut targets, mut corner) = (Set::EMPTY, from);
    for distance in 1..=corners.count_ones() as usize {
        corner = corner.wrapping_add_signed(step);
        turn(tables, sides, axis, corner, distance, &mut targets);
    }
    targets
}

/// The squares that a Sissa with one first direction passes, and those that stop it.
#[inline(always)]
pub fn sissa_region(tables: &Tables, from: usize, occupied: Squares, arm: usize) -> Squares {
    const DIRECTION: [usize; ARMS] = [0, 4, 2, 6, 3, 7, 5, 1];
    let direction = DIRECTION[arm];
    let out = tables.rays.slide(direction, from, occupied);
    let mut region = out;
    // From every corner up to the distance between the corner and the Sissa.
    for corner in out - occupied {
        for turn in [1, 3, 5, 7] {
            let leg = tables.rays.slide((direction + turn) % 8, corner, occupied);
            region |= leg & tables.around(corner, tables.apart(from, corner));
        }
    }
    region
}

/// Inserts the squares at a distance from the corner of a Sissa, on the two lines that it may turn to.
#[inline(always)]
fn turn(
    tables: &Tables,
    sides: Sides<'_>,
    axis: usize,
    corner: usize,
    distance: usize,
    targets: &mut Squares,
) {
    let (file, rank) = (tables.file(corner), tables.rank(corner));
    let [by_rank, by_file, rising, falling] = lines::through(file, rank);
    let legs = if axis < 2 {
        [(rising, file, UPWARD[2]), (falling, file, UPWARD[3])]
    } else {
        [(by_rank, file, UPWARD[0]), (by_file, rank, UPWARD[1])]
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

/// The next place on each line through a square, as a difference of square numbers.
const UPWARD: [isize; 4] = [1, 12, 13, -11];
