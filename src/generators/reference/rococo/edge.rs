//! The 36 edge squares, on which a move may end only for a capture that is not possible without it.

use super::line::Landing;
use crate::game::board::Square;
use crate::game::variant::{Clause, Edge, Rulebook};
use crate::generators::reference::{MoveSink, Mover};

/// ROC-EDGE-1: whether a King, a Pawn, an Immobilizer or a sliding Swapper that captures nothing may end on
/// the square.
#[inline]
pub(super) fn may_rest<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, to: Square) -> bool {
    !(mover.position.shape.is_rim(to) && mover.applies(Clause::ROC_EDGE_1))
}

/// ROC-EDGE-2: whether a Long Leaper, a Withdrawer, an Advancer or a Chameleon may end on this one of the
/// empty squares on its ray.
///
/// An Advancer that reaches the edge has no square beyond, so its captures on edge squares are those along the edge.
#[inline]
pub(super) fn may_land<B: Rulebook, S: MoveSink>(
    mover: &Mover<'_, B, S>,
    landings: &[Landing],
    index: usize,
) -> bool {
    let shape = mover.position.shape;
    if !shape.is_rim(landings[index].square) {
        return true;
    }
    let captured = landings[index].captured;
    let (nearer, farther) = (&landings[..index], &landings[index + 1..]);
    let is_same = |other: &Landing| other.captured == captured;
    let is_needed = match mover.rulings().edge {
        Edge::Nearest => !nearer.iter().any(is_same),
        Edge::AnyIfNeeded => !landings.iter().any(|other| is_same(other) && !shape.is_rim(other.square)),
        Edge::Sole => !nearer.iter().chain(farther).any(is_same),
    };
    (!captured.is_empty() && is_needed) || !mover.applies(Clause::ROC_EDGE_2)
}

/// ROC-EDGE-3: whether a piece may leave the board by a move that involves this square. The edge restricts only
/// the end square of a move, and such a move has none.
#[inline]
pub(super) fn may_leave<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, square: Square) -> bool {
    !mover.position.shape.is_rim(square) || mover.applies(Clause::ROC_EDGE_3)
}
