//! The precomputed tables: neighbours, rays and lines of every square.

use super::super::rays::DIRECTIONS;
use super::super::set::Set;
use super::lanes::{Lanes, WITHIN};
use super::squares::{NOWHERE, SHAPE, SQUARES, number, square};
use std::sync::LazyLock;
use vperft::inner::game::board::Step;

/// The number of entries of tables by square. It covers every number of a set of two words, so that no bounds check is needed.
const ENTRIES: usize = 128;

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// The squares one step away.
    pub near: [Set<2>; ENTRIES],
    /// The squares two steps away on a Queen line.
    pub two: [Set<2>; ENTRIES],
    /// The squares on the Queen lines through a square, without it.
    pub lines: [Set<2>; ENTRIES],
    /// The inner squares and the edge squares of the rays, by direction.
    rays: [[[u64; 8]; 2]; ENTRIES],
    /// The next square by direction, or [`NOWHERE`].
    steps: [[u8; 8]; ENTRIES],
    /// The directions, as bits, in which the next square is an edge square.
    pub rim: [u8; ENTRIES],
    /// The directions, as bits, in which the next square is an inner square.
    pub inward: [u8; ENTRIES],
    /// The masks of the eight directions on the inner board.
    pub within: Lanes,
    /// The set of one square. Empty for [`NOWHERE`].
    pub alone: [Set<2>; ENTRIES],
    /// For each piece of a board, given as twice its type plus its side, the rows of the board that contain it,
    /// as masks. The side is 0 for the side to move next and 1 for the other.
    pub rows: [[Set<2>; 10]; 16],
    /// The direction from one square to another on a Queen line. 0 if there is none.
    toward: [[u8; ENTRIES]; ENTRIES],
}

/// The tables, built on first use.
pub static TABLES: LazyLock<Box<Tables>> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Box<Self> {
        let mut tables = Box::new(Self {
            near: [Set::EMPTY; ENTRIES],
            two: [Set::EMPTY; ENTRIES],
            lines: [Set::EMPTY; ENTRIES],
            rays: [[[0; 8]; 2]; ENTRIES],
            steps: [[NOWHERE; 8]; ENTRIES],
            rim: [0; ENTRIES],
            inward: [0; ENTRIES],
            within: WITHIN,
            alone: [Set::EMPTY; ENTRIES],
            rows: [[Set::EMPTY; 10]; 16],
            toward: [[0; ENTRIES]; ENTRIES],
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

    /// The number of directions in which there is a piece of either side.
    #[inline(always)]
    pub fn sights(&self, from: usize, occupied: Set<2>) -> u64 {
        let [inner, edge] = &self.rays[from];
        let seen = |direction| (inner[direction] & occupied.0[0]) | (edge[direction] & occupied.0[1]);
        let seen: [u64; 8] = std::array::from_fn(seen);
        seen.into_iter().map(|squares| u64::from(squares != 0)).sum()
    }

    /// The next square in a direction. [`NOWHERE`] beyond the edge, and from [`NOWHERE`].
    #[inline(always)]
    pub fn step(&self, from: usize, direction: usize) -> usize {
        usize::from(self.steps[from & (ENTRIES - 1)][direction & 7])
    }

    /// The direction of one square from another on the same Queen line.
    #[inline(always)]
    pub fn toward(&self, from: usize, to: usize) -> usize {
        usize::from(self.toward[from][to])
    }

    /// The squares between two squares on a Queen line, given the direction from the first to the second.
    #[inline(always)]
    pub fn between(&self, from: usize, to: usize, direction: usize) -> Set<2> {
        self.ray(from, direction) & self.ray(to, direction ^ 4)
    }

    /// The square between a square and one of the squares two steps away from it.
    #[inline(always)]
    pub fn middle(&self, from: usize, to: usize) -> usize {
        self.step(from, self.toward(from, to))
    }

    /// The inner squares of the slides in all directions, up to but excluding the first occupied one.
    #[inline(always)]
    pub fn inner_slides(&self, from: usize, occupied: u64) -> u64 {
        let rays = &self.rays[from & (ENTRIES - 1)][0];
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

    /// The first occupied square of a ray, and the squares before it. [`NOWHERE`] and the whole ray if there is none.
    #[inline(always)]
    pub fn slide(&self, from: usize, direction: usize, occupied: Set<2>) -> (usize, Set<2>) {
        let ray = self.ray(from, direction);
        let hit = ray & occupied;
        if hit.is_empty() {
            return (usize::from(NOWHERE), ray);
        }
        // A ray has its inner squares before its edge squares, or has only edge squares.
        let word = usize::from(hit.0[0] == 0);
        let bits = hit.0[word];
        let bit = if direction < 4 { bits.trailing_zeros() } else { 63 - bits.leading_zeros() };
        let blocker = 64 * word + bit as usize;
        (blocker, self.between(from, blocker, direction))
    }
}

/// Removes the lowest square and returns it. For sets of one or two squares this is faster than [`Set::pop`], because it has no branch for
/// the second word.
#[inline(always)]
pub fn pop(set: &mut Set<2>) -> Option<usize> {
    let [low, high] = set.0;
    if low | high == 0 {
        return None;
    }
    let (word, first) = if low == 0 { (high, 64) } else { (low, 0) };
    let rest = word & (word - 1);
    set.0 = if low == 0 { [0, rest] } else { [rest, high] };
    Some((first + word.trailing_zeros() as usize) & (ENTRIES - 1))
}

/// The squares in one direction, from the nearest.
fn ray(from: usize, step: Step) -> impl Iterator<Item = usize> {
    std::iter::successors(SHAPE.step(square(from), step), move |&last| SHAPE.step(last, step)).map(number)
}
