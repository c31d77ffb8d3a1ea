//! Places the royals, and the Rooks that they castle with.

use super::builder::PositionBuilder;
use vperft::inner::game::board::Square;
use vperft::inner::game::variant::{Castling, Color, Piece};

/// Places the royals of both colours, with their Rooks and heirs.
pub(super) fn place(builder: &mut PositionBuilder<'_>) {
    Color::BOTH.into_iter().for_each(|color| side(builder, color));
}

fn side(builder: &mut PositionBuilder<'_>, color: Color) {
    let Some(kind) = builder.variant.king() else { return };
    if builder.variant.pieces.iter().any(|entry| entry.succeeds.is_some()) {
        return with_heirs(builder, color);
    }
    if builder.variant.entry(kind).is_some_and(|entry| entry.least.for_color(color) == 0) {
        // A side without a King has lost, which deserves a few positions.
        if builder.rng.chance(97) {
            king(builder, color);
        }
        return;
    }
    match builder.variant.castling {
        Some(castling) if builder.rng.chance(40) => castle(builder, color, castling),
        _ => king(builder, color),
    }
}

/// Places the King; in variants with check, not next to the other King.
pub(super) fn king(builder: &mut PositionBuilder<'_>, color: Color) {
    let Some(kind) = builder.variant.king() else { return };
    let piece = Piece::new(color, kind);
    let mut square = near_or_far(builder);
    for _ in 0..20 {
        let other = builder.king(!color).filter(|_| builder.variant.has_check);
        let touches = other.is_some_and(|other| {
            other.file().abs_diff(square.file()) <= 1 && other.rank().abs_diff(square.rank()) <= 1
        });
        if builder.can_place(piece, square) && !touches {
            break;
        }
        square = builder.any_square();
    }
    if builder.position.piece(square).is_none() {
        builder.position.put(square, piece);
    }
}

/// A square in the zone, anywhere, or on the first or last rank.
fn near_or_far(builder: &mut PositionBuilder<'_>) -> Square {
    match builder.rng.below(10) {
        0..6 => builder.zone_square(),
        6..8 => builder.any_square(),
        _ => {
            let square = builder.any_square();
            let far = builder.position.shape.ranks() - 1;
            Square::new(square.file(), if builder.rng.chance(50) { 0 } else { far })
        }
    }
}

/// Places the King, and usually the Rooks, on their start squares.
fn castle(builder: &mut PositionBuilder<'_>, color: Color, castling: Castling) {
    for kind in [castling.king, castling.rook] {
        let piece = Piece::new(color, kind);
        for square in builder.start.squares_of(piece) {
            if kind == castling.king || builder.rng.chance(75) {
                builder.position.put(square, piece);
            }
        }
    }
}

/// Places a King with or without its heir, perhaps other seniors with their heirs, or no royal at all.
fn with_heirs(builder: &mut PositionBuilder<'_>, color: Color) {
    let roll = builder.rng.below(100);
    if roll < 5 {
        return;
    }
    king(builder, color);
    let pairs = builder.variant.pieces.iter().filter_map(|entry| Some((entry.kind, entry.succeeds?)));
    for (heir, senior) in pairs {
        if Some(senior) == builder.variant.king() {
            if roll >= 55 {
                builder.place(Piece::new(color, heir));
            }
        } else if builder.rng.chance(30) {
            builder.place(Piece::new(color, senior));
            builder.place(Piece::new(color, heir));
        }
    }
}
