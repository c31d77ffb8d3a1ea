//! The effects that moves have in every variant.

use crate::game::notation::Move;
use crate::game::position::{MAX_COUNTER, Position};
use crate::game::variant::{Clause, Color, Rulebook, Variant};

/// Whether the mover exchanges places with the piece on its end square.
pub(super) fn is_exchange(mv: &Move) -> bool {
    mv.to != Some(mv.from) && mv.placing.is_some_and(|(square, _)| square == mv.from)
}

/// Whether the move captures an enemy (GEN-CLOCK). An exchange alone is not a capture, and neither is the removal of a friend.
pub(super) fn is_capture(position: &Position, mv: &Move) -> bool {
    let displaces = mv.to.is_some_and(|to| to != mv.from && position.piece(to).is_some());
    let removes = mv.removals.into_iter().any(|square| position.is_of(!mv.piece.color, square));
    removes || (displaces && !is_exchange(mv))
}

/// The child without the automatic consequences of the variant: the board after the move, the other side to move, the counters updated, no
/// en passant square, no ban, and no initial rights of moved pieces.
pub(super) fn child(position: &Position, mv: &Move, book: &impl Rulebook) -> Position {
    let mut child = position.clone();
    child.take(mv.from);
    for square in mv.removals {
        child.take(square);
    }
    if let Some(to) = mv.to {
        child.take(to);
        child.put(to, mv.piece);
    }
    if let Some(travel) = mv.travel {
        child.take(travel.from);
        child.put(travel.to, travel.piece);
    }
    if let Some((square, piece)) = mv.placing {
        child.take(square);
        child.put(square, piece);
    }
    child.en_passant = None;
    child.ban = None;
    let resets = Variant::get(position.variant).is_pawn(mv.piece.kind) || is_capture(position, mv);
    child.halfmove =
        if resets && book.applies(Clause::GEN_CLOCK) { 0 } else { (child.halfmove + 1).min(MAX_COUNTER) };
    child.turn = !position.turn;
    if position.turn == Color::Black {
        child.fullmove = (child.fullmove + 1).min(MAX_COUNTER);
    }
    child
}
