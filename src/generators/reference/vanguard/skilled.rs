//! The pieces with special moves: rifle captures, double moves, passing through pieces, exchanges.

use super::pawns::{has_never_moved, promoted};
use crate::game::board::{ALFIL, DABBABA, DIAGONAL, KNIGHT, QUEEN, Square, SquareSet, Step, cross_steps};
use crate::game::variant::{
    ArcherSlide, BerserkerLeap, BerserkerReturn, BowmanLanding, BowmanPath, BowmanShot, BowmanShotPath,
    Clause, LancerLeap, LancerSecond, PromoteByExchange, Rulebook,
};
use crate::generators::reference::{MoveSink, Mover};

/// VAN-ARCHER-1: slides one to three squares diagonally. VAN-ARCHER-2: captures an enemy a (1,2) leap away
/// without moving.
pub(super) fn archer<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in DIAGONAL {
        let mut at = mover.from;
        for _ in 0..3 {
            let Some(next) = mover.step(at, step) else { break };
            let captures = mover.is_enemy(next) && mover.rulings().archer_slide == ArcherSlide::Both;
            if (mover.is_empty(next) || captures) && mover.applies(Clause::VAN_ARCHER_1) {
                mover.push(mover.to(next));
            }
            if !mover.is_empty(next) && mover.blocks() {
                break;
            }
            at = next;
        }
    }
    for step in KNIGHT {
        if let Some(target) = mover.step(mover.from, step)
            && mover.is_enemy(target)
            && mover.applies(Clause::VAN_ARCHER_2)
        {
            mover.push(mover.to(mover.from).removing(target));
        }
    }
}

/// VAN-BOWMAN-1: one lame (1,2) leap to an empty square. VAN-BOWMAN-2: after it, the Bowman may shoot the
/// enemy one more leap away.
pub(super) fn bowman<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for step in KNIGHT {
        let Some(landing) = mover.step(mover.from, step) else { continue };
        let captures = mover.is_enemy(landing) && mover.rulings().bowman_landing == BowmanLanding::Capture;
        let may_land = (mover.is_empty(landing) || captures) && is_bowman_path_open(mover, mover.from, step);
        if !may_land || !mover.applies(Clause::VAN_BOWMAN_1) {
            continue;
        }
        let landed = mover.to(landing);
        mover.push(landed);
        for shot in KNIGHT {
            if let Some(target) = mover.step(landing, shot)
                && (shot == step || mover.rulings().bowman_shot == BowmanShot::AnyDirection)
                && mover.is_enemy(target)
                && may_shoot(mover, landing, shot)
                && mover.applies(Clause::VAN_BOWMAN_2)
            {
                mover.push(landed.removing(target));
            }
        }
    }
}

/// Whether the squares on the way of the Bowman's shot allow it, if they matter.
fn may_shoot<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, landing: Square, shot: Step) -> bool {
    match mover.rulings().bowman_shot_path {
        BowmanShotPath::Any => true,
        BowmanShotPath::Lame => is_bowman_path_open(mover, landing, shot),
    }
}

/// Whether the squares on the way of a leap let the Bowman pass: the orthogonal and the diagonal neighbour of the
/// start toward the end. The square that the Bowman has left is never on the way of its shot.
fn is_bowman_path_open<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>, from: Square, leap: Step) -> bool {
    let is_open = |step| mover.step(from, step).is_some_and(|square| mover.is_empty(square));
    let orthogonal = is_open(Step::new(leap.files / 2, leap.ranks / 2));
    let diagonal = is_open(Step::new(leap.files.signum(), leap.ranks.signum()));
    match mover.rulings().bowman_path {
        BowmanPath::Either => orthogonal || diagonal,
        BowmanPath::OrthogonalFirst => orthogonal,
        BowmanPath::DiagonalFirst => diagonal,
        BowmanPath::Both => orthogonal && diagonal,
    }
}

/// VAN-BERSERKER-1: one or two King steps, each onto an empty square or an enemy, which it captures.
/// VAN-BERSERKER-2: leaps exactly two squares straight or diagonally. VAN-BERSERKER-3: returns to its origin
/// after a capture.
///
/// Two paths without a capture before the end square are one move. Paths with such captures are one move only if
/// their captures are the same.
pub(super) fn berserker<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let mut reached = SquareSet::EMPTY;
    for step in QUEEN {
        if let Some(via) = mover.step(mover.from, step)
            && !mover.is_friend(via)
            && mover.applies(Clause::VAN_BERSERKER_1)
        {
            if !mover.is_repeated(&mut reached, via) {
                mover.push(mover.to(via));
            }
            berserker_second_step(mover, via, &mut reached);
        }
    }
    let ring: &[Step] = match mover.rulings().berserker_leap {
        BerserkerLeap::Queenwise => &[],
        BerserkerLeap::Ring => &KNIGHT,
    };
    for &step in DABBABA.iter().chain(&ALFIL).chain(ring) {
        if let Some(to) = mover.step(mover.from, step)
            && !mover.is_friend(to)
            && !mover.is_repeated(&mut reached, to)
            && mover.applies(Clause::VAN_BERSERKER_2)
        {
            mover.push(mover.to(to));
        }
    }
}

/// The Berserker's second step, from the square of its first.
fn berserker_second_step<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    via: Square,
    reached: &mut SquareSet,
) {
    let captured = mover.is_enemy(via);
    for step in QUEEN {
        let Some(to) = mover.step(via, step) else { continue };
        if to == mover.from {
            // A return without capture changes nothing, and GEN-NULL also forbids it in the other readings.
            let returns = match mover.rulings().berserker_return {
                BerserkerReturn::AfterCapture => captured,
                BerserkerReturn::Never => false,
                BerserkerReturn::Always => captured || !mover.is_repeated(reached, to),
            };
            if returns && mover.applies(Clause::VAN_BERSERKER_3) {
                let mv = mover.to(to);
                mover.push(if captured { mv.removing(via) } else { mv });
            }
        } else if mover.is_friend(to) {
            // Neither step may enter a friendly piece.
        } else if captured {
            mover.push(mover.to(to).removing(via));
        } else if !mover.is_repeated(reached, to) {
            mover.push(mover.to(to));
        }
    }
}

