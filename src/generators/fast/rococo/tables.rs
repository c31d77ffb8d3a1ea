//! What lies where, for every square of the board: neighbours, rays and lines.

use super::super::rays::DIRECTIONS;
use super::super::set::Set;
use super::lanes::{Lanes, WITHIN};
use super::squares::{NOWHERE, SHAPE, SQUARES, number, square};
use crate::game::board::Step;
use std::sync::LazyLock;

/// Room for every number a set of two words can hold, so that looking up needs no check.
const ROOM: usize = 128;

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// The squares one step away.
    pub near: [Set<2>; ROOM],
    /// The squares two steps away on a Queen line.
    pub two: [Set<2>; ROOM],
    /// The squares on the Queen lines through a square, without it.
    pub lines: [Set<2>; ROOM],
    /// The rays by direction: their inner squares, then their edge squares.
    rays: [[[u64; 8]; 2]; ROOM],
    /// The next square by direction, or [`NOWHERE`].
    steps: [[u8; 8]; ROOM],
    /// The directions, as bits, in which the next square is an edge square.
    pub rim: [u8; ROOM],
    /// The directions, as bits, in which the next square is an inner square.
    pub inward: [u8; ROOM],
    /// The masks of the eight directions on the inner board.
    pub within: Lanes,
    /// A square alone, and for [`NOWHERE`] none.
    pub alone: [Set<2>; ROOM],
    /// For every type and side (0 for the side to move next, 1 for the other), the rows of a board that hold
    /// such a piece, as masks.
    pub rows: [[Set<2>; 10]; 16],
    /// The direction from one square to another on a Queen line, or 0.
    toward: [[u8; ROOM]; ROOM],
}

/// The tables, built when they are first asked for.
pub static TABLES: LazyLock<Box<Tables>> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Box<Self> {
        let mut tables = Box::new(Self {
            near: [Set::EMPTY; ROOM],
            two: [Set::EMPTY; ROOM],
            lines: [Set::EMPTY; ROOM],
            rays: [[[0; 8]; 2]; ROOM],
            steps: [[NOWHERE; 8]; ROOM],
            rim: [0; ROOM],
            inward: [0; ROOM],
            within: WITHIN,
            alone: [Set::EMPTY; ROOM],
            rows: [[Set::EMPTY; 10]; 16],
            toward: [[0; ROOM]; ROOM],
        });
        for piece in 0..16 {
            tables.rows[piece][piece / 2] = !Set::EMPTY;
            tables.rows[piece][8 + piece % 2] = !Set::EMPTY;
        }
        for from in 0..SQUARES {
            tables.alone[from].insert(from);
            for (direction, &step) in DIRECTIONS.iter().enumerate() {
                for (distance, to) in ray(from, step).enumerate() {
                    match distance {
                        0 => {
                            tables.near[from].insert(to);
                            tables.steps[from][direction] = to as u8;
                            tables.rim[from] |= u8::from(to >= 64) << direction;
                            tables.inward[from] |= u8::from(to < 64) << direction;
                        }
                        1 => tables.two[from].insert(to),
                        _ => {}
                    }
                    tables.lines[from].insert(to);
                    tables.rays[from][to / 64][direction] |= 1 << (to % 64);
                    tables.toward[from][to] = direction as u8;
                }
            }
        }
        tables
    }

    /// The squares in one direction, to the edge of the board.
    #[inline(always)]
    pub fn ray(&self, from: usize, direction: usize) -> Set<2> {
        let [inner, edge] = &self.rays[from];
        Set([inner[direction & 7], edge[direction & 7]])
    }

    /// In how many directions the first square with a piece can be seen, whoever's it is.
    #[inline(always)]
    pub fn sights(&self, from: usize, occupied: Set<2>) -> u64 {
        let [inner, edge] = &self.rays[from];
        let seen = |direction| (inner[direction] & occupied.0[0]) | (edge[direction] & occupied.0[1]);
        let seen: [u64; 8] = std::array::from_fn(seen);
        seen.into_iter().map(|squares| u64::from(squares != 0)).sum()
    }

    /// The next square in a direction; [`NOWHERE`] beyond the board and from there.
    #[inline(always)]
    pub fn step(&self, from: usize, direction: usize) -> usize {
        usize::from(self.steps[from & (ROOM - 1)][direction & 7])
    }

    /// The direction of one square from another on the same Queen line.
    #[inline(always)]
    pub fn toward(&self, from: usize, to: usize) -> usize {
        usize::from(self.toward[from][to])
    }

    /// The squares between two squares on a Queen line, of which `direction` leads to the second.
    #[inline(always)]
    pub fn between(&self, from: usize, to: usize, direction: usize) -> Set<2> {
        self.ray(from, direction) & self.ray(to, direction ^ 4)
    }

    /// The square between a square and one of the squares two steps away from it.
    #[inline(always)]
    pub fn middle(&self, from: usize, to: usize) -> usize {
        self.step(from, self.toward(from, to))
    }

    /// The inner squares before the first of these inner squares in every direction.
    #[inline(always)]
    pub fn inner_slides(&self, from: usize, occupied: u64) -> u64 {
        let rays = &self.rays[from & (ROOM - 1)][0];
        let mut slides = 0;
        for &ray in &rays[..4] {
            let hit = ray & occupied;
            slides |= ray & (hit ^ hit.wrapping_sub(1)) & !hit;
        }
        for &ray in &rays[4..] {
            let hit = ray & occupied;
            let up_to_hit = if hit == 0 { 0 } else { u64::MAX >> hit.leading_zeros() };
            slides |= ray & !up_to_hit;
        }
        slides
    }

    /// The first occupied square of a ray, and the squares before it; [`NOWHERE`] and the whole ray if none is.
    #[inline(always)]
    pub fn slide(&self, from: usize, direction: usize, occupied: Set<2>) -> (usize, Set<2>) {
        let ray = self.ray(from, direction);
        let hit = ray & occupied;
        if hit.is_empty() {
            return (usize::from(NOWHERE), ray);
        }
        // A line has its inner squares before its edge squares, or begins on the edge and has edge squares only.
        let word = usize::from(hit.0[0] == 0);
        let bits = hit.0[word];
        let bit = if direction < 4 { bits.trailing_zeros() } else { 63 - bits.leading_zeros() };
        let blocker = 64 * word + bit as usize;
        (blocker, self.between(from, blocker, direction))
    }
}

/// Takes the lowest square out. For sets of mostly one or two squares this is shorter than [`Set::pop`], as it
/// has no branch for the second word.
#[inline(always)]
pub fn pop(set: &mut Set<2>) -> Option<usize> {
    let [low, high] = set.0;
    if low | high == 0 {
        return None;
    }
    let (word, first) = if low == 0 { (high, 64) } else { (low, 0) };
    let rest = word & (word - 1);
    set.0 = if low == 0 { [0, rest] } else { [rest, high] };
    Some((first + word.trailing_zeros() as usize) & (ROOM - 1))
}

/// The squares in one direction, from the nearest.
fn ray(from: usize, step: Step) -> impl Iterator<Item = usize> {
    std::iter::successors(SHAPE.step(square(from), step), move |&last| SHAPE.step(last, step)).map(number)
}
