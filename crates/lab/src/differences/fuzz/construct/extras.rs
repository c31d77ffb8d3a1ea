//! Sets everything but the pieces: rights, the en passant square, closed squares, a ban, counters.

use super::builder::PositionBuilder;
use vperft::inner::game::board::{QUEEN, Square, Step};
use vperft::inner::game::position::MAX_COUNTER;
use vperft::inner::game::variant::{Ban, Color, Piece, PieceType};

/// Sets everything that a common position may have.
pub(super) fn add(builder: &mut PositionBuilder<'_>) {
    if (builder.variant.has_en_passant() || builder.may_be_invalid) && builder.rng.chance(25) {
        make_double_step(builder);
    }
    set_remaining(builder);
    if builder.may_be_invalid && builder.rng.chance(50) {
        let (right, passed) = (builder.any_square(), builder.any_square());
        builder.position.unmoved.insert(right);
        builder.position.en_passant = Some(passed).filter(|_| builder.rng.chance(50));
    }
}

/// Sets everything but the en passant square.
pub(super) fn set_remaining(builder: &mut PositionBuilder<'_>) {
    if let Some(lasting) = builder.variant.ban.as_ref().filter(|_| builder.rng.chance(30)) {
        ban(builder, lasting);
    }
    close_squares(builder);
    rights(builder);
    counters(builder);
}

/// Makes a double step. Variants without en passant get the square as well, which backends must refuse.
pub(super) fn make_double_step(builder: &mut PositionBuilder<'_>) {
    let kind = builder.variant.en_passant.as_ref().map_or(PieceType::PAWN, |passing| passing.piece);
    en_passant(builder, kind);
}

/// Makes a double step, usually with an enemy Pawn next to its end.
fn en_passant(builder: &mut PositionBuilder<'_>, kind: PieceType) {
    let passer = builder.position.turn;
    let pawn = Piece::new(passer, kind);
    let origins: Vec<_> = builder.start.squares_of(pawn).into_iter().collect();
    let Some(origin) = builder.rng.pick(&origins) else { return };
    let shape = builder.position.shape;
    let ahead = |ranks: i8| shape.step(origin, Step::new(0, ranks * passer.forward()));
    let (Some(passed), Some(end)) = (ahead(1), ahead(2)) else { return };
    let king = builder.variant.king();
    let is_king =
        |square: Square| builder.position.piece(square).is_some_and(|piece| Some(piece.kind) == king);
    if [origin, passed, end].into_iter().any(is_king) {
        return;
    }
    builder.position.take(origin);
    builder.position.take(passed);
    builder.position.put(end, pawn);
    for side in [-1, 1] {
        let beside = shape.step(end, Step::new(side, 0)).filter(|_| builder.rng.chance(60));
        let captor = Piece::new(!passer, kind);
        if let Some(square) = beside.filter(|&square| builder.can_place(captor, square)) {
            builder.position.put(square, captor);
        }
    }
    builder.position.en_passant = Some(passed);
    builder.position.turn = !passer;
}

/// Places two enemy pieces on a line that may not be swapped back, such as a Swapper and a Chameleon.
fn ban(builder: &mut PositionBuilder<'_>, lasting: &Ban) {
    let color = if builder.rng.chance(50) { Color::White } else { Color::Black };
    let swapper = Piece::new(color, lasting.of);
    let Some(kind) = builder.rng.pick(&lasting.with) else { return };
    let (Some(direction), square) = (builder.rng.pick(&QUEEN), builder.zone_square()) else { return };
    let distance = builder.rng.from(1, 5) as i8;
    let shape = builder.position.shape;
    let Some(other) = shape.step(square, direction.times(distance)) else { return };
    let partner = Piece::new(!color, kind);
    if !builder.can_place(swapper, square) || !builder.can_place(partner, other) {
        return;
    }
    builder.position.put(square, swapper);
    builder.position.put(other, partner);
    builder.position.ban = Some((square.min(other), square.max(other)));
}

/// Fills some of the squares that close once they are empty, and closes the others.
fn close_squares(builder: &mut PositionBuilder<'_>) {
    let kinds: Vec<_> = builder.variant.pieces.iter().map(|entry| entry.kind).collect();
    for &square in builder.variant.closing_squares() {
        if builder.position.piece(square).is_some() {
            continue;
        }
        let color = if builder.rng.chance(50) { Color::White } else { Color::Black };
        let is_origin = builder.position.en_passant.is_some_and(|passed| {
            passed.file() == square.file() && passed.rank().abs_diff(square.rank()) == 1
        });
        let piece = builder.rng.pick(&kinds).map(|kind| Piece::new(color, kind));
        match piece.filter(|&piece| !is_origin && builder.can_place(piece, square)) {
            Some(piece) if builder.rng.chance(55) => builder.position.put(square, piece),
            _ => builder.position.closed.insert(square),
        }
    }
}

/// Gives initial rights to pieces on squares where their type starts.
fn rights(builder: &mut PositionBuilder<'_>) {
    let likely = builder.rng.pick(&[0, 50, 90, 100]).unwrap_or(0);
    for color in Color::BOTH {
        for (square, kind) in builder.position.clone().pieces(color) {
            let holds = builder.variant.has_initial_right(kind)
                && builder.start.piece(square) == Some(Piece::new(color, kind));
            if holds && builder.rng.chance(likely) {
                builder.position.unmoved.insert(square);
            }
        }
    }
}

/// Sets the counters, sometimes near a draw limit or the largest number.
fn counters(builder: &mut PositionBuilder<'_>) {
    let roll = builder.rng.below(100);
    let few = builder.rng.from(0, 40) as u32;
    builder.position.halfmove = match roll {
        0..60 => few,
        60..75 => 97 + few % 5,
        75..85 => 125 + few % 5,
        85..88 => MAX_COUNTER - few % 2,
        _ => 0,
    };
    let many = builder.rng.from(1, 300) as u32;
    builder.position.fullmove = if builder.rng.chance(2) { MAX_COUNTER - many % 2 } else { many };
}
