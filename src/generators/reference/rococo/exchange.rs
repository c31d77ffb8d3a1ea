//! Exchanges with their ban, and mutual destruction, which the Swapper and the Chameleon share.

use super::edge;
use crate::game::board::{Square, SquareSet};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::variant::{Clause, PieceType, Rulebook};
use crate::generators::reference::play::is_exchange;
use crate::generators::reference::{MoveSink, Mover};

/// The mover exchanges places with the piece on the square by this clause, and captures on other squares. The
/// partner captures nothing. Both squares may be edge squares, because a swap there counts as a capture (ROC-EDGE-1).
#[inline]
pub(super) fn exchange<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    to: Square,
    captured: SquareSet,
    clause: Clause,
) {
    let Some(partner) = mover.position.piece(to) else { return };
    let is_counted = partner != mover.piece || mover.applies(Clause::GEN_NULL);
    let is_banned = mover.position.ban == Some(ordered(mover.from, to)) && mover.applies(Clause::ROC_BAN);
    if is_counted && !is_banned && is_own_move(mover, to) && mover.applies(clause) {
        mover.push(mover.to(to).placing(mover.from, partner).removing_all(captured));
    }
}

/// The mover and the piece on the square leave the board by this clause, also from edge squares (ROC-EDGE-3).
#[inline]
pub(super) fn mutual_destruction<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    victim: Square,
    clause: Clause,
) {
    let may_leave = edge::may_leave(mover, mover.from) && edge::may_leave(mover, victim);
    if may_leave && is_own_move(mover, victim) && mover.applies(clause) {
        mover.push(Move::leaving(mover.piece, mover.from).removing(victim));
    }
}

/// ROC-BAN: the squares of the two pieces that the move has exchanged, if they are a Swapper and an enemy
/// Swapper or Chameleon.
pub(super) fn ban_after(parent: &Position, mv: &Move) -> Option<(Square, Square)> {
    let to = mv.to.filter(|_| is_exchange(mv))?;
    let partner = parent.piece(to)?;
    // One of the two is a Swapper in every exchange.
    let exchanges = matches!(partner.kind, PieceType::SWAPPER | PieceType::CHAMELEON);
    (exchanges && partner.color != mv.piece.color).then(|| ordered(mv.from, to))
}

/// GEN-MOVE: if each of two identical pieces can act on the other, these are two moves, not one.
fn is_own_move<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, other: Square) -> bool {
    let is_second = mover.position.piece(other) == Some(mover.piece) && other < mover.from;
    !is_second || mover.applies(Clause::GEN_MOVE)
}

/// Two squares by file, then by rank.
fn ordered(one: Square, other: Square) -> (Square, Square) {
    (one.min(other), one.max(other))
}
