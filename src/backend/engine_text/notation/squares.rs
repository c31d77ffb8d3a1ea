//! The names that protocols give to squares, where these are not the names of the variant.
//!
//! Invariants: whatever an engine prints is translated once, where its line enters, and whatever it is sent once, where it leaves.
//! All other code knows the names of the variant only. Other text stays unchanged.

use crate::game::board::{Shape, Square};
use crate::game::variant::Variant;
use std::borrow::Cow;

/// How a protocol names the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Squares {
    /// As the variant does.
    Own,
    /// A letter for the file from the left, and a number for the rank from 0 at the bottom.
    RanksFromZero,
    /// A number for the file from the right, and a letter for the rank from the top.
    Shogi,
}

impl Squares {
    /// As in xiangqi: boards of ten ranks number them from 0.
    pub fn of_ten_ranks(variant: &Variant) -> Self {
        let is_other = variant.starts[0].shape.ranks() == 10 && variant.labels.rank(0) != 0;
        if is_other { Self::RanksFromZero } else { Self::Own }
    }

    /// A line of an engine, with its moves in the names of the variant.
    pub fn read_line(self, variant: &Variant, line: &str) -> String {
        if self == Self::Own {
            return line.to_owned();
        }
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '=' | '+' | '*' | '@' | '#');
        let (mut text, mut rest) = (String::with_capacity(line.len()), line);
        while let Some(first) = rest.chars().next() {
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (word, after) = rest.split_at(end);
            text.push_str(&self.read_move(variant, word).map_or(Cow::Borrowed(word), Cow::Owned));
            rest = after;
        }
        text
    }

    /// A move of an engine in the names of the variant. `None` if the word is not a move.
    fn read_move(self, variant: &Variant, word: &str) -> Option<String> {
        let shape = variant.starts[0].shape;
        let word = if word.contains(|c: char| c.is_ascii_lowercase()) {
            Cow::Borrowed(word)
        } else {
            Cow::Owned(word.to_ascii_lowercase())
        };
        if let Some((piece, square)) = word.split_once(['*', '@']) {
            let (to, rest) = self.square(shape, square)?;
            return rest.is_empty().then(|| format!("{piece}@{}", variant.labels.square(to)));
        }
        // A letter of the piece may stand before the squares.
        let (from, rest) = self.square(shape, &word).or_else(|| {
            let after = word.strip_prefix(|c: char| c.is_ascii_uppercase())?;
            self.square(shape, after)
        })?;
        let (to, rest) = self.square(shape, rest.strip_prefix('-').unwrap_or(rest))?;
        let is_end = rest.len() <= 2 && rest.chars().all(|c| !c.is_ascii_digit());
        is_end.then(|| format!("{}{}{rest}", variant.labels.square(from), variant.labels.square(to)))
    }

    /// Coordinates in the names of the variant, as the engine is sent them.
    pub fn write_move(self, variant: &Variant, coordinates: &str) -> String {
        let shape = variant.starts[0].shape;
        let written = || {
            let (from, rest) = own_square(variant, shape, coordinates)?;
            let (to, rest) = own_square(variant, shape, rest)?;
            Some(format!("{}{}{rest}", self.name(shape, from), self.name(shape, to)))
        };
        let is_own = self == Self::Own;
        (!is_own).then(written).flatten().unwrap_or_else(|| coordinates.to_owned())
    }

    /// Checks that a FEN has no square in another notation than moves.
    ///
    /// # Errors
    /// If it has an en passant square, which protocols with ranks from 0 do not settle.
    pub fn check_passing_square(self, fen: &str) -> Result<(), String> {
        match fen.split(' ').nth(3) {
            Some(square) if self == Self::RanksFromZero && square != "-" => Err(format!(
                "the en passant square `{square}`: in protocols that number ranks from 0, its name is not settled; ask the engine \
                 as `uci:`"
            )),
            _ => Ok(()),
        }
    }

    /// The square at the start of a text in the names of the protocol, and the rest of the text.
    fn square(self, shape: Shape, text: &str) -> Option<(Square, &str)> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (file, rank, rest) = match self {
            Self::Own => return None,
            Self::RanksFromZero => {
                let file = letter(text)?;
                let (rank, rest) = text[1..].split_at(digits(&text[1..]));
                (file, rank.parse::<u8>().ok()?, rest)
            }
            Self::Shogi => {
                let (file, rest) = text.split_at(digits(text));
                let rank = letter(rest)?;
                let file = shape.files().checked_sub(file.parse::<u8>().ok()?)?;
                (file, shape.ranks().checked_sub(rank + 1)?, &rest[1..])
            }
        };
        (file < shape.files() && rank < shape.ranks()).then(|| (Square::new(file, rank), rest))
    }

    /// The name of a square in the protocol.
    fn name(self, shape: Shape, square: Square) -> String {
        let letter = |index: u8| char::from(b'a' + index);
        match self {
            Self::Own | Self::RanksFromZero => format!("{}{}", letter(square.file()), square.rank()),
            Self::Shogi => {
                format!("{}{}", shape.files() - square.file(), letter(shape.ranks() - 1 - square.rank()))
            }
        }
    }
}

