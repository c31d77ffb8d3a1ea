//! Positions for the rules of castling, which chance hardly ever brings about if only one side castles.

use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Rulings, Variant};

/// For each side that castles from the start position: its King and Rooks on their start squares with their rights, the other King, and one
/// more enemy piece, of every kind on every free square.
pub(super) fn positions(variant: &'static Variant, rulings: &Rulings) -> Vec<Position> {
    let Some(castling) = &variant.castling else { return Vec::new() };
    let start = variant.start(rulings);
    let mut found = Vec::new();
    for side in Color::BOTH {
        let castles =
            |piece: Piece| piece.color == side && [castling.king, castling.rook].contains(&piece.kind);
        let mut base = Position::empty(variant.id, start.shape);
        base.turn = side;
        for (square, piece) in start.holders.iter().filter(|(_, piece)| castles(*piece)) {
            base.put(*square, *piece);
            base.unmoved.insert(*square);
        }
        if base.unmoved.is_empty() {
            continue;
        }
        let king = Piece::new(!side, castling.king);
        start.squares_of(king).into_iter().for_each(|square| base.put(square, king));
        for entry in variant.pieces.iter().filter(|entry| entry.kind != castling.king) {
            for square in start.shape.squares().filter(|square| base.is_empty(*square)) {
                let mut position = base.clone();
                position.put(square, Piece::new(!side, entry.kind));
                found.push(position);
            }
        }
    }
    found
}
