//! Rococo with mirror arrays, to be read next to `suites/rococo/RULES.md`.

mod chameleon;
mod edge;
mod exchange;
mod line;
mod pieces;

use super::frame::{Game, king};
use super::outcome::{is_counted_out, is_repetition};
use super::{MoveSink, Mover};
use crate::game::board::QUEEN;
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Clause, Color, Piece, PieceType, RococoDraws, Rulebook, Sealed, VariantId};

/// Rococo under a rulebook.
#[derive(Clone, Debug)]
pub struct Rococo<B> {
    /// The rulebook.
    pub book: B,
}

impl<R> Sealed for Rococo<R> {}

impl<R: Rulebook> Game for Rococo<R> {
    const VARIANT: VariantId = VariantId::ROCOCO;
    /// GEN-REPEAT: Rococo counts no plies, except in the reading `rococo-draws = fifty-moves`.
    const COUNTER_LIMIT: u32 = 100;
    /// ROC-KING: there is no check.
    const CHECK: Clause = Clause::ROC_KING;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    /// ROC-FREEZE: a frozen piece may not move, capture, exchange or use mutual destruction; it may only
    /// leave the board.
    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>) {
        if is_frozen(mover) {
            suicide(mover);
            if mover.applies(Clause::ROC_FREEZE) {
                return;
            }
        }
        match mover.piece.kind {
            PieceType::KING => pieces::king(mover),
            PieceType::ADVANCER => pieces::advancer(mover),
            PieceType::WITHDRAWER => pieces::withdrawer(mover),
            PieceType::LONG_LEAPER => pieces::long_leaper(mover),
            PieceType::SWAPPER => pieces::swapper(mover),
            PieceType::IMMOBILIZER => pieces::immobilizer(mover),
            PieceType::CHAMELEON => chameleon::chameleon(mover),
            PieceType::CANNON_PAWN => pieces::cannon_pawn(mover),
            kind => unreachable!("Rococo has no {kind:?}"),
        }
    }

    /// ROC-KING: there is no check.
    fn obeys_check(&self, _: &Position, _: Color) -> bool {
        false
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        child.ban = exchange::ban_after(parent, mv).filter(|_| self.book.applies(Clause::ROC_BAN));
    }

    fn is_over(&self, position: &Position) -> bool {
        self.without_king(position).is_some()
    }

    fn counts_plies(&self) -> bool {
        self.book.rulings().rococo_draws == RococoDraws::FiftyMoves
    }

    /// ROC-WIN, ROC-REPEAT, ROC-STALEMATE, in the order of ROC-ORDER, then the draw by the counter, which depends on a ruling.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        let repeated = is_repetition(self, occurrences, Clause::ROC_REPEAT);
        let stuck = !can_move && self.book.applies(Clause::ROC_STALEMATE);
        let ends = [
            self.without_king(position),
            repeated.then_some(Status::WonRepetition),
            stuck.then_some(Status::Lost),
        ];
        let first = ends.into_iter().flatten().next();
        let last = ends.into_iter().flatten().next_back();
        let end = if first == last || self.book.applies(Clause::ROC_ORDER) { first } else { last };
        let draw = is_counted_out(self, position, Clause::ROC_ORDER).then_some(Status::DrawCounter);
        end.or(draw).unwrap_or(Status::Ongoing)
    }
}

impl<R: Rulebook> Rococo<R> {
    /// ROC-WIN: the side whose King is captured has lost.
    fn without_king(&self, position: &Position) -> Option<Status> {
        let end = if king(position, position.turn).is_none() {
            Status::Lost
        } else if king(position, !position.turn).is_none() {
            Status::Won
        } else {
            return None;
        };
        self.book.applies(Clause::ROC_WIN).then_some(end)
    }
}

/// ROC-IMMOBILIZER-2: a piece next to an enemy Immobilizer is frozen. ROC-CHAMELEON-2: so is an Immobilizer
/// next to an enemy Chameleon.
fn is_frozen<B: Rulebook, S: MoveSink>(mover: &Mover<'_, B, S>) -> bool {
    let is_adjacent = |kind| {
        let enemy = Some(Piece::new(!mover.piece.color, kind));
        QUEEN
            .into_iter()
            .filter_map(|step| mover.step(mover.from, step))
            .any(|square| mover.position.piece(square) == enemy)
    };
    let is_immobilizer = mover.piece.kind == PieceType::IMMOBILIZER;
    (is_adjacent(PieceType::IMMOBILIZER) && mover.applies(Clause::ROC_IMMOBILIZER_2))
        || (is_immobilizer && is_adjacent(PieceType::CHAMELEON) && mover.applies(Clause::ROC_CHAMELEON_2))
}

/// ROC-SUICIDE: a frozen piece other than a King may leave the board as its move, also from an edge square
/// (ROC-EDGE-3).
fn suicide<B: Rulebook, S: MoveSink>(mover: &mut Mover<'_, B, S>) {
    if mover.piece.kind != PieceType::KING
        && edge::may_leave(mover, mover.from)
        && mover.applies(Clause::ROC_SUICIDE)
    {
        mover.push(Move::leaving(mover.piece, mover.from));
    }
}
