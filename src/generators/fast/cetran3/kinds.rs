//! The thirteen types, numbered, and what their moves are made of.

pub use crate::generators::fast::kinds::cetran3::*;

/// How many types there are besides the Pawn. Their numbers are below the Pawn's.
pub const OFFICERS: usize = PAWN;

/// The types a Pawn promotes to: all but King and Pawn (CET-PROMOTE).
pub const PROMOTIONS: std::ops::Range<usize> = AMAZON..PAWN;

/// The parts a move is made of, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits(u8);

impl Traits {
    /// Slides orthogonally.
    pub const ROOK: Self = Self(1);
    /// Slides diagonally.
    pub const BISHOP: Self = Self(2);
    /// Leaps as a Knight.
    pub const KNIGHT: Self = Self(4);
    /// Steps orthogonally.
    pub const WAZIR: Self = Self(8);
    /// Steps diagonally.
    pub const FERZ: Self = Self(16);

    /// Whether the other's part is among these.
    #[inline(always)]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The parts of both.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The plain parts of the moves of every type but the Pawn. Sissa, Gryphon and Aanca have none.
pub const TRAITS: [Traits; OFFICERS] = {
    let mut traits = [Traits(0); OFFICERS];
    traits[KING] = Traits::WAZIR.and(Traits::FERZ);
    traits[AMAZON] = Traits::ROOK.and(Traits::BISHOP).and(Traits::KNIGHT);
    traits[QUEEN] = Traits::ROOK.and(Traits::BISHOP);
    traits[CHANCELLOR] = Traits::ROOK.and(Traits::KNIGHT);
    traits[ARCHBISHOP] = Traits::BISHOP.and(Traits::KNIGHT);
    traits[CROWNED_ROOK] = Traits::ROOK.and(Traits::FERZ);
    traits[CROWNED_BISHOP] = Traits::BISHOP.and(Traits::WAZIR);
    traits[KNIGHT_WAZIR] = Traits::KNIGHT.and(Traits::WAZIR);
    traits[KNIGHT_FERZ] = Traits::KNIGHT.and(Traits::FERZ);
    traits
};

/// Which rides a type has: 1 those of the Gryphon, 2 those of the Aanca, 0 along Queen lines, if any.
#[inline(always)]
pub const fn ride_class(kind: usize) -> usize {
    match kind {
        GRYPHON => 1,
        AANCA => 2,
        _ => 0,
    }
}
