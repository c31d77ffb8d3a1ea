//! A move and the position after it, for engines that show none: what the canonical text of the move says.
//!
//! The position only tells which moves an engine lists there, and is never an answer of the engine. It knows no rules: whether a move is legal, and
//! whether an en passant square can be used.

use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::notation::coordinates;
use vperft::inner::game::board::{Square, between};
use vperft::inner::game::classes::read_move;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::{MAX_COUNTER, Position, drop_unusable};
use vperft::inner::game::variant::{Color, Piece, Variant};

/// The position after a move of this canonical text. Its en passant square may not be canonical.
///
/// # Errors
/// `Unsupported`, if moves of the variant have consequences that their texts leave out.
pub(super) fn after(position: &Position, text: &str) -> Result<Position, BackendError> {
    let variant = Variant::get(position.variant);
    let leaves_out = variant.closing.is_some()
        || variant.ban.is_some()
        || variant.pieces.iter().any(|entry| entry.succeeds.is_some());
    if leaves_out {
        let reason = format!(
            "the engine shows no position (`d`), and texts of moves of {} do not say all that they change",
            variant.id
        );
        return Err(BackendError::Unsupported(reason));
    }
    let mv = read_move(variant, position.shape, text)
        .map_err(|error| BackendError::Protocol(error.to_string()))?;
    let mut after = position.clone();
    let mut captures = false;
    let mut empty = |after: &mut Position, square: Square| {
        captures |= after.take(square).is_some_and(|piece| piece.color != position.turn);
    };
    empty(&mut after, mv.from);
    mv.removals.into_iter().for_each(|square| empty(&mut after, square));
    let travel = mv.travel.map(|travel| {
        empty(&mut after, travel.from);
        (travel.to, travel.piece)
    });
    let arrived = mv.to.map(|to| (to, mv.piece));
    for (square, piece) in arrived.into_iter().chain(travel).chain(mv.placing) {
        empty(&mut after, square);
        after.put(square, piece);
    }
    drop_unusable(&mut after, variant);
    after.en_passant = passed(variant, &mv);
    let resets = captures || variant.is_pawn(mv.piece.kind);
    after.halfmove = if resets { 0 } else { (position.halfmove + 1).min(MAX_COUNTER) };
    after.fullmove = (position.fullmove + u32::from(position.turn == Color::Black)).min(MAX_COUNTER);
    after.turn = !position.turn;
    Ok(after)
}

/// The coordinates and the canonical text of a move that an engine is given without knowing whether it is legal.
///
/// # Errors
/// `Unsupported`, if coordinates cannot express the move.
pub(super) fn written(position: &Position, text: &str) -> Result<(String, String), BackendError> {
    let variant = Variant::get(position.variant);
    let read = coordinates::canonical_text(position, text).and_then(|text| {
        let mv = read_move(variant, position.shape, &text).map_err(|error| error.to_string())?;
        let square = |square| variant.labels.square(square);
        let to = mv.to.map_or_else(String::new, square);
        let becomes = mv.placing.map(|(_, piece)| variant.label(Piece::new(Color::Black, piece.kind)));
        Ok((format!("{}{to}{}", square(mv.from), becomes.unwrap_or_default()), text))
    });
    let read = read.ok().filter(|(plain, text)| coordinates::text(position, plain).as_ref() == Ok(text));
    read.ok_or_else(|| BackendError::Unsupported(format!("coordinates cannot express the move `{text}`")))
}

/// The square that a double step of a Pawn passes over.
fn passed(variant: &Variant, mv: &Move) -> Option<Square> {
    let step = between(mv.from, mv.to?);
    let is_double = step.files == 0 && step.ranks == 2 * mv.piece.color.forward();
    let can_be_passed = variant.en_passant.as_ref().is_some_and(|rule| rule.piece == mv.piece.kind);
    (is_double && can_be_passed)
        .then(|| Square::new(mv.from.file(), mv.from.rank().wrapping_add_signed(step.ranks / 2)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::position;
    use vperft::inner::game::variant::{Rulings, Standard, VariantId};

    #[track_caller]
    fn check(vfen: &str, text: &str, expected: &str) {
        let chess = Variant::get(VariantId::CHESS);
        let position = position::parse(vfen, chess, &Standard).expect(vfen);
        let (coordinates, canonical) = written(&position, text).expect(text);
        assert_eq!(coordinates::text(&position, &coordinates).as_deref(), Ok(text));
        let after = after(&position, &canonical).expect(text);
        assert_eq!(position::print(&after, &Rulings::DEFAULT), expected, "{text}");
    }

    #[test]
    fn everything_that_a_text_says_is_changed() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w * - 3 7";
        check(castling, "K e1-g1; R h1-f1", "r3k2r/8/8/8/8/8/8/R4RK1 b * - 4 7");
        check(castling, "R a1-a8", "R3k2r/8/8/8/8/8/8/4K2R b * - 0 7");
        check("4k3/8/8/8/1p6/8/P7/4K3 w - - 3 7", "P a2-a4", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 7");
        check("4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 7", "p b4-a3; @-a4", "4k3/8/8/8/8/p7/8/4K3 w - - 0 8");
        check("1n2k3/P7/8/8/8/8/8/4K3 w - - 3 7", "P a7-b8; Q-b8", "1Q2k3/8/8/8/8/8/8/4K3 b - - 0 7");
    }
}
