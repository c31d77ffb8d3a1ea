//! Sandbox, beside `suites/sandbox/RULES.md`: castling, closing squares and the end of the game here, the
//! pieces in the files below.

mod induced;
mod pawns;
mod pieces;

use super::castling::Castling;
use super::frame::Game;
use super::outcome::{is_counted_out, is_repetition, without_moves};
use super::pawn::passed_square;
use super::{Mover, Sink};
use crate::board::SquareSet;
use crate::notation::Move;
use crate::position::{BROUHAHA, Position, drop_unusable};
use crate::rules::Status;
use crate::variant::{Clause, PieceType, Rulebook, Variant, VariantId};

/// Sandbox under a rulebook.
#[derive(Clone, Debug)]
pub struct Sandbox<B> {
    /// The rulebook.
    pub book: B,
}

impl<R: Rulebook> Game for Sandbox<R> {
    const VARIANT: VariantId = VariantId::Sandbox;
    const COUNTER_LIMIT: Option<u32> = Some(100);
    const CHECK: Clause = Clause::SbxKing;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::King | PieceType::Pawn => 1,
            PieceType::Knight => 2,
            PieceType::Lion => 3,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: Sink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::King => pieces::king(mover),
            PieceType::Queen => pieces::queen(mover),
            PieceType::Rook => pieces::rook(mover),
            PieceType::Knight => pieces::knight(mover),
            PieceType::Vao => pieces::vao(mover),
            PieceType::Giraffe => pieces::giraffe(mover),
            PieceType::Lion => pieces::lion(mover),
            PieceType::Pawn => pawns::pawn(mover),
            kind => unreachable!("Sandbox has no {kind:?}"),
        }
    }

    /// Castling and what Queens induce. Neither captures.
    fn special_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let castled = self.castling(position, moves);
        induced::induced_slides(self, position, castled, moves);
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        if child.unmoved != parent.unmoved {
            drop_unusable(child, Variant::get(VariantId::Sandbox));
        }
        // SBX-PAWN-3: the square a double step passed over, until the next move. SBX-QUEEN-3: the induced
        // slide of a moved Pawn is none.
        if let (PieceType::Pawn, Some(to)) = (mv.piece.kind, mv.to)
            && let Some(passed) = passed_square(parent, mv.piece.color, mv.from, to)
            && (parent.unmoved.contains(mv.from) || !self.book.applies(Clause::SbxQueen3))
        {
            child.en_passant = Some(passed);
        }
        // SBX-BROUHAHA: such a square closes for good once it is empty after a move.
        for square in BROUHAHA {
            if child.is_empty(square) && self.book.applies(Clause::SbxBrouhaha) {
                child.closed.insert(square);
            }
        }
    }

    /// SBX-KING: checkmate and stalemate. SBX-DRAW: the third occurrence, then the counter.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        if !can_move && self.book.applies(Clause::SbxKing) {
            without_moves(self, position)
        } else if is_repetition(self, occurrences, Clause::SbxDraw) {
            Status::DrawRepetition
        } else if is_counted_out(self, position, Clause::SbxDraw) {
            Status::DrawCounter
        } else {
            Status::Ongoing
        }
    }
}

impl<R: Rulebook> Sandbox<R> {
    /// SBX-CASTLE: an unmoved King goes three squares toward an unmoved Rook, all squares between the two
    /// empty, neither the King's square nor those it crosses nor its end square attacked. Returns where the
    /// King can end so.
    fn castling(&self, position: &Position, moves: &mut Vec<Move>) -> SquareSet {
        let mut castled = SquareSet::EMPTY;
        for castling in Castling::all(position) {
            let is_allowed = castling.is_unmoved() && castling.is_clear() && !castling.is_attacked(self, 3);
            if is_allowed && self.book.applies(Clause::SbxCastle) {
                castled = castled | castling.square(3).into_iter().collect();
                moves.extend(castling.by(3));
            }
        }
        castled
    }
}
