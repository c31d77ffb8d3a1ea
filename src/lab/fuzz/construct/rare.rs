//! Positions of what is rare in random ones: a capture in passing, games that are decided, a King that hardly can move.

use super::super::rng::Rng;
use super::scene::{Scene, Zone};
use super::{extras, royals};
use crate::game::board::Square;
use crate::game::position::Position;
use crate::game::variant::{Piece, PieceType, Rulings, Variant};

/// What a position is to show.
#[derive(Clone, Copy)]
enum Theme {
    /// A Pawn that may be taken in passing.
    Passing,
    /// A side without royals.
    Decided,
    /// The King of the side to move in a corner, with enemies around.
    Cornered,
}

/// A position of the variant that shows something rare, by this generator.
pub(in crate::lab::fuzz) fn construct_rare(
    variant: &'static Variant,
    rulings: &Rulings,
    rng: &mut Rng,
) -> Position {
    let mut scene = Scene::new(variant, rulings, rng);
    scene.may_be_invalid = false;
    let king = variant.king().and_then(|king| variant.entry(king));
    let passing = variant.has_en_passant().then_some(Theme::Passing);
    let themes = [
        // Most of these are refused, or nothing may capture so.
        passing,
        passing,
        king.is_some_and(|entry| entry.least == 0).then_some(Theme::Decided),
        Some(Theme::Cornered),
    ];
    let themes: Vec<_> = themes.into_iter().flatten().collect();
    match scene.rng.pick(&themes).unwrap_or(Theme::Cornered) {
        Theme::Passing => {
            royals::place(&mut scene);
            few(&mut scene);
            extras::pass(&mut scene);
        }
        Theme::Decided => {
            let color = scene.position.turn;
            let color = if scene.rng.chance(50) { color } else { !color };
            royals::king(&mut scene, color);
            few(&mut scene);
        }
        Theme::Cornered => cornered(&mut scene),
    }
    extras::rest(&mut scene);
    scene.position
}

/// A few pieces of either colour.
fn few(scene: &mut Scene<'_>) {
    let kinds: Vec<_> = scene.variant.pieces.iter().map(|entry| entry.kind).collect();
    for _ in 0..scene.rng.from(1, 8) {
        let color = if scene.rng.chance(50) { scene.position.turn } else { !scene.position.turn };
        // An heir would be a royal.
        let kind = scene.rng.pick(&kinds).filter(|&kind| is_common(scene, kind));
        if let Some(kind) = kind {
            scene.place(Piece::new(color, kind));
        }
    }
}

/// Whether pieces of a type are neither royal nor succeed one that is.
fn is_common(scene: &Scene<'_>, kind: PieceType) -> bool {
    scene.variant.entry(kind).is_some_and(|entry| !entry.royal && entry.succeeds.is_none())
}

/// A King in a corner, and what takes squares from it.
fn cornered(scene: &mut Scene<'_>) {
    let Some(king) = scene.variant.king() else { return };
    let side = scene.position.turn;
    let (files, ranks) = (scene.position.shape.files(), scene.position.shape.ranks());
    let far = |rng: &mut Rng, last: u8| if rng.chance(50) { 0 } else { last };
    let corner = Square::new(far(scene.rng, files - 1), far(scene.rng, ranks - 1));
    scene.position.put(corner, Piece::new(side, king));
    scene.zone = Zone::Around(corner, 4);
    royals::king(scene, !side);
    let kinds: Vec<_> = scene.variant.pieces.iter().map(|entry| entry.kind).collect();
    let kinds: Vec<_> = kinds.into_iter().filter(|&kind| is_common(scene, kind)).collect();
    for _ in 0..scene.rng.from(2, 6) {
        if let Some(kind) = scene.rng.pick(&kinds) {
            scene.place(Piece::new(!side, kind));
        }
    }
    // One more of its own now and then, which has to be shut in for a stalemate.
    if let Some(kind) = scene.rng.pick(&kinds).filter(|_| scene.rng.chance(30)) {
        scene.place(Piece::new(side, kind));
    }
}
