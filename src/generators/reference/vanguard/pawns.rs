//! Pawn, Soldier and Sergeant: their moves, the long first move, promotion.

use crate::game::board::{Square, SquareSet, Step};
use crate::game::variant::{Clause, Initial, Piece, PieceType, Rulebook, Variant, VariantId};
use crate::generators::reference::{MoveSink, Mover};

/// The steps along a rank.
const SIDEWAYS: [Step; 2] = [Step::new(-1, 0), Step::new(1, 0)];

/// VAN-PAWN: without capture one square forward, captures one square diagonally forward. VAN-INITIAL: the
/// long first move.
pub(super) fn pawn<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let mut reached = SquareSet::EMPTY;
    without_capture(mover, &[mover.forward()], Clause::VAN_PAWN, &mut reached);
    capture(mover, Clause::VAN_PAWN);
    initial(mover, &mut reached);
}

/// VAN-SOLDIER: without capture one square forward or sideways, captures one square diagonally forward.
/// VAN-INITIAL: the long first move.
pub(super) fn soldier<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let mut reached = SquareSet::EMPTY;
    let steps = [mover.forward(), SIDEWAYS[0], SIDEWAYS[1]];
    without_capture(mover, &steps, Clause::VAN_SOLDIER, &mut reached);
    capture(mover, Clause::VAN_SOLDIER);
    initial(mover, &mut reached);
}

/// VAN-SERGEANT: slides one to three squares straight forward or steps one diagonally forward, moving or
/// capturing; without capture one square sideways.
pub(super) fn sergeant<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let mut at = mover.from;
    for _ in 0..3 {
        let Some(next) = mover.step(at, mover.forward()) else { break };
        if !mover.is_friend(next) && mover.applies(Clause::VAN_SERGEANT) {
            arrive(mover, next);
        }
        if !mover.is_empty(next) && mover.blocks() {
            break;
        }
        at = next;
    }
    for step in diagonally_forward(mover) {
        if let Some(to) = mover.step(mover.from, step)
            && !mover.is_friend(to)
            && mover.applies(Clause::VAN_SERGEANT)
        {
            arrive(mover, to);
        }
    }
    without_capture(mover, &SIDEWAYS, Clause::VAN_SERGEANT, &mut SquareSet::default());
}

/// One step to an empty square, by the piece's own clause.
fn without_capture<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    steps: &[Step],
    clause: Clause,
    reached: &mut SquareSet,
) {
    for &step in steps {
        if let Some(to) = mover.step(mover.from, step)
            && mover.is_empty(to)
            && mover.applies(clause)
        {
            reached.insert(to);
            arrive(mover, to);
        }
    }
}

/// The capture one square diagonally forward, by the piece's own clause.
fn capture<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, clause: Clause) {
    for step in diagonally_forward(mover) {
        if let Some(to) = mover.step(mover.from, step)
            && mover.is_enemy(to)
            && mover.applies(clause)
        {
            arrive(mover, to);
        }
    }
}

/// VAN-INITIAL: up to four squares straight forward, through and onto empty squares only. The first of them
/// is also reached by the ordinary step.
fn initial<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, reached: &mut SquareSet) {
    if !has_never_moved(mover) {
        return;
    }
    let mut at = mover.from;
    for _ in 0..4 {
        let Some(next) = mover.step(at, mover.forward()).filter(|&square| mover.is_empty(square)) else {
            return;
        };
        if !mover.is_repeated(reached, next) && mover.applies(Clause::VAN_INITIAL) {
            arrive(mover, next);
        }
        at = next;
    }
}

/// Whether the piece has never moved (the ruling of VAN-INITIAL).
pub(super) fn has_never_moved<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>) -> bool {
    match mover.rulings().initial {
        Initial::Unmoved => mover.position.unmoved.contains(mover.from),
        Initial::StartSquare => {
            Variant::get(VariantId::VANGUARD).starts[0].piece(mover.from) == Some(mover.piece)
        }
    }
}

/// VAN-PROMOTE: the piece that such a piece becomes on the square, if it promotes there.
pub(super) fn promoted<B: Rulebook, S: MoveSink>(
    mover: &Mover<'_, B, S>,
    piece: Piece,
    square: Square,
) -> Option<Piece> {
    let kind = match piece.kind {
        PieceType::PAWN => PieceType::KNIGHT,
        PieceType::SOLDIER => PieceType::HELEPOLIS,
        PieceType::SERGEANT => PieceType::LANCER,
        _ => return None,
    };
    let promotes = mover.position.is_last_rank(piece.color, square) && mover.applies(Clause::VAN_PROMOTE);
    promotes.then(|| Piece::new(piece.color, kind))
}

/// Goes to a square, and promotes there if it is on the last rank.
fn arrive<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>, to: Square) {
    let mv = mover.to(to);
    let mv = promoted(mover, mover.piece, to).map_or(mv, |piece| mv.placing(to, piece));
    mover.push(mv);
}

/// The two steps diagonally forward.
fn diagonally_forward<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>) -> [Step; 2] {
    SIDEWAYS.map(|side| Step::new(side.files, mover.forward().ranks))
}
