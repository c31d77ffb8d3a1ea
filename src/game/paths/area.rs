//! Parts of the board, as a side sees it.

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
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
    /// An area for each side, White first. Both are as White sees the board.
    BySide(Box<[Vec<Area>; 2]>),
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
            Self::BySide(areas) => {
                let list = |areas: &[Self]| areas.iter().map(Self::to_string).collect::<Vec<_>>().join(", ");
                write!(f, "{} for White, {} for Black", list(&areas[0]), list(&areas[1]))
            }
        }
    }
}

/// Areas in JSON: one, a list, or `{"white": ..., "black": ...}` with those of each side, as White sees the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Areas(pub Vec<Area>);

/// The areas of each side. A side that is not named has none.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
struct OfSides {
    white: Areas,
    black: Areas,
}

impl Serialize for Areas {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [Area::BySide(areas)] => {
                let [white, black] = (**areas).clone().map(Areas);
                OfSides { white, black }.serialize(serializer)
            }
            [area] => serializer.collect_str(area),
            areas => serializer.collect_seq(areas.iter().map(ToString::to_string)),
        }
    }
}

impl<'de> Deserialize<'de> for Areas {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AreasVisitor;
        impl<'de> Visitor<'de> for AreasVisitor {
            type Value = Areas;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a part of the board such as \"rank 2\", a list of them, or {\"white\": ..., \"black\": ...}",
                )
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Areas, E> {
                Ok(Areas(vec![text.parse().map_err(E::custom)?]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Areas, A::Error> {
                let texts = Vec::<String>::deserialize(SeqAccessDeserializer::new(list))?;
                let areas = texts.iter().map(|text| text.parse().map_err(A::Error::custom));
                areas.collect::<Result<_, _>>().map(Areas)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Areas, A::Error> {
                let OfSides { white, black } = OfSides::deserialize(MapAccessDeserializer::new(map))?;
                let is_nested = |areas: &Areas| areas.0.iter().any(|area| matches!(area, Area::BySide(_)));
                if is_nested(&white) || is_nested(&black) {
                    return Err(A::Error::custom("sides within a side; expected a part of the board"));
                }
                Ok(Areas(vec![Area::BySide(Box::new([white.0, black.0]))]))
            }
        }
        deserializer.deserialize_any(AreasVisitor)
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

    #[test]
    fn areas_in_json_are_read_and_written() {
        for text in
            [r#""rank 2""#, r#"["a1","rank 2"]"#, "[]", r#"{"white":["g8","h8-h7"],"black":"rank 1"}"#]
        {
            let areas: Areas = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&areas).unwrap(), text);
        }
        let nested: Result<Areas, _> = serde_json::from_str(r#"{"white": {"white": "a1"}}"#);
        assert!(nested.unwrap_err().to_string().contains("sides within a side"));
    }
}
