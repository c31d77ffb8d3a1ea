//! What a position holds beside its men: rights, an en passant square, closed squares, a ban, counters.

use super::scene::Scene;
use crate::board::{QUEEN, Square, Step};
use crate::position::BROUHAHA;
use crate::variant::{Color, Piece, PieceType, VariantId};

/// Adds everything that may be of interest.
pub(super) fn add(scene: &mut Scene<'_>) {
    let has_en_passant = !matches!(scene.variant.id, VariantId::Vanguard | VariantId::Rococo);
    if (has_en_passant || scene.lawless) && scene.dice.chance(25) {
        en_passant(scene);
    }
    match scene.variant.id {
        VariantId::Rococo if scene.dice.chance(30) => ban(scene),
        VariantId::Sandbox => brouhaha(scene),
        _ => {}
    }
    rights(scene);
    counters(scene);
    if scene.lawless && scene.dice.chance(50) {
        let (right, passed) = (scene.any_square(), scene.any_square());
        scene.position.unmoved.insert(right);
        scene.position.en_passant = Some(passed).filter(|_| scene.dice.chance(50));
    }
}

/// A double step just made, with an enemy Pawn beside it more often than not.
fn en_passant(scene: &mut Scene<'_>) {
    let passer = scene.position.turn;
    let pawn = Piece::new(passer, PieceType::Pawn);
    let origins: Vec<_> = scene.start.squares_of(pawn).into_iter().collect();
    let Some(origin) = scene.dice.pick(&origins) else { return };
    let shape = scene.position.shape;
    let ahead = |ranks: i8| shape.step(origin, Step::new(0, ranks * passer.forward()));
    let (Some(passed), Some(end)) = (ahead(1), ahead(2)) else { return };
    let is_king =
        |square: Square| scene.position.piece(square).is_some_and(|piece| piece.kind == PieceType::King);
    if [origin, passed, end].into_iter().any(is_king) {
        return;
    }
    scene.position.take(origin);
    scene.position.take(passed);
    scene.position.put(end, pawn);
    for side in [-1, 1] {
        let beside = shape.step(end, Step::new(side, 0)).filter(|_| scene.dice.chance(60));
        let captor = Piece::new(!passer, PieceType::Pawn);
        if let Some(square) = beside.filter(|&square| scene.admits(captor, square)) {
            scene.position.put(square, captor);
        }
    }
    scene.position.en_passant = Some(passed);
    scene.position.turn = !passer;
}

/// A Swapper and an enemy Swapper or Chameleon on a line, which may not be exchanged back.
fn ban(scene: &mut Scene<'_>) {
    let color = if scene.dice.chance(50) { Color::White } else { Color::Black };
    let swapper = Piece::new(color, PieceType::Swapper);
    let kind = if scene.dice.chance(50) { PieceType::Swapper } else { PieceType::Chameleon };
    let (Some(direction), square) = (scene.dice.pick(&QUEEN), scene.zone_square()) else { return };
    let distance = scene.dice.from(1, 5) as i8;
    let shape = scene.position.shape;
    let Some(other) = shape.step(square, direction.times(distance)) else { return };
    let partner = Piece::new(!color, kind);
    if !scene.admits(swapper, square) || !scene.admits(partner, other) {
        return;
    }
    scene.position.put(square, swapper);
    scene.position.put(other, partner);
    scene.position.ban = Some((square.min(other), square.max(other)));
}

/// Fills some brouhaha squares and closes the others (SBX-BROUHAHA).
fn brouhaha(scene: &mut Scene<'_>) {
    let kinds: Vec<_> = scene.variant.pieces.iter().map(|entry| entry.kind).collect();
    for square in BROUHAHA {
        if scene.position.piece(square).is_some() {
            continue;
        }
        let color = if scene.dice.chance(50) { Color::White } else { Color::Black };
        let is_origin = scene.position.en_passant.is_some_and(|passed| {
            passed.file() == square.file() && passed.rank().abs_diff(square.rank()) == 1
        });
        let man = scene.dice.pick(&kinds).map(|kind| Piece::new(color, kind));
        match man.filter(|&man| !is_origin && scene.admits(man, square)) {
            Some(man) if scene.dice.chance(55) => scene.position.put(square, man),
            _ => scene.position.closed.insert(square),
        }
    }
}

/// Initial rights of men that stand where their like starts.
fn rights(scene: &mut Scene<'_>) {
    let likely = scene.dice.pick(&[0, 50, 90, 100]).unwrap_or(0);
    for color in Color::BOTH {
        for (square, kind) in scene.position.clone().pieces(color) {
            let holds = scene.variant.has_initial_right(kind)
                && scene.start.man(square) == Some(Piece::new(color, kind));
            if holds && scene.dice.chance(likely) {
                scene.position.unmoved.insert(square);
            }
        }
    }
}

/// Counters, sometimes near the plies after which a game is drawn, or near the largest number.
fn counters(scene: &mut Scene<'_>) {
    const LARGEST: u32 = 999_999_999;
    let roll = scene.dice.below(100);
    let few = scene.dice.from(0, 40) as u32;
    scene.position.halfmove = match roll {
        0..60 => few,
        60..75 => 97 + few % 5,
        75..85 => 125 + few % 5,
        85..88 => LARGEST - few % 2,
        _ => 0,
    };
    let many = scene.dice.from(1, 300) as u32;
    scene.position.fullmove = if scene.dice.chance(2) { LARGEST - many % 2 } else { many };
}
