//! The pieces of Sandbox except the Pawn.

use super::pawns::{PROMOTION_RANK, promote};
use crate::game::board::{DIAGONAL, KNIGHT, ORTHOGONAL, QUEEN, Square, Step};
use crate::game::variant::{Clause, KnightExchangePromotes, KnightExchangeTwin, Piece, PieceType, Rulebook};
use crate::generators::reference::{MoveSink, Mover};

/// No slide is longer than the board.
pub(super) const ANY: u8 = 9;

/// SBX-KING: one step in any direction.
pub(super) fn king<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SBX_KING) {
        mover.leap(&QUEEN);
    }
}

/// SBX-ROOK: slides orthogonally.
pub(super) fn rook<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SBX_ROOK) {
        mover.ride(&ORTHOGONAL, ANY);
    }
}

/// SBX-KNIGHT-1: leaps (1,2). SBX-KNIGHT-2: exchanges places with the first piece on a Queen line if that is
/// a friend.
pub(super) fn knight<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SBX_KNIGHT_1) {
        mover.leap(&KNIGHT);
    }
    for step in QUEEN {
        if let Some((to, _)) = first_friend(mover, step)
            && let Some(friend) = mover.position.piece(to)
            && mover.applies(Clause::SBX_KNIGHT_2)
        {
            exchange(mover, to, friend);
        }
    }
}

/// SBX-KNIGHT-2: two identical Knights both change their squares (GEN-NULL), so they may exchange.
/// SBX-PROMOTE-4: a Pawn that an exchange moves does not promote, except in the reading
/// `knight-exchange-promotes = yes`.
fn exchange<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, to: Square, friend: Piece) {
    let twins = friend == mover.piece;
    let refused = mover.rulings().knight_exchange_twin == KnightExchangeTwin::No;
    if twins && (refused || !mover.applies(Clause::GEN_NULL)) {
        return;
    }
    let mv = mover.to(to).placing(mover.from, friend);
    let promotes = friend.kind == PieceType::PAWN
        && mover.position.rank_for(friend.color, mover.from) >= PROMOTION_RANK
        && (mover.rulings().knight_exchange_promotes == KnightExchangePromotes::Yes
            || !mover.applies(Clause::SBX_PROMOTE_4));
    if promotes { promote(mover, mv, to, mover.from) } else { mover.push(mv) }
}

/// SBX-VAO: slides diagonally without capture; captures the first piece behind exactly one hurdle. A closed
/// square is not a hurdle.
pub(super) fn vao<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if !mover.applies(Clause::SBX_VAO) {
        return;
    }
    for step in DIAGONAL {
        let mut at = mover.from;
        let mut is_behind_hurdle = false;
        while let Some(next) = mover.step(at, step) {
            at = next;
            if mover.is_empty(at) {
                if !is_behind_hurdle || !mover.blocks() {
                    mover.push(mover.to(at));
                }
            } else if is_closed(mover, at) && mover.applies(Clause::SBX_BROUHAHA) {
                break;
            } else if is_behind_hurdle {
                if mover.is_enemy(at) {
                    mover.push(mover.to(at));
                }
                break;
            } else {
                is_behind_hurdle = true;
            }
        }
    }
}

/// SBX-GIRAFFE: one diagonal step; from that square, if empty, on as a Rook in either of the two outward
/// directions.
pub(super) fn giraffe<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if !mover.applies(Clause::SBX_GIRAFFE) {
        return;
    }
    for step in DIAGONAL {
        let Some(corner) = mover.step(mover.from, step) else { continue };
        mover.go(corner);
        if mover.is_empty(corner) || !mover.blocks() {
            for outward in step.components() {
                mover.ride_from(corner, outward, ANY);
            }
        }
    }
}

/// SBX-LION-1: slides one to three squares. SBX-LION-2: leaps exactly two squares over anything; a leap over an
/// empty square is the same move as a slide of two (GEN-MOVE). SBX-LION-3: may also capture the enemy that it
/// leaps over, but no other piece (SBX-ENTRY).
pub(super) fn lion<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let slides = mover.applies(Clause::SBX_LION_1);
    if slides {
        mover.ride(&QUEEN, 3);
    }
    for step in QUEEN {
        let (Some(over), Some(to)) = (mover.step(mover.from, step), mover.step(mover.from, step.times(2)))
        else {
            continue;
        };
        if !mover.is_empty(to) && !mover.is_enemy(to) {
            continue;
        }
        let slid = slides && (mover.is_empty(over) || !mover.blocks());
        if !(slid && mover.applies(Clause::GEN_MOVE)) && mover.applies(Clause::SBX_LION_2) {
            mover.push(mover.to(to));
        }
        if (mover.is_enemy(over) || !mover.applies(Clause::SBX_ENTRY)) && mover.applies(Clause::SBX_LION_3) {
            mover.push(mover.to(to).removing(over));
        }
    }
}

/// SBX-QUEEN-1: slides in eight directions. `induced.rs` has the slides that she induces.
pub(super) fn queen<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.applies(Clause::SBX_QUEEN_1) {
        mover.ride(&QUEEN, ANY);
    }
}

/// The first piece on a line, if it is a friend, and its distance. A closed square ends the line.
pub(super) fn first_friend<B: Rulebook, S: MoveSink>(
    mover: &Mover<'_, B, S>,
    step: Step,
) -> Option<(Square, u8)> {
    let mut at = mover.from;
    for distance in 1..=ANY {
        at = mover.step(at, step)?;
        if mover.is_friend(at) {
            return Some((at, distance));
        }
        if mover.is_enemy(at) || (is_closed(mover, at) && mover.applies(Clause::SBX_BROUHAHA)) {
            return None;
        }
    }
    None
}

/// Whether the square has closed.
fn is_closed<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, square: Square) -> bool {
    mover.position.closed.contains(square)
}
