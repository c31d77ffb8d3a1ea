//! The Pawn and its promotions.

use crate::game::board::Square;
use crate::game::notation::Move;
use crate::game::variant::{Clause, Piece, PieceType, PromoteInside, Rulebook};
use crate::generators::reference::pawn::{PawnClauses, pawn_moves};
use crate::generators::reference::{MoveSink, Mover};

/// The lowest rank, counted from 0 from its side, on which a Pawn may promote (SBX-PROMOTE-1).
pub(super) const PROMOTION_RANK: u8 = 7;

/// The types that a Pawn promotes to, with the lowest rank for each (SBX-PROMOTE-2) and, if only a lost piece can
/// come back, the number that a side starts with (SBX-PROMOTE-3).
const PROMOTIONS: [(PieceType, u8, Option<usize>); 6] = [
    (PieceType::KNIGHT, 7, None),
    (PieceType::VAO, 7, None),
    (PieceType::ROOK, 8, Some(2)),
    (PieceType::QUEEN, 9, Some(2)),
    (PieceType::LION, 9, Some(1)),
    (PieceType::GIRAFFE, 9, Some(1)),
];

/// SBX-PAWN-1: one square forward without capture, captures one square diagonally forward. SBX-PAWN-2:
/// unmoved, two squares forward. SBX-PAWN-3: captures a Pawn that has just passed.
pub(super) fn pawn<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    let clauses = PawnClauses {
        step: Clause::SBX_PAWN_1,
        double_step: Clause::SBX_PAWN_2,
        en_passant: Clause::SBX_PAWN_3,
    };
    let origin = mover.from;
    let may_double_step = mover.position.unmoved.contains(origin);
    pawn_moves(mover, &clauses, may_double_step, |mover, mv, square| promote(mover, mv, origin, square));
}

/// Pushes a move that takes a Pawn of the mover's side from `origin` to `square`, with its promotions.
/// SBX-PROMOTE-1: it may promote on the last three ranks and must on the last; in the reading
/// `promote-inside = on-entering` not by a move sideways or backward. SBX-PROMOTE-2: each rank has its choices.
/// SBX-PROMOTE-3: R, Q, L and J only replace a lost piece.
pub(super) fn promote<B: Rulebook, S: MoveSink>(
    mover: &mut Mover<'_, B, S>,
    mv: Move,
    origin: Square,
    square: Square,
) {
    let color = mover.piece.color;
    let rank = mover.position.rank_for(color, square);
    let enters = match mover.rulings().promote_inside {
        PromoteInside::Yes => true,
        PromoteInside::OnEntering => rank > mover.position.rank_for(color, origin),
    };
    if rank < PROMOTION_RANK || !enters || !mover.applies(Clause::SBX_PROMOTE_1) {
        mover.push(mv);
        return;
    }
    if !mover.position.is_last_rank(color, square) {
        mover.push(mv);
    }
    for (kind, lowest, start) in PROMOTIONS {
        let piece = Piece::new(color, kind);
        let none_lost = start.is_some_and(|start| mover.position.count(piece) >= start);
        let barred = (rank < lowest && mover.applies(Clause::SBX_PROMOTE_2))
            || (none_lost && mover.applies(Clause::SBX_PROMOTE_3));
        if !barred {
            mover.push(mv.placing(square, piece));
        }
    }
}
