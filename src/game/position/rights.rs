//! Initial rights: the pieces that may hold one, and the rights that can no longer be used.

use super::Position;
use crate::game::board::{Square, SquareSet};
use crate::game::variant::{Color, Piece, PieceType, Rulings, Start, Variant};

/// The squares that `*` means: those of all pieces with an initial right that are where such a piece starts, without unusable rights.
pub(super) fn starred(position: &Position, variant: &Variant, rulings: &Rulings) -> SquareSet {
    let Some(start) = variant.start_of_height(position.shape.ranks(), rulings) else {
        return SquareSet::EMPTY;
    };
    let held = start.holders.iter().filter(|(square, piece)| position.piece(*square) == Some(*piece));
    let all = held.map(|(square, _)| *square).collect();
    usable(position, variant, all)
}

/// Whether the piece on the square may hold an initial right: its type has one, and such a piece starts there, or castles from any file
/// of its rank.
pub(super) fn may_hold(position: &Position, variant: &Variant, rulings: &Rulings, square: Square) -> bool {
    let Some(piece) = position.piece(square) else { return false };
    let Some(start) = variant.start_of_height(position.shape.ranks(), rulings) else { return false };
    let is_home = start.piece(square) == Some(piece);
    let castling = variant.castling.filter(|castling| castling.any_file.is_some());
    let is_on_rank = castling.is_some_and(|castling| {
        let is_of_castling = [castling.king, castling.rook].contains(&piece.kind);
        is_of_castling && home_rank(start, castling.king, piece.color) == Some(square.rank())
    });
    variant.has_initial_right(piece.kind) && (is_home || is_on_rank)
}

/// The rank where the King of a side starts.
pub(super) fn home_rank(start: &Start, king: PieceType, color: Color) -> Option<u8> {
    start.squares_of(Piece::new(color, king)).into_iter().next().map(Square::rank)
}

/// Drops the rights that can never be used again: that of a King without an unmoved Rook, and that of a Rook without the unmoved King.
pub fn drop_unusable(position: &mut Position, variant: &Variant) {
    position.unmoved = usable(position, variant, position.unmoved);
}

/// The squares among these whose pieces can still use their rights.
fn usable(position: &Position, variant: &Variant, mut unmoved: SquareSet) -> SquareSet {
    let Some(castling) = variant.castling else { return unmoved };
    for color in Color::BOTH {
        let held = |kind| -> SquareSet {
            let piece = Piece::new(color, kind);
            unmoved.into_iter().filter(|&square| position.piece(square) == Some(piece)).collect()
        };
        let (kings, rooks) = (held(castling.king), held(castling.rook));
        if kings.is_empty() || rooks.is_empty() {
            unmoved = unmoved - (kings | rooks);
        }
    }
    unmoved
}
