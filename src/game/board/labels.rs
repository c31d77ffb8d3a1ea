//! The names of files, ranks and squares.

use super::{Shape, Square};

/// The names of the files (one letter each, from left to right) and of the ranks (consecutive numbers from the bottom).
#[derive(Clone, Debug)]
pub struct Labels {
    files: String,
    first_rank: u8,
}

impl Labels {
    /// The letters of the files from left to right, and the number of the lowest rank. No rank has more than two digits.
    #[must_use]
    pub const fn new(files: String, first_rank: u8) -> Self {
        Self { files, first_rank }
    }

    /// The number of files.
    #[must_use]
    pub fn files(&self) -> u8 {
        self.files.len() as u8
    }

    /// The name of a file.
    #[must_use]
    pub fn file(&self, file: u8) -> char {
        char::from(self.files.as_bytes()[usize::from(file)])
    }

    /// The number of the file with this name, from 0. `None` if there is none.
    #[must_use]
    pub fn file_named(&self, name: char) -> Option<u8> {
        self.files.chars().position(|own| own == name).map(|index| index as u8)
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

    /// The square with this name.
    ///
    /// # Errors
    /// Says which squares the board has, if it has none with this name.
    #[doc(hidden)]
    pub fn find(&self, shape: Shape, text: &str) -> Result<Square, String> {
        let last = Square::new(shape.files() - 1, shape.ranks() - 1);
        let [first, last] = [Square::new(0, 0), last].map(|corner| self.square(corner));
        let error = || format!("there is no square `{text}`; expected one from {first} to {last}");
        self.parse(shape, text).ok_or_else(error)
    }

    /// The square with this name. `None` if the board has no such square.
    #[must_use]
    pub fn parse(&self, shape: Shape, text: &str) -> Option<Square> {
        let mut characters = text.chars();
        let file = self.files.find(characters.next()?)? as u8;
        let digits = characters.as_str();
        let is_number =
            digits.bytes().all(|digit| digit.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
        let rank = digits.parse::<u8>().ok().filter(|_| is_number)?.checked_sub(self.first_rank)?;
        (file < shape.files() && rank < shape.ranks()).then(|| Square::new(file, rank))
    }
}
