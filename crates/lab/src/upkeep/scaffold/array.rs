//! The start array: the pieces of the first rank, with a rank of Pawns before them, mirrored for Black.

use super::catalog::{KING, Known, PIECES, known, piece_list};

/// The fewest files and ranks of a new variant.
pub const MIN_SIZE: u8 = 5;

/// The most files and ranks of a board.
pub const MAX_SIZE: u8 = 16;

/// The fewest ranks on which Pawns make double steps.
const DOUBLE_STEP_RANKS: u8 = 7;

/// The start array of White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Array {
    /// The labels of the first rank, from left to right.
    pub first: Vec<char>,
    pub ranks: u8,
}

impl Array {
    /// The array with these pieces on the first rank, or with the usual ones.
    pub fn new(files: u8, ranks: u8, pieces: Option<&str>) -> Result<Self, String> {
        let first: Vec<char> = match pieces {
            Some(labels) => labels.chars().collect(),
            None => usual(usize::from(files)),
        };
        let wrong =
            |problem: String| Err(format!("--pieces `{}`: {problem}", first.iter().collect::<String>()));
        if let Some(label) = first.iter().find(|label| known(**label).is_none()) {
            return wrong(format!("`{label}` is not a piece; expected one of {}", piece_list()));
        }
        if first.len() != usize::from(files) {
            return wrong(format!("{} pieces for {files} files; expected one for each file", first.len()));
        }
        let kings = first.iter().filter(|label| **label == KING).count();
        if kings != 1 {
            return wrong(format!("{kings} Kings (K); expected one"));
        }
        Ok(Self { first, ranks })
    }

    /// The kinds of pieces on the first rank, in the order of the catalog.
    pub fn kinds(&self) -> impl Iterator<Item = &'static Known> {
        PIECES.iter().filter(|piece| self.has(piece.label))
    }

    pub fn has(&self, label: char) -> bool {
        self.first.contains(&label)
    }

    pub fn files(&self) -> usize {
        self.first.len()
    }

    pub fn has_double_step(&self) -> bool {
        self.ranks >= DOUBLE_STEP_RANKS
    }

    /// The name of a square, of which both numbers count from 0.
    pub fn square(&self, file: usize, rank: u8) -> String {
        format!("{}{}", self.file_letters().as_bytes()[file] as char, rank + 1)
    }

    /// The letters of the files.
    pub fn file_letters(&self) -> &'static str {
        &"abcdefghijklmnop"[..self.files()]
    }

    /// The file of the King.
    pub fn king(&self) -> usize {
        self.first.iter().position(|label| *label == KING).unwrap_or(0)
    }

    /// How many squares the King goes when it castles.
    pub fn castling_distance(&self) -> usize {
        if self.files() < 10 { 2 } else { 3 }
    }

    /// The files of the outermost Rooks, the right one first, if the King can castle with both. Empty otherwise.
    pub fn castling_rooks(&self) -> Vec<usize> {
        let mut rooks = (0..self.files()).filter(|file| self.first[*file] == 'R');
        let (Some(left), Some(right)) = (rooks.next(), rooks.next_back()) else { return Vec::new() };
        let is_far = |rook: usize| rook.abs_diff(self.king()) > self.castling_distance();
        let fits = (left..right).contains(&self.king()) && is_far(left) && is_far(right);
        if fits { vec![right, left] } else { Vec::new() }
    }

    /// The start position as VFEN.
    pub fn vfen(&self) -> String {
        let white: String = self.first.iter().collect();
        let (pawns, files) = ("P".repeat(self.files()), self.files());
        let mut rows = vec![white.to_lowercase(), pawns.to_lowercase()];
        rows.extend((4..self.ranks).map(|_| files.to_string()));
        rows.extend([pawns, white]);
        let rights = if self.castling_rooks().is_empty() { "-" } else { "*" };
        format!("{} w {rights} - 0 1", rows.join("/"))
    }

    /// The drawn array: the two outer ranks of each side.
    pub fn drawing(&self) -> String {
        let row = |rank: u8, labels: &[char]| {
            let labels: String = labels.iter().map(|label| format!("  {label}")).collect();
            format!("{rank:2}{labels}\n")
        };
        let lower: Vec<char> = self.first.iter().map(char::to_ascii_lowercase).collect();
        let letters: String = self.file_letters().chars().map(|letter| format!("  {letter}")).collect();
        [
            row(self.ranks, &lower),
            row(self.ranks - 1, &vec!['p'; self.files()]),
            row(2, &vec!['P'; self.files()]),
            row(1, &self.first),
            format!("  {letters}\n"),
        ]
        .concat()
    }
}

/// The first rank of chess on boards of other widths: Rooks outside, Knights and Bishops by turns, Queen and King in the middle.
fn usual(files: usize) -> Vec<char> {
    match files {
        // Otherwise these had no Bishop.
        5 => return "RNBQK".chars().collect(),
        6 => return "RBQKNR".chars().collect(),
        _ => {}
    }
    let wing = |length: usize| (0..length).map(|at| if at == 0 { 'R' } else { ['B', 'N'][at % 2] });
    let right = (files - 2) / 2;
    let left: Vec<_> = wing(files - 2 - right).collect();
    let right: Vec<_> = wing(right).collect();
    left.into_iter().chain(['Q', 'K']).chain(right.into_iter().rev()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn usual_arrays_and_castling() {
        for (files, expected) in [
            (5, "RNBQK"),
            (6, "RBQKNR"),
            (7, "RNBQKNR"),
            (8, "RNBQKBNR ha"),
            (9, "RNBNQKBNR ia"),
            (10, "RNBNQKNBNR ja"),
            (16, "RNBNBNBQKBNBNBNR pa"),
        ] {
            let array = Array::new(files, 8, None).unwrap();
            let rook = |file: &usize| array.file_letters().as_bytes()[*file] as char;
            let rooks: String = array.castling_rooks().iter().map(rook).collect();
            let first: String = array.first.iter().collect();
            assert_eq!(format!("{first} {rooks}").trim_end(), expected);
        }
    }

    #[test]
    fn wrong_arrays_are_refused() {
        for (pieces, expected) in [
            ("RNBQKXR", "`X` is not a piece; expected one of K King, Q Queen"),
            ("RNBQKN", "6 pieces for 7 files"),
            ("RNBQQNR", "0 Kings (K)"),
            ("RKBQKNR", "2 Kings (K)"),
        ] {
            let error = Array::new(7, 7, Some(pieces)).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
