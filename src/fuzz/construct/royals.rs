//! Where the royals stand, and the Rooks they castle with.

use super::scene::Scene;
use crate::board::Square;
use crate::variant::{Color, Piece, PieceType, VariantId};

/// Puts the Kings, and what belongs to them.
pub(super) fn place(scene: &mut Scene<'_>) {
    for color in Color::BOTH {
        match scene.variant.id {
            VariantId::Vanguard => vanguard(scene, color),
            // A side without a King has lost, which is worth a few positions.
            VariantId::Rococo => {
                if scene.dice.chance(97) {
                    king(scene, color);
                }
            }
            VariantId::Ryugi | VariantId::Sandbox | VariantId::Chess if scene.dice.chance(40) => {
                castle(scene, color);
            }
            VariantId::Ryugi | VariantId::Cetran3 | VariantId::Sandbox | VariantId::Chess => {
                king(scene, color);
            }
        }
    }
}

/// Puts the King, not next to the other one where there is check.
fn king(scene: &mut Scene<'_>, color: Color) {
    let piece = Piece::new(color, PieceType::King);
    let mut square = near_or_far(scene);
    for _ in 0..20 {
        let other = scene.king(!color).filter(|_| scene.variant.id != VariantId::Rococo);
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
    match scene.dice.below(10) {
        0..6 => scene.zone_square(),
        6..8 => scene.any_square(),
        _ => {
            let square = scene.any_square();
            let far = scene.position.shape.ranks() - 1;
            Square::new(square.file(), if scene.dice.chance(50) { 0 } else { far })
        }
    }
}

/// King and Rooks at home, most of them.
fn castle(scene: &mut Scene<'_>, color: Color) {
    for kind in [PieceType::King, PieceType::Rook] {
        let piece = Piece::new(color, kind);
        for square in scene.start.squares_of(piece) {
            if kind == PieceType::King || scene.dice.chance(75) {
                scene.position.put(square, piece);
            }
        }
    }
}

/// A King alone, or with Prince, Queen and Princess, or no royal at all.
fn vanguard(scene: &mut Scene<'_>, color: Color) {
    let roll = scene.dice.below(100);
    if roll < 5 {
        return;
    }
    king(scene, color);
    if roll >= 55 {
        scene.place(Piece::new(color, PieceType::Prince));
    }
    if scene.dice.chance(30) {
        scene.place(Piece::new(color, PieceType::Queen));
        scene.place(Piece::new(color, PieceType::Princess));
    }
}
