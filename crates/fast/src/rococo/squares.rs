//! The numbering of the squares of Rococo: the 64 inner squares are the first word of a [`Set`], the 36 edge squares the second.
//!
//! Slides, steps and leaps without capture end only on inner squares (ROC-EDGE-1), so nearly all work is on one word, which is a board of
//! 8 x 8. Both words are numbered rank by rank from White's first, each rank from left to right. Along every line, the numbers of the inner
//! squares rise or fall, and so do those of the edge squares.

use super::super::set::Set;
use vperft::inner::game::board::{Shape, Square};

/// The size of the board.
pub const SHAPE: Shape = Shape::new(10, 10);
/// The number of squares.
pub const SQUARES: usize = 100;
/// The number for "beyond the board". It is in no set.
pub const NOWHERE: u8 = 127;
/// Every square.
pub const ALL: Set<2> = Set([u64::MAX, (1 << 36) - 1]);

/// The number of a square.
pub const fn number(square: Square) -> usize {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    match (file, rank) {
        (_, 0) => 64 + file,
        (_, 9) => 90 + file,
        (0, _) => 73 + 2 * rank - 1,
        (9, _) => 73 + 2 * rank,
        _ => (rank - 1) * 8 + file - 1,
    }
}

/// The square with a number.
pub const fn square(number: usize) -> Square {
    let (file, rank) = match number {
        0..64 => (number % 8 + 1, number / 8 + 1),
        64..74 => (number - 64, 0),
        90..100 => (number - 90, 9),
        _ => (9 * (number % 2), (number - 72) / 2),
    };
    Square::new(file as u8, rank as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_its_own_number() {
        let mut seen = Set::EMPTY;
        for each in SHAPE.squares() {
            let number = number(each);
            assert_eq!(square(number), each, "number {number}");
            assert_eq!(number >= 64, SHAPE.is_rim(each), "number {number}");
            seen.insert(number);
        }
        assert_eq!(seen, ALL);
    }
}
