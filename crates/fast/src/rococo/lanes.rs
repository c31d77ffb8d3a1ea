//! The inner board of 8 x 8 in all eight directions at once: four words whose squares move up in number and four whose squares move down.
//! The compiler keeps the two arrays in wide registers.
//!
//! This module knows no piece. The directions are numbered as in [`DIRECTIONS`](super::super::rays::DIRECTIONS).

use std::hint::black_box;
use std::ops::{BitAnd, BitOr, Sub};

/// The change of a square's number by one step: up in the directions 0 to 3, down in their opposites.
const SHIFTS: [u32; 4] = [1, 7, 8, 9];
const NOT_LEFT: u64 = !0x0101_0101_0101_0101;
const NOT_RIGHT: u64 = !0x8080_8080_8080_8080;

/// The squares that a step in each direction can reach without crossing the side edge.
///
/// Callers pass them to the methods from a table. If the compiler knew the constants, it would treat the directions that need no mask
/// separately and not use the wide registers.
pub const WITHIN: Lanes =
    Lanes { up: [NOT_LEFT, NOT_RIGHT, u64::MAX, NOT_LEFT], down: [NOT_RIGHT, NOT_LEFT, u64::MAX, NOT_RIGHT] };

/// One word a direction.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    up: [u64; 4],
    down: [u64; 4],
}

/// A word for every direction of one half.
#[inline(always)]
fn words(word: impl Fn(usize) -> u64) -> [u64; 4] {
    let mut words = [0; 4];
    for (lane, slot) in words.iter_mut().enumerate() {
        *slot = word(lane);
    }
    words
}

#[inline(always)]
fn zip(one: [u64; 4], other: [u64; 4], operation: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    words(|lane| operation(one[lane], other[lane]))
}

impl Lanes {
    /// The same word in all directions.
    #[inline(always)]
    pub fn all(word: u64) -> Self {
        Self { up: [word; 4], down: [word; 4] }
    }

    /// Moves all squares `steps` steps. Squares wrap around the side edges.
    #[inline(always)]
    fn moved(self, steps: u32) -> Self {
        Self {
            up: words(|lane| self.up[lane] << (SHIFTS[lane] * steps)),
            down: words(|lane| self.down[lane] >> (SHIFTS[lane] * steps)),
        }
    }

    /// Moves all squares one step. Squares that leave the inner board are lost.
    #[inline(always)]
    pub fn step(self, within: Self) -> Self {
        self.moved(1) & within
    }

    /// The squares from which one step leads to these squares.
    #[inline(always)]
    pub fn step_back(self, within: Self) -> Self {
        let open = self & within;
        Self {
            up: words(|lane| open.up[lane] >> SHIFTS[lane]),
            down: words(|lane| open.down[lane] << SHIFTS[lane]),
        }
    }

    /// These squares, and all squares that slides from them over `empty` squares reach.
    #[inline(always)]
    pub fn flood(self, empty: u64, within: Self) -> Self {
        let mut open = Self::all(empty) & within;
        let mut reached = self;
        reached = reached | open & reached.moved(1);
        open = open & open.moved(1);
        reached = reached | open & reached.moved(2);
        open = open & open.moved(2);
        reached | open & reached.moved(4)
    }

    /// The number of squares in all directions together.
    ///
    /// The words pass through memory (`black_box`), because they are counted one by one. Otherwise the compiler would split the work before
    /// this point into single words too.
    #[inline(always)]
    pub fn len(self) -> u32 {
        let words = black_box(self);
        let mut squares = 0;
        for lane in 0..4 {
            squares += words.up[lane].count_ones() + words.down[lane].count_ones();
        }
        squares
    }

    /// Whether there are no squares in any direction.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        zip(self.up, self.down, |up, down| up | down).into_iter().fold(0, |sum, word| sum | word) == 0
    }

    /// Calls `visit` with every square and its direction.
    #[inline(always)]
    pub fn each(self, mut visit: impl FnMut(usize, usize)) {
        let words = black_box([self.up, self.down]);
        for (direction, &word) in words.as_flattened().iter().enumerate() {
            let mut squares = word;
            while squares != 0 {
                visit(squares.trailing_zeros() as usize, direction);
                squares &= squares - 1;
            }
        }
    }
}

macro_rules! operator {
    ($operator:ident, $method:ident, $combine:expr) => {
        impl $operator for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { up: zip(self.up, other.up, $combine), down: zip(self.down, other.down, $combine) }
            }
        }
    };
}

operator!(BitAnd, bitand, |left, right| left & right);
operator!(BitOr, bitor, |left, right| left | right);
operator!(Sub, sub, |left, right| left & !right);

#[cfg(test)]
mod tests {
    use super::super::super::rays::DIRECTIONS;
    use super::*;
    use crate::property::{holds, squares};
    use proptest::prop_assert_eq;
    use vperft::inner::game::board::{Shape, Square};

    /// The inner squares of a ray, as words, from the nearest.
    fn ray(from: usize, direction: usize) -> impl Iterator<Item = u64> {
        let start = Square::new((from % 8) as u8, (from / 8) as u8);
        let step = move |&last: &Square| Shape::new(8, 8).step(last, DIRECTIONS[direction]);
        std::iter::successors(step(&start), step)
            .map(|square| 1 << (usize::from(square.rank()) * 8 + usize::from(square.file())))
    }

    #[test]
    fn all_directions_together_agree_with_each_alone() {
        holds(100, &squares(0..64, 40), |occupied| {
            let occupied = occupied.into_iter().fold(0_u64, |word, square| word | 1 << square);
            for from in 0..64 {
                let (mut steps, mut slides, mut back) = ([0; 8], [1 << from; 8], [0; 8]);
                for direction in 0..8 {
                    steps[direction] = ray(from, direction).next().unwrap_or(0);
                    back[direction ^ 4] = steps[direction];
                    for square in ray(from, direction).take_while(|square| occupied & square == 0) {
                        slides[direction] |= square;
                    }
                }
                let lanes = Lanes::all(1 << from);
                let words = |lanes: Lanes| [lanes.up, lanes.down].as_flattened().to_vec();
                let flood = lanes.flood(!occupied, WITHIN);
                prop_assert_eq!(words(lanes.step(WITHIN)), steps, "steps from {}", from);
                prop_assert_eq!(words(lanes.step_back(WITHIN)), back, "steps to {}", from);
                prop_assert_eq!(words(flood), slides, "slides from {} among {:x}", from, occupied);
                let squares: u32 = slides.into_iter().map(u64::count_ones).sum();
                prop_assert_eq!(flood.len(), squares, "slides from {} among {:x}", from, occupied);
            }
            Ok(())
        });
    }
}
