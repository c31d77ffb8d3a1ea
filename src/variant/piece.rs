//! Colours, piece types and pieces.

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

    /// +1 for White, -1 for Black: the rank direction of "forward".
    #[inline]
    #[must_use]
    pub const fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
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

/// The name of a kind of piece. A name only: how a Knight moves is each variant's own business.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the documentation; the clauses say what each does")]
pub enum PieceType {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Prince,
    Princess,
    Chancellor,
    Nightrider,
    Falconer,
    General,
    Helepolis,
    Archer,
    Bowman,
    Berserker,
    Lancer,
    Spy,
    Wizard,
    Soldier,
    Sergeant,
    Marshall,
    Dragon,
    Kirin,
    Amazon,
    Sissa,
    Gryphon,
    Aanca,
    Archbishop,
    CrownedRook,
    CrownedBishop,
    KnightWazir,
    KnightFerz,
    Advancer,
    Withdrawer,
    LongLeaper,
    Swapper,
    Immobilizer,
    Chameleon,
    CannonPawn,
    Vao,
    Giraffe,
    Lion,
}

impl PieceType {
    /// How many there are.
    pub const COUNT: usize = Self::Lion as usize + 1;

    /// Whether this is a Pawn type: one whose moves reset the halfmove clock (GEN-CLOCK).
    #[inline]
    #[must_use]
    pub const fn is_pawn(self) -> bool {
        matches!(self, Self::Pawn | Self::Soldier | Self::Sergeant | Self::CannonPawn)
    }
}

/// A piece type and its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
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
