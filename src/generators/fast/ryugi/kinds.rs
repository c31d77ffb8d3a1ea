//! The types of pieces, by index, and what groups of them have in common.

pub use crate::generators::fast::kinds::ryugi::*;

/// What a Pawn becomes on the last rank (RYU-PROMOTE).
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
