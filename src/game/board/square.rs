//! One square of a board of at most 16 x 16.

/// A square: sixteen times the file (0 is leftmost) plus the rank (0 is White's first). Squares are ordered by file, then by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on `file` and `rank`, both from 0 to 15.
    ///
    /// # Panics
    /// If either is above 15.
    #[inline]
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < 16 && rank < 16, "files and ranks are numbered 0 to 15");
        Self(file << 4 | rank)
    }

    /// The square with this index, file times sixteen plus rank.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// File times sixteen plus rank.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, 0 is leftmost.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 >> 4
    }

    /// The rank, 0 is White's first.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }
}
