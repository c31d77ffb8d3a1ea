//! Where the royals stand, and the Rooks they castle with.

use super::scene::Scene;
use crate::game::board::Square;
use crate::game::variant::{Castling, Color, Piece};

/// Puts the royals, and what belongs to them.
pub(super) fn place(scene: &mut Scene<'_>) {
    Color::BOTH.into_iter().for_each(|color| side(scene, color));
}

fn side(scene: &mut Scene<'_>, color: Color) {
    let Some(kind) = scene.variant.king() else { return };
    if scene.variant.pieces.iter().any(|entry| entry.succeeds.is_some()) {
        return with_heirs(scene, color);
    }
    if scene.variant.entry(kind).is_some_and(|entry| entry.least == 0) {
        // A side without a King has lost, which is worth a few positions.
        if scene.rng.chance(97) {
            king(scene, color);
        }
        return;
    }
    match scene.variant.castling {
        Some(castling) if scene.rng.chance(40) => castle(scene, color, castling),
        _ => king(scene, color),
    }
}

/// Puts the King, not next to the other one where there is check.
pub(super) fn king(scene: &mut Scene<'_>, color: Color) {
    let Some(kind) = scene.variant.king() else { return };
    let piece = Piece::new(color, kind);
    let mut square = near_or_far(scene);
    for _ in 0..20 {
        let other = scene.king(!color).filter(|_| scene.variant.has_check);
        let touches = other.is_some_and(|other| {
            other.file().abs_diff(square.file()) <= 1 && other.rank().abs_diff(square.rank()) <= 1
        });
        if scene.admits(piece, square) && !touches {
            break;
        }
        square = scene.any_square();
    }
    if scene.position.piece(square).is_none() {
        scene.position.put(square, piece);
    }
}

/// A square of the zone, or anywhere, or on the rim.
fn near_or_far(scene: &mut Scene<'_>) -> Square {
    match scene.rng.below(10) {
        0..6 => scene.zone_square(),
        6..8 => scene.any_square(),
        _ => {
            let square = scene.any_square();
            let far = scene.position.shape.ranks() - 1;
            Square::new(square.file(), if scene.rng.chance(50) { 0 } else { far })
        }
    }
}

/// King and Rooks at home, most of them.
fn castle(scene: &mut Scene<'_>, color: Color, castling: Castling) {
    for kind in [castling.king, castling.rook] {
        let piece = Piece::new(color, kind);
        for square in scene.start.squares_of(piece) {
            if kind == castling.king || scene.rng.chance(75) {
                scene.position.put(square, piece);
            }
        }
    }
}

/// A King alone, or with its heir, or other seniors with theirs, or no royal at all.
fn with_heirs(scene: &mut Scene<'_>, color: Color) {
    let roll = scene.rng.below(100);
    if roll < 5 {
        return;
    }
    king(scene, color);
    let pairs = scene.variant.pieces.iter().filter_map(|entry| Some((entry.kind, entry.succeeds?)));
    for (heir, senior) in pairs {
        if Some(senior) == scene.variant.king() {
            if roll >= 55 {
                scene.place(Piece::new(color, heir));
            }
        } else if scene.rng.chance(30) {
            scene.place(Piece::new(color, senior));
            scene.place(Piece::new(color, heir));
        }
    }
}
