//! The Chameleon, which captures each enemy as that enemy captures.

use super::exchange::{exchange, mutual_destruction};
use super::line::{Blocker, Line, victim};
use crate::game::board::{QUEEN, Square, SquareSet, Step};
use crate::game::variant::{
    ChameleonCombine, ChameleonLeapSwap, ChameleonSwap, Clause, Piece, PieceType, Rulebook,
};
use crate::generators::reference::{MoveSink, Mover};

/// ROC-CHAMELEON-1: slides. ROC-CHAMELEON-3: captures Long Leapers, Withdrawers and Advancers on the way. The
/// other clauses each have a function.
pub(super) fn chameleon<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in QUEEN {
        let leaps = |square| {
            is_enemy(mover, square, PieceType::LONG_LEAPER) && mover.applies(Clause::ROC_CHAMELEON_3)
        };
        let line = Line::new(mover, step, leaps, |to| caught(mover, to, step));
        line.push(mover, Clause::ROC_CHAMELEON_1);
        if let Some(blocker) = line.blocker {
            exchange_with_swapper(mover, blocker, step);
        }
        let Some(adjacent) = mover.step(mover.from, step) else { continue };
        step_onto_king(mover, adjacent, step);
        leap_onto_pawn(mover, adjacent, step);
        destroy_swapper(mover, adjacent);
    }
}

/// ROC-CHAMELEON-4: captures an adjacent enemy King by stepping onto it.
fn step_onto_king<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, adjacent: Square, step: Step) {
    if is_enemy(mover, adjacent, PieceType::KING) && mover.applies(Clause::ROC_CHAMELEON_4) {
        mover.push(mover.to(adjacent).removing_all(also_caught(mover, adjacent, step)));
    }
}

/// ROC-CHAMELEON-5: captures an enemy Cannon Pawn by leaping an adjacent mount of either side and landing on
/// the Pawn just beyond.
fn leap_onto_pawn<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, mount: Square, step: Step) {
    if mover.is_empty(mount) {
        return;
    }
    if let Some(to) = mover.step(mount, step)
        && is_enemy(mover, to, PieceType::CANNON_PAWN)
        && mover.applies(Clause::ROC_CHAMELEON_5)
    {
        mover.push(mover.to(to).removing_all(also_caught(mover, to, step)));
    }
}

/// ROC-CHAMELEON-6: exchanges with an enemy Swapper that is the first piece on the line; with a friendly one
/// only in the reading `chameleon-swap = either`. Long Leapers may be leapt on the way, except in the
/// reading `chameleon-leap-swap = no`.
fn exchange_with_swapper<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    blocker: Blocker,
    step: Step,
) {
    let Blocker { square: to, leapt } = blocker;
    let friend = Some(Piece::new(mover.piece.color, PieceType::SWAPPER));
    let is_partner = is_enemy(mover, to, PieceType::SWAPPER)
        || match mover.rulings().chameleon_swap {
            ChameleonSwap::Enemy => false,
            ChameleonSwap::Either => mover.position.piece(to) == friend,
        };
    let may_leap = mover.rulings().chameleon_leap_swap == ChameleonLeapSwap::Yes;
    if is_partner && (leapt.is_empty() || may_leap) {
        exchange(mover, to, leapt | also_caught(mover, to, step), Clause::ROC_CHAMELEON_6);
    }
}

/// ROC-CHAMELEON-7: mutual destruction with an adjacent enemy Swapper, combined with nothing.
fn destroy_swapper<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, adjacent: Square) {
    if is_enemy(mover, adjacent, PieceType::SWAPPER) {
        mutual_destruction(mover, adjacent, Clause::ROC_CHAMELEON_7);
    }
}

/// ROC-CHAMELEON-3: the Withdrawer directly behind the start square and the Advancer next beyond the end
/// square.
fn caught<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, to: Square, step: Step) -> SquareSet {
    let is_victim = |square, kind| is_enemy(mover, square, kind) && mover.applies(Clause::ROC_CHAMELEON_3);
    victim(mover.step(mover.from, -step), |square| is_victim(square, PieceType::WITHDRAWER))
        | victim(mover.step(to, step), |square| is_victim(square, PieceType::ADVANCER))
}

/// ROC-CHAMELEON-8: the additional captures by withdrawal and approach if the movement is an exchange, a Pawn
/// leap or the step onto a King. There are none in the reading `chameleon-combine = slides-and-leaps`.
fn also_caught<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, to: Square, step: Step) -> SquareSet {
    let caught = match mover.rulings().chameleon_combine {
        ChameleonCombine::All => caught(mover, to, step),
        ChameleonCombine::SlidesAndLeaps => SquareSet::EMPTY,
    };
    if caught.is_empty() || mover.applies(Clause::ROC_CHAMELEON_8) { caught } else { SquareSet::EMPTY }
}

/// Whether an enemy of this type is on the square.
fn is_enemy<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, square: Square, kind: PieceType) -> bool {
    mover.position.piece(square) == Some(Piece::new(!mover.piece.color, kind))
}