/// The index of the small letter at the start of a text.
fn letter(text: &str) -> Option<u8> {
    text.bytes().next().filter(u8::is_ascii_lowercase).map(|byte| byte - b'a')
}

/// The square at the start of a text in the names of the variant, and the rest of the text.
fn own_square<'a>(variant: &Variant, shape: Shape, text: &'a str) -> Option<(Square, &'a str)> {
    let digits = text.get(1..)?.bytes().take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(digits + 1)?;
    variant.labels.parse(shape, name).map(|square| (square, rest))
}

/// Why a move in a list cannot be expressed: it puts a piece from hand on the board, or promotes as in shogi. `None` for other moves.
pub fn unsupported_move(label: &str) -> Option<String> {
    if is_drop(label) {
        return Some(format!(
            "`{label}` drops a piece; pieces in hand are not supported, so its moves cannot be listed"
        ));
    }
    // With the letter of a piece or a sign between the squares, `+` is a check.
    let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    label.strip_suffix('+').is_some_and(is_plain).then(|| {
        format!("`{label}` promotes as in shogi, to a piece whose letter has a `+`, which is not supported")
    })
}

/// Whether a text is written as the drop of a piece, such as `P@e4` or `P*5e`.
pub fn is_drop(text: &str) -> bool {
    let Some((piece, square)) = text.split_once(['@', '*']) else { return false };
    piece.len() == 1
        && piece.bytes().all(|byte| byte.is_ascii_alphabetic())
        && (2..=3).contains(&square.len())
        && square.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    #[test]
    fn moves_are_translated_both_ways_and_other_words_left() {
        // The board of Ryugi has ten files and ten ranks, the first of which is 1.
        let (chess, ryugi) = (Variant::get(VariantId::CHESS), Variant::get(VariantId::RYUGI));
        for (squares, variant, line, expected) in [
            (Squares::Own, chess, "e2e4: 20", "e2e4: 20"),
            (Squares::RanksFromZero, ryugi, "a0a9: 1", "a1a10: 1"),
            (Squares::RanksFromZero, ryugi, "H2-E2 7", "h3e3 7"),
            (Squares::RanksFromZero, ryugi, "1. Rb0a2q 3 (0.1 s)", "1. b1a3q 3 (0.1 s)"),
            (Squares::RanksFromZero, ryugi, "Nodes searched: 30", "Nodes searched: 30"),
            (Squares::RanksFromZero, ryugi, "k0a1: 1", "k0a1: 1"),
            (Squares::Shogi, chess, "8h8g: 1", "a1a2: 1"),
            (Squares::Shogi, chess, "1a2b+: 1", "h8g7+: 1"),
            (Squares::Shogi, chess, "P*4d: 1", "P@e5: 1"),
            (Squares::Shogi, chess, "9i9h: 1", "9i9h: 1"),
            (Squares::Shogi, chess, "info nodes 12 é", "info nodes 12 é"),
        ] {
            assert_eq!(squares.read_line(variant, line), expected, "{line}");
        }
        for (squares, variant, coordinates, expected) in [
            (Squares::Own, ryugi, "a1a10", "a1a10"),
            (Squares::RanksFromZero, ryugi, "a1a10d", "a0a9d"),
            (Squares::Shogi, chess, "a1h8", "8h1a"),
        ] {
            assert_eq!(squares.write_move(variant, coordinates), expected, "{coordinates}");
        }
        let fen = "5k4/10/10/10/10/3pP5/10/10/10/5K4 b - e4 0 1";
        assert!(
            Squares::RanksFromZero.check_passing_square(fen).is_err()
                && Squares::Own.check_passing_square(fen).is_ok()
        );
        assert_eq!(Squares::RanksFromZero.check_passing_square(&fen.replace("e4", "-")), Ok(()));
        for (variant, expected) in [(chess, Squares::Own), (ryugi, Squares::RanksFromZero)] {
            assert_eq!(Squares::of_ten_ranks(variant), expected);
        }
    }

    #[test]
    fn drops_and_promotions_of_shogi_are_named() {
        for (label, expected) in [
            ("P@e4", Some("drops a piece")),
            ("h8g7+", Some("promotes as in shogi")),
            ("Nb1-c3+", None),
            ("e2e4", None),
        ] {
            let reason = unsupported_move(label);
            assert_eq!(reason.is_some(), expected.is_some(), "{label}");
            assert!(reason.unwrap_or_default().contains(expected.unwrap_or_default()), "{label}");
        }
    }
}
