//! The size of a rectangular board.

use super::{Square, Step};

/// The numbers of files and ranks of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    files: u8,
    ranks: u8,
}

impl Shape {
    /// A board of `files` times `ranks`, each from 1 to 16.
    ///
    /// # Panics
    /// If either is 0 or above 16.
    #[must_use]
    pub const fn new(files: u8, ranks: u8) -> Self {
        assert!(
            files >= 1 && files <= 16 && ranks >= 1 && ranks <= 16,
            "boards have 1 to 16 files and ranks"
        );
        Self { files, ranks }
    }

    /// The number of files.
    #[inline]
    #[must_use]
    pub const fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    #[inline]
    #[must_use]
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// The square one step away. `None` if it is beyond the edge: steps do not wrap around.
    #[inline]
    #[must_use]
    pub const fn step(self, from: Square, step: Step) -> Option<Square> {
        let file = from.file() as i8 + step.files;
        let rank = from.rank() as i8 + step.ranks;
        if file >= 0 && (file as u8) < self.files && rank >= 0 && (rank as u8) < self.ranks {
            Some(Square::from_index((file as u8) << 4 | rank as u8))
        } else {
            None
        }
    }

    /// Every square, by file, then by rank.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.files).flat_map(move |file| (0..self.ranks).map(move |rank| Square::new(file, rank)))
    }

    /// The square of the same rank on the file as far from the other side.
    #[must_use]
    #[doc(hidden)]
    pub const fn mirrored(self, square: Square) -> Square {
        Square::new(self.files - 1 - square.file(), square.rank())
    }

    /// The square of the same file on the rank as far from the other side.
    #[must_use]
    #[doc(hidden)]
    pub const fn flipped(self, square: Square) -> Square {
        Square::new(square.file(), self.ranks - 1 - square.rank())
    }

    /// Whether the square is on the rim of the board.
    #[inline]
    #[must_use]
    pub const fn is_rim(self, square: Square) -> bool {
        let (file, rank) = (square.file(), square.rank());
        file == 0 || rank == 0 || file + 1 == self.files || rank + 1 == self.ranks
    }
}
