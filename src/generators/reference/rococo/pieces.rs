//! The pieces of Rococo except the Chameleon.

use super::edge::may_rest;
use super::exchange::{exchange, mutual_destruction};
use super::line::{Line, victim};
use crate::game::board::{QUEEN, Square, SquareSet, Step};
use crate::game::variant::{Clause, MutualOwn, Piece, PieceType, Rulebook, Stock};
use crate::generators::reference::{MoveSink, Mover};

/// The types that a Pawn promotes to, and the number of each that a side starts with (ROC-PROMOTE-2).
const PROMOTIONS: [(PieceType, usize); 6] = [
    (PieceType::ADVANCER, 1),
    (PieceType::CHAMELEON, 1),
    (PieceType::IMMOBILIZER, 1),
    (PieceType::LONG_LEAPER, 2),
    (PieceType::SWAPPER, 1),
    (PieceType::WITHDRAWER, 1),
];

/// The first rank, as its side counts, on which a Pawn may promote: that on which the enemy King starts
/// (ROC-PROMOTE-1).
const PROMOTION_RANK: u8 = 8;

/// ROC-KING: one step in any direction, capturing by displacement. Never onto an empty edge square
/// (ROC-EDGE-1).
#[inline]
pub(super) fn king<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in QUEEN {
        let Some(to) = mover.step(mover.from, step) else { continue };
        let may_go = mover.is_enemy(to) || (mover.is_empty(to) && may_rest(mover, to));
        if may_go && mover.applies(Clause::ROC_KING) {
            mover.push(mover.to(to));
        }
    }
}

/// ROC-ADVANCER: slides, and captures the enemy on the next square beyond its end square.
#[inline]
pub(super) fn advancer<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in QUEEN {
        let is_victim = |square| mover.is_enemy(square) && mover.applies(Clause::ROC_ADVANCER);
        let line = Line::new(mover, step, |_| false, |to| victim(mover.step(to, step), is_victim));
        line.push(mover, Clause::ROC_ADVANCER);
    }
}

/// ROC-WITHDRAWER: slides, and captures the enemy directly behind its start square.
#[inline]
pub(super) fn withdrawer<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in QUEEN {
        let is_victim = |square| mover.is_enemy(square) && mover.applies(Clause::ROC_WITHDRAWER);
        let behind = mover.step(mover.from, -step);
        let line = Line::new(mover, step, |_| false, |_| victim(behind, is_victim));
        line.push(mover, Clause::ROC_WITHDRAWER);
    }
}

/// ROC-LEAPER-1: slides. ROC-LEAPER-2: leaps over and captures enemies each of which has an empty square
/// immediately beyond.
#[inline]
pub(super) fn long_leaper<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in QUEEN {
        let leaps = |square| mover.is_enemy(square) && mover.applies(Clause::ROC_LEAPER_2);
        let line = Line::new(mover, step, leaps, |_| SquareSet::EMPTY);
        line.push(mover, Clause::ROC_LEAPER_1);
    }
}

/// ROC-SWAPPER-1: slides. ROC-SWAPPER-2: exchanges places with the first piece on a Queen line.
/// ROC-SWAPPER-3: destroys itself with an adjacent enemy; with a friend only in the reading `mutual-own =
/// yes`.
#[inline]
pub(super) fn swapper<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    slide(mover, Clause::ROC_SWAPPER_1);
    for step in QUEEN {
        if let Some(partner) = first_piece(mover, step) {
            exchange(mover, partner, SquareSet::EMPTY, Clause::ROC_SWAPPER_2);
        }
        let Some(adjacent) = mover.step(mover.from, step) else { continue };
        let is_victim = match mover.rulings().mutual_own {
            MutualOwn::No => mover.is_enemy(adjacent),
            MutualOwn::Yes => !mover.is_empty(adjacent),
        };
        if is_victim {
            mutual_destruction(mover, adjacent, Clause::ROC_SWAPPER_3);
        }
    }
}

/// ROC-IMMOBILIZER-1: slides, and never captures.
#[inline]
pub(super) fn immobilizer<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    slide(mover, Clause::ROC_IMMOBILIZER_1);
}

/// ROC-PAWN-1: without capture one step, or a leap over an adjacent piece to the empty square just beyond;
/// neither onto an edge square (ROC-EDGE-1). ROC-PAWN-2: captures by that leap, landing on an enemy.
#[inline]
pub(super) fn cannon_pawn<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in QUEEN {
        let Some(next) = mover.step(mover.from, step) else { continue };
        let to = if mover.is_empty(next) { Some(next) } else { mover.step(next, step) };
        let Some(to) = to else { continue };
        let goes = mover.is_empty(to) && may_rest(mover, to) && mover.applies(Clause::ROC_PAWN_1);
        let captures = mover.is_enemy(to) && mover.applies(Clause::ROC_PAWN_2);
        if goes || captures {
            mover.push(mover.to(to));
            promote(mover, to);
        }
    }
}

/// ROC-PROMOTE-1: a Pawn that ends on the rank where the opposing King started, or past it, may promote.
/// ROC-PROMOTE-2: to a piece of which fewer are on the board than started.
fn promote<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, to: Square) {
    let color = mover.piece.color;
    if mover.position.rank_for(color, to) < PROMOTION_RANK {
        return;
    }
    for (kind, started) in PROMOTIONS {
        let piece = Piece::new(color, kind);
        let available = match mover.rulings().stock {
            Stock::AllRemoved => started.saturating_sub(mover.position.count(piece)),
        };
        if (available > 0 || !mover.applies(Clause::ROC_PROMOTE_2)) && mover.applies(Clause::ROC_PROMOTE_1) {
            mover.push(mover.to(to).placing(to, piece));
        }
    }
}

/// A Queen slide by this clause, which never captures and never ends on an edge square (ROC-EDGE-1).
#[inline]
fn slide<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, clause: Clause) {
    for step in QUEEN {
        let mut at = mover.from;
        while let Some(next) = mover.step(at, step) {
            if !mover.is_empty(next) {
                if mover.blocks() {
                    break;
                }
            } else if may_rest(mover, next) && mover.applies(clause) {
                mover.push(mover.to(next));
            }
            at = next;
        }
    }
}

/// The square of the first piece of either side in a direction.
#[inline]
fn first_piece<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, step: Step) -> Option<Square> {
    let mut squares = std::iter::successors(mover.step(mover.from, step), |&at| mover.step(at, step));
    squares.find(|&square| !mover.is_empty(square))
}
