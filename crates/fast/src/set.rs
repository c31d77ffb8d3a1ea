//! Sets of squares of exactly the width that a board needs.
//!
//! A square is its number on the board's [`Grid`](super::grid::Grid): rank by rank, from White's first. `W` is the number of 64-bit
//! words. Every method is inlined into its caller, so that it is compiled for the instruction set of the caller. Those with a loop are
//! only hints, `#[inline]`: LLVM then unrolls the loop before it inlines, which compiles faster and to fewer instructions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of the squares of a board of at most `64 * W` squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<const W: usize>(pub [u64; W]);

impl<const W: usize> Set<W> {
    /// The empty set.
    pub const EMPTY: Self = Self([0; W]);

    /// The set of one square.
    #[inline(always)]
    pub const fn single(square: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[square / 64] = 1 << (square % 64);
        set
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: usize) -> bool {
        self.0[square / 64] >> (square % 64) & 1 == 1
    }

    /// Adds a square.
    #[inline(always)]
    pub const fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    /// Removes a square.
    #[inline(always)]
    pub const fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        let mut any = 0;
        for word in self.0 {
            any |= word;
        }
        any == 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the set has more than one square.
    #[inline]
    pub fn is_many(mut self) -> bool {
        self.pop().is_some() && !self.is_empty()
    }

    /// The number of squares.
    #[inline]
    pub fn len(self) -> u32 {
        let mut len = 0;
        for word in self.0 {
            len += word.count_ones();
        }
        len
    }

    /// The lowest square. `64 * W` if the set is empty.
    #[inline]
    pub fn first(self) -> usize {
        let mut first = 64 * W;
        for word in (0..W).rev() {
            if self.0[word] != 0 {
                first = 64 * word + self.0[word].trailing_zeros() as usize;
            }
        }
        first
    }

    /// All numbers up to and including the lowest square. All numbers if the set is empty.
    #[inline]
    pub fn up_to_first(self) -> Self {
        let mut set = Self::EMPTY;
        let mut borrow = true;
        for word in 0..W {
            let (less, borrowed) = self.0[word].overflowing_sub(u64::from(borrow));
            borrow = borrowed;
            set.0[word] = self.0[word] ^ less;
        }
        set
    }

    /// The highest square plus 1. 0 if the set is empty.
    #[inline]
    pub fn end(self) -> usize {
        let mut end = 0;
        for word in 0..W {
            if self.0[word] != 0 {
                end = 64 * (word + 1) - self.0[word].leading_zeros() as usize;
            }
        }
        end
    }

    /// Removes the lowest square and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<usize> {
        for (word, bits) in self.0.iter_mut().enumerate() {
            if *bits != 0 {
                let square = 64 * word + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(square);
            }
        }
        None
    }

    /// Calls `visit` with every square, from the lowest to the highest.
    #[inline]
    pub fn each(self, mut visit: impl FnMut(usize)) {
        for (word, mut bits) in self.0.into_iter().enumerate() {
            while bits != 0 {
                visit(64 * word + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// Adds `by`, from 1 to 63, to every square number. Squares beyond the last word are lost.
    #[inline]
    pub fn up(self, by: u32) -> Self {
        let mut moved = Self::EMPTY;
        for word in 0..W {
            let carry = if word > 0 { self.0[word - 1] >> (64 - by) } else { 0 };
            moved.0[word] = self.0[word] << by | carry;
        }
        moved
    }

    /// Subtracts `by`, from 1 to 63, from every square number. Squares below 0 are lost.
    #[inline]
    pub fn down(self, by: u32) -> Self {
        let mut moved = Self::EMPTY;
        for word in 0..W {
            let carry = if word + 1 < W { self.0[word + 1] << (64 - by) } else { 0 };
            moved.0[word] = self.0[word] >> by | carry;
        }
        moved
    }

    #[inline]
    fn combine(self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        let mut set = Self::EMPTY;
        for word in 0..W {
            set.0[word] = operation(self.0[word], other.0[word]);
        }
        set
    }
}

/// The squares of a set, from the lowest to the highest.
#[derive(Clone, Debug)]
pub struct Squares<const W: usize> {
    set: Set<W>,
    word: usize,
    /// The rest of that word.
    bits: u64,
}

impl<const W: usize> Iterator for Squares<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.bits == 0 {
            if self.word + 1 >= W {
                return None;
            }
            self.word += 1;
            self.bits = self.set.0[self.word];
        }
        let square = 64 * self.word + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(square)
    }
}

impl<const W: usize> IntoIterator for Set<W> {
    type Item = usize;
    type IntoIter = Squares<W>;

    #[inline(always)]
    fn into_iter(self) -> Squares<W> {
        Squares { set: self, word: 0, bits: self.0[0] }
    }
}

impl<const W: usize> FromIterator<usize> for Set<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

macro_rules! operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $combine:expr) => {
        impl<const W: usize> $operator for Set<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.combine(other, $combine)
            }
        }

        impl<const W: usize> $assign for Set<W> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.combine(other, $combine);
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |left, right| left & right);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |left, right| left | right);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |left, right| left ^ right);
operator!(Sub, sub, SubAssign, sub_assign, |left, right| left & !right);

impl<const W: usize> Not for Set<W> {
    type Output = Self;

    /// The complement, including the unused bits of the last word.
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_agrees_with_a_list_of_squares() {
        for squares in [&[][..], &[0], &[63, 64], &[3, 64, 100, 143], &[127, 128, 191]] {
            let set: Set<3> = squares.iter().copied().collect();
            assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
            assert_eq!(set.len() as usize, squares.len(), "{squares:?}");
            assert_eq!(set.first(), squares.first().copied().unwrap_or(192), "{squares:?}");
            let up_to_first: Vec<_> = (0..192).filter(|square| *square <= set.first()).collect();
            assert_eq!(set.up_to_first().into_iter().collect::<Vec<_>>(), up_to_first, "{squares:?}");
            assert_eq!(set.end(), squares.last().map_or(0, |square| square + 1), "{squares:?}");
            assert_eq!(set.is_empty(), squares.is_empty(), "{squares:?}");
            assert_eq!(set.is_many(), squares.len() > 1, "{squares:?}");
            let up: Vec<_> =
                squares.iter().map(|square| square + 13).filter(|&square| square < 192).collect();
            assert_eq!(set.up(13).into_iter().collect::<Vec<_>>(), up, "{squares:?}");
            let down: Vec<_> = squares.iter().filter_map(|square| square.checked_sub(13)).collect();
            assert_eq!(set.down(13).into_iter().collect::<Vec<_>>(), down, "{squares:?}");
        }
    }
}
