//! Colours, piece types and pieces.

use super::grown::Grown;
use crate::game::board::Shape;
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::Not;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that moves first and up the board.
    White,
    /// The side that moves down the board.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The rank direction of "forward": +1 for White, -1 for Black.
    #[inline]
    #[must_use]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// A rank as the side counts: 0 is its first rank. The same turns it back.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub const fn rank_on(self, shape: Shape, rank: u8) -> u8 {
        match self {
            Self::White => rank,
            Self::Black => shape.ranks() - 1 - rank,
        }
    }

    /// `White` or `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A piece type: only a name, such as `King`, which several variants may share. Every variant defines for itself how its Knight moves.
/// The row of the type in the table of a variant has its roles there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType(u8);

include!(concat!(env!("OUT_DIR"), "/pieces.rs"));

/// The names of the types of loaded variants that no built-in variant has.
static LOADED: Grown<String> = Grown::new();

impl PieceType {
    /// The greatest number of types.
    pub const LIMIT: usize = 256;

    /// The number of the type among all types.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The type with this name, such as `crowned-rook`. Adds a type if there is none. `None` if there are already
    /// [`LIMIT`](Self::LIMIT) types.
    pub(super) fn named(name: &str) -> Option<Self> {
        if let Some(index) = NAMES.iter().position(|known| *known == name) {
            return u8::try_from(index).ok().map(Self);
        }
        let mut found = None;
        let added = LOADED.push(|count, known| {
            found = known.iter().position(|known| *known == name);
            if found.is_some() || NAMES.len() + count >= Self::LIMIT { Err(()) } else { Ok(name.to_owned()) }
        });
        let number = added.ok().or(found)?;
        u8::try_from(NAMES.len() + number).ok().map(Self)
    }

    /// The name, such as `crowned-rook`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match NAMES.get(self.index()) {
            Some(name) => name,
            None => LOADED.get(self.index() - NAMES.len()).map_or("", String::as_str),
        }
    }
}

/// The name in messages, such as `CrownedRook`.
impl fmt::Debug for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().split('-').try_for_each(|word| {
            let (head, tail) = word.split_at(word.len().min(1));
            write!(f, "{}{tail}", head.to_uppercase())
        })
    }
}

impl<'de> Deserialize<'de> for PieceType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if !name.split('-').all(is_word) {
            let problem = format!("`{name}` is not a kind of piece; expected a name such as crowned-rook");
            return Err(serde::de::Error::custom(problem));
        }
        let full = || serde::de::Error::custom(format!("more than {} kinds of pieces", Self::LIMIT));
        Self::named(&name).ok_or_else(full)
    }
}

/// A piece type and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side.
    pub color: Color,
    /// The type.
    pub kind: PieceType,
}

impl Piece {
    /// A piece of this colour and type.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self { color, kind }
    }
}
