//! The numbering of the squares of a board.

use super::set::Set;
use vperft::inner::game::board::{Shape, Square, Step};

/// The numbering of the squares of a board without gaps: rank by rank from White's first, each from left to right.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    shape: Shape,
}

impl Grid {
    /// The numbering of a board of this size.
    pub const fn new(shape: Shape) -> Self {
        Self { shape }
    }

    /// The number of squares.
    pub const fn len(self) -> usize {
        self.shape.files() as usize * self.shape.ranks() as usize
    }

    /// The number of a square.
    #[inline]
    pub const fn number(self, square: Square) -> usize {
        square.rank() as usize * self.shape.files() as usize + square.file() as usize
    }

    /// The square with a number.
    #[inline]
    pub const fn square(self, number: usize) -> Square {
        let files = self.shape.files() as usize;
        Square::new((number % files) as u8, (number / files) as u8)
    }

    /// The square one step away. `None` if it is beyond the edge.
    #[inline]
    pub fn step(self, from: usize, step: Step) -> Option<usize> {
        self.shape.step(self.square(from), step).map(|square| self.number(square))
    }

    /// The squares in one direction, from the nearest to the edge.
    pub fn ray(self, from: usize, step: Step) -> impl Iterator<Item = usize> {
        std::iter::successors(self.step(from, step), move |&square| self.step(square, step))
    }

    /// For every square, the squares one of these steps away. Entries after the last square are empty.
    pub fn leaps<const W: usize, const N: usize>(self, steps: &[Step]) -> [Set<W>; N] {
        self.table(|from| steps.iter().filter_map(|&step| self.step(from, step)).collect())
    }

    /// For every square, its `entry`. Entries after the last square are empty.
    pub fn table<const W: usize, const N: usize>(self, entry: impl Fn(usize) -> Set<W>) -> [Set<W>; N] {
        std::array::from_fn(|from| if from < self.len() { entry(from) } else { Set::EMPTY })
    }
}
