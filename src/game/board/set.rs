//! A set of squares as 256 bits.

use super::Square;
use std::ops::{BitAnd, BitOr, Sub};

/// A set of squares. It iterates by file, then by rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0[(square.index() >> 6) as usize] |= 1 << (square.index() & 63);
    }

    /// Removes a square, which need not be in the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0[(square.index() >> 6) as usize] &= !(1 << (square.index() & 63));
    }

    /// This set and one more square.
    #[inline]
    #[must_use]
    pub const fn with(mut self, square: Square) -> Self {
        self.insert(square);
        self
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0[(square.index() >> 6) as usize] >> (square.index() & 63) & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// The squares before one, by file, then by rank.
    #[inline]
    #[must_use]
    pub fn below(square: Square) -> Self {
        Self(BELOW[usize::from(square.index())])
    }

    /// The squares after one, by file, then by rank.
    #[inline]
    #[must_use]
    pub fn above(square: Square) -> Self {
        let [below, own] = [Self::below(square), Self::EMPTY.with(square)];
        Self([u64::MAX; 4]) - (below | own)
    }

    /// The first square, by file, then by rank.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Option<Square> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(Square::from_index((word as u8) << 6 | self.0[word].trailing_zeros() as u8))
    }

    /// The last square, by file, then by rank.
    #[inline]
    #[must_use]
    pub fn highest(self) -> Option<Square> {
        let word = self.0.iter().rposition(|word| *word != 0)?;
        Some(Square::from_index((word as u8) << 6 | (63 - self.0[word].leading_zeros()) as u8))
    }

    /// The number of squares.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { words: self.0, word: 0 }
    }
}

/// The squares of a set, by file, then by rank.
#[derive(Clone, Debug)]
pub struct Squares {
    words: [u64; 4],
    word: u8,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let bits = &mut self.words[usize::from(self.word)];
            if *bits != 0 {
                let bit = bits.trailing_zeros() as u8;
                *bits &= *bits - 1;
                return Some(Square::from_index(self.word << 6 | bit));
            }
            self.word += 1;
        }
        None
    }
}

/// Combines two sets word by word.
#[inline]
fn zip(left: SquareSet, right: SquareSet, combine: impl Fn(u64, u64) -> u64) -> SquareSet {
    let mut words = [0; 4];
    for (word, both) in words.iter_mut().enumerate() {
        *both = combine(left.0[word], right.0[word]);
    }
    SquareSet(words)
}

/// For each square, those before it.
static BELOW: [[u64; 4]; 256] = {
    let mut below = [[0; 4]; 256];
    let mut index = 1;
    while index < 256 {
        below[index] = below[index - 1];
        below[index][(index - 1) >> 6] |= 1 << ((index - 1) & 63);
        index += 1;
    }
    below
};

impl BitAnd for SquareSet {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        zip(self, other, |left, right| left & right)
    }
}

impl BitOr for SquareSet {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        zip(self, other, |left, right| left | right)
    }
}

impl Sub for SquareSet {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        zip(self, other, |left, right| left & !right)
    }
}
