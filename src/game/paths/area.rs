//! Parts of the board, as a side sees it.

use std::fmt;
use std::str::FromStr;

/// A part of the board, as White sees it. For Black the ranks are counted from the other end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Area {
    /// `rank 2` or `rank -1`: a rank, counted from 1 from the side's own first rank, or from its last rank by negative numbers.
    Rank(i8),
    /// `file a`.
    File(char),
    /// `d1-f3`, or one square: the names of two opposite corners.
    Rectangle(String, String),
    /// `start`: the squares on which such a piece starts.
    Start,
    /// The name of a region of the variant.
    Named(String),
}

/// A text is not an area.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a part of the board; expected a square, two corners such as d1-f3, `rank 2`, `rank -1` \
     (the last), `file a`, `start`, or the name of a region"
)]
pub struct AreaError(String);

impl FromStr for Area {
    type Err = AreaError;

    fn from_str(text: &str) -> Result<Self, AreaError> {
        let wrong = || AreaError(text.to_owned());
        if text == "start" {
            return Ok(Self::Start);
        }
        if let Some(rank) = text.strip_prefix("rank ") {
            return rank.parse().ok().filter(|rank| *rank != 0).map(Self::Rank).ok_or_else(wrong);
        }
        if let Some(file) = text.strip_prefix("file ") {
            let mut letters = file.chars();
            return match (letters.next(), letters.next()) {
                (Some(letter), None) => Ok(Self::File(letter)),
                _ => Err(wrong()),
            };
        }
        let is_square = |text: &str| {
            let digits = text.trim_start_matches(|c: char| c.is_ascii_lowercase());
            text.len() - digits.len() == 1 && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
        };
        let (one, other) = text.split_once('-').unwrap_or((text, text));
        if is_square(one) && is_square(other) {
            return Ok(Self::Rectangle(one.to_owned(), other.to_owned()));
        }
        let is_name = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if is_name { Ok(Self::Named(text.to_owned())) } else { Err(wrong()) }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rank(rank) => write!(f, "rank {rank}"),
            Self::File(file) => write!(f, "file {file}"),
            Self::Rectangle(one, other) if one == other => f.write_str(one),
            Self::Rectangle(one, other) => write!(f, "{one}-{other}"),
            Self::Start => f.write_str("start"),
            Self::Named(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn areas_are_read_and_written() {
        for text in ["rank 2", "rank -1", "file a", "d1-f3", "e4", "a16", "start", "palace", "own-half"] {
            assert_eq!(text.parse::<Area>().map(|area| area.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "rank 0", "rank x", "file ab", "D1", "pal ace", "-"] {
            assert_eq!(text.parse::<Area>(), Err(AreaError(text.to_owned())));
        }
    }
}
