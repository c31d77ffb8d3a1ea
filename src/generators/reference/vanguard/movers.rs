//! The pieces that only slide and leap, and capture as they move.

use crate::game::board::{ALFIL, CAMEL, DABBABA, DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, TRIPPER};
use crate::game::variant::{Clause, Rulebook};
use crate::generators::reference::{MoveSink, Mover};

/// No slide is longer than the board.
const ANY: u8 = 15;

/// VAN-KING: one step in any direction.
pub(super) fn king<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_KING) {
        mover.leap(&QUEEN);
    }
}

/// VAN-QUEEN: slides in eight directions.
pub(super) fn queen<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_QUEEN) {
        mover.ride(&QUEEN, ANY);
    }
}

/// VAN-ROOK: slides orthogonally.
pub(super) fn rook<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_ROOK) {
        mover.ride(&ORTHOGONAL, ANY);
    }
}

/// VAN-BISHOP: slides diagonally.
pub(super) fn bishop<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_BISHOP) {
        mover.ride(&DIAGONAL, ANY);
    }
}

/// VAN-PRINCESS: slides diagonally or leaps (1,2).
pub(super) fn princess<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_PRINCESS) {
        mover.ride(&DIAGONAL, ANY);
        mover.leap(&KNIGHT);
    }
}

/// VAN-CHANCELLOR: slides orthogonally or leaps (1,2).
pub(super) fn chancellor<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_CHANCELLOR) {
        mover.ride(&ORTHOGONAL, ANY);
        mover.leap(&KNIGHT);
    }
}

/// VAN-PRINCE: steps one square diagonally or leaps (1,2).
pub(super) fn prince<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_PRINCE) {
        mover.leap(&DIAGONAL);
        mover.leap(&KNIGHT);
    }
}

/// VAN-KNIGHT (Teutonic): leaps (1,2) or (1,3), or steps one square orthogonally.
pub(super) fn knight<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_KNIGHT) {
        mover.leap(&KNIGHT);
        mover.leap(&CAMEL);
        mover.leap(&ORTHOGONAL);
    }
}

/// VAN-NIGHTRIDER: (1,2) leaps on in one direction, which only the squares it lands on can block.
pub(super) fn nightrider<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_NIGHTRIDER) {
        mover.ride(&KNIGHT, ANY);
    }
}

/// VAN-FALCONER: leaps to any of the 24 squares of its own colour at most three files and three ranks away.
pub(super) fn falconer<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_FALCONER) {
        mover.leap(&DIAGONAL);
        mover.leap(&ALFIL);
        mover.leap(&DABBABA);
        mover.leap(&CAMEL);
        mover.leap(&TRIPPER);
    }
}

/// VAN-GENERAL-1: slides diagonally. VAN-GENERAL-2: slides orthogonally, but ends only at an even distance:
/// a piece at an odd distance blocks it and cannot be captured.
pub(super) fn general<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_GENERAL_1) {
        mover.ride(&DIAGONAL, ANY);
    }
    for step in ORTHOGONAL {
        let mut at = mover.from;
        let mut is_even = true;
        while let Some(next) = mover.step(at, step) {
            is_even = !is_even;
            if is_even && !mover.is_friend(next) && mover.applies(Clause::VAN_GENERAL_2) {
                mover.go(next);
            }
            if !mover.is_empty(next) && mover.blocks() {
                break;
            }
            at = next;
        }
    }
}

/// VAN-SPY-1: slides one or two squares orthogonally. VAN-SPY-2: leaps (1,2).
pub(super) fn spy<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::VAN_SPY_1) {
        mover.ride(&ORTHOGONAL, 2);
    }
    if mover.applies(Clause::VAN_SPY_2) {
        mover.leap(&KNIGHT);
    }
}