/// VAN-HELEPOLIS-1: slides orthogonally, forward as a Rook. VAN-HELEPOLIS-2: sideways and backward it passes
/// through enemies and captures every one it passes. VAN-HELEPOLIS-3: the forward slide of one that has never
/// moved may pass over one friendly piece.
pub(super) fn helepolis<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let forward = mover.forward();
    let [left, right] = cross_steps(forward);
    helepolis_forward(mover, forward);
    for step in [left, right, -forward] {
        let mut passed = SquareSet::EMPTY;
        let mut at = mover.from;
        while let Some(next) = mover.step(at, step) {
            if mover.is_friend(next) {
                if mover.blocks() {
                    break;
                }
            } else {
                let clause =
                    if passed.is_empty() { Clause::VAN_HELEPOLIS_1 } else { Clause::VAN_HELEPOLIS_2 };
                if mover.applies(clause) {
                    mover.push(mover.to(next).removing_all(passed));
                }
                if mover.is_enemy(next) {
                    passed.insert(next);
                }
            }
            at = next;
        }
    }
}

/// The forward slide: to the first piece, or past one friendly piece to the second.
fn helepolis_forward<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, forward: Step) {
    let mut has_passed = false;
    let mut at = mover.from;
    while let Some(next) = mover.step(at, forward) {
        if !mover.is_friend(next) {
            let clause = if has_passed { Clause::VAN_HELEPOLIS_3 } else { Clause::VAN_HELEPOLIS_1 };
            if mover.applies(clause) {
                mover.push(mover.to(next));
            }
        }
        if mover.is_friend(next) && !has_passed && has_never_moved(mover) {
            has_passed = true;
        } else if !mover.is_empty(next) && mover.blocks() {
            return;
        }
        at = next;
    }
}

/// VAN-LANCER-1: one (1,2) leap, or two in the same direction, the square of the first then being empty.
/// VAN-LANCER-2: captures an enemy exactly two or three squares away on a Queen line, the squares between
/// being empty.
pub(super) fn lancer<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let mut reached = SquareSet::EMPTY;
    for first in KNIGHT {
        let Some(via) = mover.step(mover.from, first) else { continue };
        lancer_leap(mover, via, &mut reached);
        if !mover.is_empty(via) {
            continue;
        }
        for second in KNIGHT {
            if let Some(to) = mover.step(via, second)
                && (second == first || mover.rulings().lancer_second == LancerSecond::AnyDirection)
            {
                lancer_leap(mover, to, &mut reached);
            }
        }
    }
    for step in QUEEN {
        let between = mover.step(mover.from, step).filter(|&square| mover.is_empty(square));
        let second = between.and_then(|square| mover.step(square, step));
        let third =
            second.filter(|&square| mover.is_empty(square)).and_then(|square| mover.step(square, step));
        // If the second square is empty, only the third can have the victim.
        if let Some(to) = third.or(second)
            && mover.is_enemy(to)
            && !mover.is_repeated(&mut reached, to)
            && mover.applies(Clause::VAN_LANCER_2)
        {
            mover.push(mover.to(to));
        }
    }
}

/// Pushes the move of the Lancer that ends its leaps on a square.
fn lancer_leap<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, to: Square, reached: &mut SquareSet) {
    let captures = mover.is_enemy(to) && mover.rulings().lancer_leap == LancerLeap::Both;
    // Two leaps back to the start change nothing.
    let returns = to == mover.from && !mover.applies(Clause::GEN_NULL);
    if (mover.is_empty(to) || captures || returns)
        && mover.applies(Clause::VAN_LANCER_1)
        && !mover.is_repeated(reached, to)
    {
        mover.push(mover.to(to));
    }
}

/// VAN-WIZARD-1: one diagonal step, then optionally one or two squares outward orthogonally.
pub(super) fn wizard<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    for diagonal in DIAGONAL {
        let Some(near) = mover.step(mover.from, diagonal) else { continue };
        wizard_target(mover, near, true);
        for outward in diagonal.components() {
            let mut is_clear = mover.is_empty(near);
            let mut at = near;
            for _ in 0..2 {
                let Some(next) = mover.step(at, outward) else { break };
                wizard_target(mover, next, is_clear);
                is_clear &= mover.is_empty(next);
                at = next;
            }
        }
    }
}

/// VAN-WIZARD-1: goes to the target if every square before it is empty. VAN-WIZARD-2: exchanges places with a
/// friendly piece there, whatever is between.
fn wizard_target<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, to: Square, is_clear: bool) {
    let Some(partner) = mover.position.piece(to).filter(|_| mover.is_friend(to)) else {
        if is_clear && mover.applies(Clause::VAN_WIZARD_1) {
            mover.push(mover.to(to));
        }
        return;
    };
    // The exchange of two Wizards does not change the appearance of the board, but it is a move (GEN-NULL).
    if partner == mover.piece && !mover.applies(Clause::GEN_NULL) {
        return;
    }
    let placed = match mover.rulings().promote_by_exchange {
        PromoteByExchange::Yes => promoted(mover, partner, mover.from).unwrap_or(partner),
        PromoteByExchange::No => partner,
    };
    if mover.applies(Clause::VAN_WIZARD_2) {
        mover.push(mover.to(to).placing(mover.from, placed));
    }
}
