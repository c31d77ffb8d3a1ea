//! The piece types by index, and the properties of groups of types.

pub use vperft::inner::generators::kinds::ryugi::*;

const _: () =
    assert!(KING == 0 && QUEEN == 1 && PAWN + 1 == KINDS.len(), "the King is first and the Pawn last");

/// The types that a Pawn promotes to (RYU-PROMOTE).
pub const PROMOTIONS: [u8; 7] =
    [QUEEN as u8, DRAGON as u8, MARSHALL as u8, ROOK as u8, KNIGHT as u8, BISHOP as u8, KIRIN as u8];

/// Whether the type slides along ranks and files.
pub const fn slides_straight(kind: usize) -> bool {
    matches!(kind, QUEEN | MARSHALL | ROOK)
}

/// Whether the type slides along diagonals.
pub const fn slides_diagonally(kind: usize) -> bool {
    matches!(kind, QUEEN | DRAGON | BISHOP)
}
