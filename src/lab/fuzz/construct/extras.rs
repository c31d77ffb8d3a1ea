//! What a position holds beside its pieces: rights, an en passant square, closed squares, a ban, counters.

use super::scene::Scene;
use crate::game::board::{QUEEN, Square, Step};
use crate::game::position::MAX_COUNTER;
use crate::game::variant::{Ban, Color, Piece, PieceType};

/// Adds everything that may be of interest.
pub(super) fn add(scene: &mut Scene<'_>) {
    if (scene.variant.has_en_passant() || scene.may_be_invalid) && scene.rng.chance(25) {
        pass(scene);
    }
    rest(scene);
    if scene.may_be_invalid && scene.rng.chance(50) {
        let (right, passed) = (scene.any_square(), scene.any_square());
        scene.position.unmoved.insert(right);
        scene.position.en_passant = Some(passed).filter(|_| scene.rng.chance(50));
    }
}

/// What every position is to have.
pub(super) fn rest(scene: &mut Scene<'_>) {
    if let Some(lasting) = scene.variant.ban.as_ref().filter(|_| scene.rng.chance(30)) {
        ban(scene, lasting);
    }
    close(scene);
    rights(scene);
    counters(scene);
}

/// A double step just made. Where nothing is captured so, a square is put down all the same for the backends to refuse.
pub(super) fn pass(scene: &mut Scene<'_>) {
    let kind = scene.variant.en_passant.as_ref().map_or(PieceType::PAWN, |passing| passing.piece);
    en_passant(scene, kind);
}

/// A double step just made, with an enemy Pawn beside it more often than not.
fn en_passant(scene: &mut Scene<'_>, kind: PieceType) {
    let passer = scene.position.turn;
    let pawn = Piece::new(passer, kind);
    let origins: Vec<_> = scene.start.squares_of(pawn).into_iter().collect();
    let Some(origin) = scene.rng.pick(&origins) else { return };
    let shape = scene.position.shape;
    let ahead = |ranks: i8| shape.step(origin, Step::new(0, ranks * passer.forward()));
    let (Some(passed), Some(end)) = (ahead(1), ahead(2)) else { return };
    let king = scene.variant.king();
    let is_king = |square: Square| scene.position.piece(square).is_some_and(|piece| Some(piece.kind) == king);
    if [origin, passed, end].into_iter().any(is_king) {
        return;
    }
    scene.position.take(origin);
    scene.position.take(passed);
    scene.position.put(end, pawn);
    for side in [-1, 1] {
        let beside = shape.step(end, Step::new(side, 0)).filter(|_| scene.rng.chance(60));
        let captor = Piece::new(!passer, kind);
        if let Some(square) = beside.filter(|&square| scene.admits(captor, square)) {
            scene.position.put(square, captor);
        }
    }
    scene.position.en_passant = Some(passed);
    scene.position.turn = !passer;
}

/// Two enemies on a line that may not be exchanged back, such as a Swapper and a Chameleon.
fn ban(scene: &mut Scene<'_>, lasting: &Ban) {
    let color = if scene.rng.chance(50) { Color::White } else { Color::Black };
    let swapper = Piece::new(color, lasting.of);
    let Some(kind) = scene.rng.pick(&lasting.with) else { return };
    let (Some(direction), square) = (scene.rng.pick(&QUEEN), scene.zone_square()) else { return };
    let distance = scene.rng.from(1, 5) as i8;
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

/// Fills some of the squares that close once they are empty, and closes the others.
fn close(scene: &mut Scene<'_>) {
    let kinds: Vec<_> = scene.variant.pieces.iter().map(|entry| entry.kind).collect();
    for &square in scene.variant.closing_squares() {
        if scene.position.piece(square).is_some() {
            continue;
        }
        let color = if scene.rng.chance(50) { Color::White } else { Color::Black };
        let is_origin = scene.position.en_passant.is_some_and(|passed| {
            passed.file() == square.file() && passed.rank().abs_diff(square.rank()) == 1
        });
        let piece = scene.rng.pick(&kinds).map(|kind| Piece::new(color, kind));
        match piece.filter(|&piece| !is_origin && scene.admits(piece, square)) {
            Some(piece) if scene.rng.chance(55) => scene.position.put(square, piece),
            _ => scene.position.closed.insert(square),
        }
    }
}

/// Initial rights of pieces that stand where their like starts.
fn rights(scene: &mut Scene<'_>) {
    let likely = scene.rng.pick(&[0, 50, 90, 100]).unwrap_or(0);
    for color in Color::BOTH {
        for (square, kind) in scene.position.clone().pieces(color) {
            let holds = scene.variant.has_initial_right(kind)
                && scene.start.piece(square) == Some(Piece::new(color, kind));
            if holds && scene.rng.chance(likely) {
                scene.position.unmoved.insert(square);
            }
        }
    }
}

/// Counters, sometimes near the plies after which a game is drawn, or near the largest number.
fn counters(scene: &mut Scene<'_>) {
    let roll = scene.rng.below(100);
    let few = scene.rng.from(0, 40) as u32;
    scene.position.halfmove = match roll {
        0..60 => few,
        60..75 => 97 + few % 5,
        75..85 => 125 + few % 5,
        85..88 => MAX_COUNTER - few % 2,
        _ => 0,
    };
    let many = scene.rng.from(1, 300) as u32;
    scene.position.fullmove = if scene.rng.chance(2) { MAX_COUNTER - many % 2 } else { many };
}
