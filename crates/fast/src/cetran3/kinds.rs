//! The thirteen piece types, and the parts of their moves.

pub use vperft::inner::generators::kinds::cetran3::*;

/// The number of types other than the Pawn, whose indexes are below that of the Pawn.
pub const OFFICERS: usize = PAWN;
const _: () = assert!(
    KING == 0 && AMAZON == 1 && PAWN + 1 == KINDS.len(),
    "the officers come first, and the King before them"
);

/// The types a Pawn promotes to: all but King and Pawn (CET-PROMOTE).
pub const PROMOTIONS: std::ops::Range<usize> = AMAZON..PAWN;

/// The parts of the moves of a type, as bits.
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

    /// Whether these parts include one of the other.
    #[inline(always)]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The parts of both together.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The parts of the moves of every type except the Pawn. Sissa, Gryphon and Aanca have none of these.
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

/// The kind of rides of a type: 1 for the Gryphon, 2 for the Aanca, and 0 for rides along Queen lines or none.
#[inline(always)]
pub const fn ride_class(kind: usize) -> usize {
    match kind {
        GRYPHON => 1,
        AANCA => 2,
        _ => 0,
    }
}
