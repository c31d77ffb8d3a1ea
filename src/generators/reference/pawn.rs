//! The Pawn of the variants whose Pawns move as in chess.

use super::{MoveSink, Mover};
use crate::game::board::{Square, Step};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::variant::{Clause, Color, Rulebook};

/// The clauses that make up such a Pawn.
pub(super) struct PawnClauses {
    /// One square forward without capture, one square diagonally forward to capture.
    pub step: Clause,
    /// Two squares forward, through and onto empty squares.
    pub double_step: Clause,
    /// The capture of a Pawn that has just passed.
    pub en_passant: Clause,
}

/// Sends the moves of a Pawn to the sink, and those that may promote to `arrive`. `may_double_step` is whether the Pawn may make a double
/// step.
pub(super) fn pawn_moves<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    clauses: &PawnClauses,
    may_double_step: bool,
    arrive: impl Fn(&mut Mover<'_, B, S>, Move, Square),
) {
    let forward = mover.forward();
    let ahead = |mover: &Mover<'_, B, S>, from| mover.step(from, forward).filter(|&to| mover.is_empty(to));
    if let Some(to) = ahead(mover, mover.from) {
        if mover.applies(clauses.step) {
            arrive(mover, mover.to(to), to);
        }
        if may_double_step
            && let Some(to) = ahead(mover, to)
            && mover.applies(clauses.double_step)
        {
            mover.push(mover.to(to));
        }
    }
    for side in [-1, 1] {
        let Some(to) = mover.step(mover.from, Step::new(side, forward.ranks)) else { continue };
        if mover.is_enemy(to) && mover.applies(clauses.step) {
            arrive(mover, mover.to(to), to);
        }
        if mover.position.en_passant == Some(to)
            && let Some(passer) = mover.step(mover.from, Step::new(side, 0))
            && mover.applies(clauses.en_passant)
        {
            mover.push(mover.to(to).removing(passer));
        }
    }
}

/// The square that a Pawn passed over, if it went two squares straight forward.
#[inline]
pub(super) fn passed_square(position: &Position, color: Color, from: Square, to: Square) -> Option<Square> {
    let forward = Step::new(0, color.forward());
    let passed = position.shape.step(from, forward)?;
    (position.shape.step(passed, forward) == Some(to)).then_some(passed)
}
