//! Constructed positions: pieces put where rules meet.
//!
//! Most positions are valid for one side to move or the other; which, the backends say. One of a hundred is
//! made without regard to what may stand where, so that refusals are compared as well.

mod extras;
mod rare;
mod royals;
mod scene;

use super::rng::Rng;
use crate::game::position::Position;
use crate::game::variant::{Color, Piece, Rulings, Variant};
pub(super) use rare::construct_rare;
use scene::{Scene, Zone};

/// A position of the variant by this generator.
pub(super) fn construct(variant: &'static Variant, rulings: &Rulings, rng: &mut Rng) -> Position {
    let mut scene = Scene::new(variant, rulings, rng);
    if scene.rng.chance(15) {
        edit_start(&mut scene);
    } else {
        royals::place(&mut scene);
        scatter(&mut scene);
    }
    extras::add(&mut scene);
    scene.position
}

/// The start array with some pieces gone and some elsewhere.
fn edit_start(scene: &mut Scene<'_>) {
    let gone = scene.rng.from(1, 9) * 10;
    let moved = scene.rng.from(0, 30);
    for square in scene.position.shape.squares() {
        let Some(piece) = scene.start.piece(square) else { continue };
        let is_royal = scene.variant.entry(piece.kind).is_some_and(|entry| entry.royal);
        // An heir without its senior would be no valid position.
        if (is_royal || !scene.rng.chance(gone)) && scene.has_senior(piece) {
            scene.position.put(square, piece);
        }
    }
    for color in Color::BOTH {
        for square in scene.position.occupied(color) {
            let Some(piece) = scene.position.piece(square).filter(|_| scene.rng.chance(moved)) else {
                continue;
            };
            let target = scene.spot(piece);
            if scene.admits(piece, target) {
                scene.position.take(square);
                scene.position.put(target, piece);
            }
        }
    }
    for color in Color::BOTH {
        scene.drop_heirs(color);
    }
}

/// Pieces of both colours, the types of a few themes more often than the others.
fn scatter(scene: &mut Scene<'_>) {
    let kinds: Vec<_> = scene.variant.pieces.iter().map(|entry| entry.kind).collect();
    let theme: Vec<_> = (0..scene.rng.from(1, 4)).filter_map(|_| scene.rng.pick(&kinds)).collect();
    let squares = usize::from(scene.position.shape.files()) * usize::from(scene.position.shape.ranks());
    let most = match scene.rng.below(10) {
        0..4 => 8,
        4..8 => 20,
        _ => squares / 3,
    };
    let pieces = scene.rng.from(1, most);
    let white = if scene.rng.chance(70) { 50 } else { scene.rng.from(1, 9) * 10 };
    for _ in 0..pieces {
        let color = if scene.rng.chance(white) { Color::White } else { Color::Black };
        let kind = if scene.rng.chance(50) { scene.rng.pick(&theme) } else { scene.rng.pick(&kinds) };
        if let Some(kind) = kind {
            scene.place(Piece::new(color, kind));
        }
    }
}

impl Zone {
    /// A part of the board, or all of it.
    fn draw(scene: &mut Scene<'_>) -> Self {
        if scene.rng.chance(35) {
            return Self::Board;
        }
        let (files, ranks) = (scene.position.shape.files(), scene.position.shape.ranks());
        let mut centre = scene.any_square();
        if scene.rng.chance(40) {
            // Near an edge, which is where Pawns promote, too.
            let edge = scene.rng.from(0, 1) as u8;
            centre = match scene.rng.below(4) {
                0 => crate::game::board::Square::new(edge, centre.rank()),
                1 => crate::game::board::Square::new(files - 1 - edge, centre.rank()),
                2 => crate::game::board::Square::new(centre.file(), edge),
                _ => crate::game::board::Square::new(centre.file(), ranks - 1 - edge),
            };
        }
        Self::Around(centre, scene.rng.from(1, 4) as i8)
    }
}
