//! Sandbox, to be read next to `suites/sandbox/RULES.md`: castling, closing squares and the end of the game. The
//! pieces are in the other files.

mod induced;
mod pawns;
mod pieces;

use super::castling::Castling;
use super::frame::Game;
use super::outcome::{is_counted_out, is_repetition, without_moves};
use super::pawn::passed_square;
use super::{MoveSink, Mover};
use crate::game::board::SquareSet;
use crate::game::notation::Move;
use crate::game::position::{Position, drop_unusable};
use crate::game::rules::Status;
use crate::game::variant::{Clause, PieceType, Rulebook, Sealed, Variant, VariantId};

/// Sandbox under a rulebook.
#[derive(Clone, Debug)]
pub struct Sandbox<B> {
    /// The rulebook.
    pub book: B,
}

impl<R> Sealed for Sandbox<R> {}

impl<R: Rulebook> Game for Sandbox<R> {
    const VARIANT: VariantId = VariantId::SANDBOX;
    const COUNTER_LIMIT: u32 = 100;
    const CHECK: Clause = Clause::SBX_KING;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::KING | PieceType::PAWN => 1,
            PieceType::KNIGHT => 2,
            PieceType::LION => 3,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::KING => pieces::king(mover),
            PieceType::QUEEN => pieces::queen(mover),
            PieceType::ROOK => pieces::rook(mover),
            PieceType::KNIGHT => pieces::knight(mover),
            PieceType::VAO => pieces::vao(mover),
            PieceType::GIRAFFE => pieces::giraffe(mover),
            PieceType::LION => pieces::lion(mover),
            PieceType::PAWN => pawns::pawn(mover),
            kind => unreachable!("Sandbox has no {kind:?}"),
        }
    }

    /// Castling and induced slides. Neither captures.
    fn special_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let castled = self.castling(position, moves);
        induced::induced_slides(self, position, castled, moves);
    }

    fn consequences(&self, parent: &Position, mv: &Move, child: &mut Position) {
        if child.unmoved != parent.unmoved {
            drop_unusable(child, Variant::get(VariantId::SANDBOX));
        }
        // SBX-PAWN-3: the square a double step passed over, until the next move. SBX-QUEEN-3: the
        // induced slide of a moved Pawn is not a double step.
        if let (PieceType::PAWN, Some(to)) = (mv.piece.kind, mv.to)
            && let Some(passed) = passed_square(parent, mv.piece.color, mv.from, to)
            && (parent.unmoved.contains(mv.from) || !self.book.applies(Clause::SBX_QUEEN_3))
        {
            child.en_passant = Some(passed);
        }
        // SBX-BROUHAHA: such a square closes permanently once it is empty after a move.
        for &square in Variant::get(child.variant).closing_squares() {
            if child.is_empty(square) && self.book.applies(Clause::SBX_BROUHAHA) {
                child.closed.insert(square);
            }
        }
    }

    /// SBX-KING: checkmate and stalemate. SBX-DRAW: the third occurrence, then the counter.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        if !can_move && self.book.applies(Clause::SBX_KING) {
            without_moves(self, position)
        } else if is_repetition(self, occurrences, Clause::SBX_DRAW) {
            Status::DrawRepetition
        } else if is_counted_out(self, position, Clause::SBX_DRAW) {
            Status::DrawCounter
        } else {
            Status::Ongoing
        }
    }
}

impl<R: Rulebook> Sandbox<R> {
    /// SBX-CASTLE: an unmoved King goes three squares toward an unmoved Rook, all squares between the two
    /// empty, neither the King's square nor those it crosses nor its end square attacked. Returns the
    /// squares to which the King can castle.
    fn castling(&self, position: &Position, moves: &mut Vec<Move>) -> SquareSet {
        let mut castled = SquareSet::EMPTY;
        for castling in Castling::all(position) {
            let is_allowed = castling.is_unmoved() && castling.is_clear() && !castling.is_attacked(self, 3);
            if is_allowed && self.book.applies(Clause::SBX_CASTLE) {
                castled = castled | castling.square(3).into_iter().collect();
                moves.extend(castling.by(3));
            }
        }
        castled
    }
}
