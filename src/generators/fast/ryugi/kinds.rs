//! The types of pieces, by index, and what groups of them have in common.

use crate::game::variant::PieceType;

/// The types, in the order of their indexes.
pub const KINDS: [PieceType; 9] = [
    PieceType::KING,
    PieceType::QUEEN,
    PieceType::MARSHALL,
    PieceType::DRAGON,
    PieceType::ROOK,
    PieceType::BISHOP,
    PieceType::KNIGHT,
    PieceType::KIRIN,
    PieceType::PAWN,
];
/// RYU-KING.
pub const KING: usize = 0;
/// RYU-QUEEN: slides like Rook and Bishop.
pub const QUEEN: usize = 1;
/// RYU-MARSHALL: slides like a Rook, leaps like a Knight.
pub const MARSHALL: usize = 2;
/// RYU-DRAGON: slides like a Bishop, rides like a Nightrider.
pub const DRAGON: usize = 3;
/// RYU-ROOK.
pub const ROOK: usize = 4;
/// RYU-BISHOP.
pub const BISHOP: usize = 5;
/// RYU-KNIGHT.
pub const KNIGHT: usize = 6;
/// RYU-KIRIN.
pub const KIRIN: usize = 7;
/// RYU-PAWN-1.
pub const PAWN: usize = 8;
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
