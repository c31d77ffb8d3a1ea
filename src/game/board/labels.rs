//! The names of files and ranks, and through them of squares.

use super::{Shape, Square};

/// How a variant names its files (one character each, left to right) and its ranks (consecutive numbers from
/// the bottom).
#[derive(Clone, Debug)]
pub struct Labels {
    files: String,
    first_rank: u8,
}

impl Labels {
    /// File names from left to right and the number of the lowest rank. No rank has more than two digits.
    #[must_use]
    pub const fn new(files: String, first_rank: u8) -> Self {
        Self { files, first_rank }
    }

    /// The number of named files.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files.len() as u8
    }

    /// The name of a file.
    #[must_use]
    pub fn file(&self, file: u8) -> char {
        char::from(self.files.as_bytes()[usize::from(file)])
    }

    /// The number of a rank.
    #[must_use]
    pub const fn rank(&self, rank: u8) -> u8 {
        rank + self.first_rank
    }

    /// The name of a square, such as `e4`.
    #[must_use]
    pub fn square(&self, square: Square) -> String {
        let mut text = String::new();
        self.push(square, &mut text);
        text
    }

    /// Appends the name of a square.
    pub fn push(&self, square: Square, text: &mut String) {
        text.push(self.file(square.file()));
        let rank = self.rank(square.rank());
        if rank >= 10 {
            text.push(char::from(b'0' + rank / 10));
        }
        text.push(char::from(b'0' + rank % 10));
    }

    /// The square with this name, or none if the board has no such square.
    #[must_use]
    pub fn parse(&self, shape: Shape, text: &str) -> Option<Square> {
        let mut characters = text.chars();
        let file = self.files.find(characters.next()?)? as u8;
        let digits = characters.as_str();
        let plain =
            digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let rank = digits.parse::<u8>().ok().filter(|_| plain)?.checked_sub(self.first_rank)?;
        (file < shape.files() && rank < shape.ranks()).then(|| Square::new(file, rank))
    }
}
