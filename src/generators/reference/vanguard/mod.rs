//! Vanguard Chess, to be read next to `suites/vanguard/RULES.md`: royal pieces and the end of the game. The pieces
//! are in the other files.

mod movers;
mod pawns;
mod skilled;

use super::frame::Game;
use super::outcome::{is_counted_out, is_repetition, without_moves};
use super::{MoveSink, Mover};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Clause, Color, LastRoyal, Piece, PieceType, Rulebook, Sealed, VariantId};

/// Vanguard Chess under a rulebook.
#[derive(Clone, Debug)]
pub struct Vanguard<B> {
    /// The rulebook.
    pub book: B,
}

impl<R> Sealed for Vanguard<R> {}

impl<R: Rulebook> Game for Vanguard<R> {
    const VARIANT: VariantId = VariantId::VANGUARD;
    const COUNTER_LIMIT: u32 = 100;
    const CHECK: Clause = Clause::VAN_LAST;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::KING | PieceType::PAWN | PieceType::SOLDIER => 1,
            PieceType::PRINCE | PieceType::SPY | PieceType::BERSERKER => 2,
            PieceType::KNIGHT | PieceType::FALCONER | PieceType::ARCHER => 3,
            PieceType::SERGEANT | PieceType::WIZARD => 3,
            // Two leaps, of which the second may be a shot.
            PieceType::LANCER | PieceType::BOWMAN => 4,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::KING => movers::king(mover),
            PieceType::QUEEN => movers::queen(mover),
            PieceType::ROOK => movers::rook(mover),
            PieceType::BISHOP => movers::bishop(mover),
            PieceType::PRINCESS => movers::princess(mover),
            PieceType::CHANCELLOR => movers::chancellor(mover),
            PieceType::PRINCE => movers::prince(mover),
            PieceType::KNIGHT => movers::knight(mover),
            PieceType::NIGHTRIDER => movers::nightrider(mover),
            PieceType::FALCONER => movers::falconer(mover),
            PieceType::GENERAL => movers::general(mover),
            PieceType::SPY => movers::spy(mover),
            PieceType::ARCHER => skilled::archer(mover),
            PieceType::BOWMAN => skilled::bowman(mover),
            PieceType::BERSERKER => skilled::berserker(mover),
            PieceType::HELEPOLIS => skilled::helepolis(mover),
            PieceType::LANCER => skilled::lancer(mover),
            PieceType::WIZARD => skilled::wizard(mover),
            PieceType::PAWN => pawns::pawn(mover),
            PieceType::SOLDIER => pawns::soldier(mover),
            PieceType::SERGEANT => pawns::sergeant(mover),
            kind => unreachable!("Vanguard Chess has no {kind:?}"),
        }
    }

    /// VAN-ROYAL: a side with King and Prince may expose either. VAN-LAST: a side whose King is its single
    /// royal obeys check, except for the move that wins in the reading `last-royal = capture-wins`.
    fn obeys_check(&self, position: &Position, color: Color) -> bool {
        let has_won = is_without_royals(position, !color);
        if has_won && self.book.rulings().last_royal == LastRoyal::CaptureWins {
            return false;
        }
        if has(position, color, PieceType::PRINCE) {
            !self.book.applies(Clause::VAN_ROYAL)
        } else {
            has(position, color, PieceType::KING) && self.book.applies(Clause::VAN_LAST)
        }
    }

    fn consequences(&self, parent: &Position, _: &Move, child: &mut Position) {
        // Only the enemy can have lost a piece, and it is the side to move now.
        if child.occupied(child.turn) != parent.occupied(child.turn) {
            self.succession(child);
        }
    }

    /// VAN-WIN: a side with neither King nor Prince has lost.
    fn is_over(&self, position: &Position) -> bool {
        Color::BOTH.into_iter().any(|color| is_without_royals(position, color))
            && self.book.applies(Clause::VAN_WIN)
    }

    /// VAN-WIN, VAN-STALEMATE, in the order of the status words.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        if is_without_royals(position, position.turn) && self.book.applies(Clause::VAN_WIN) {
            return Status::Lost;
        }
        if is_without_royals(position, !position.turn) && self.book.applies(Clause::VAN_WIN) {
            return Status::Won;
        }
        if !can_move {
            let end = without_moves(self, position);
            let clause = if end == Status::Checkmate { Clause::VAN_WIN } else { Clause::VAN_STALEMATE };
            if self.book.applies(clause) {
                return end;
            }
        }
        if is_repetition(self, occurrences, Clause::VAN_STALEMATE) {
            Status::DrawRepetition
        } else if is_counted_out(self, position, Clause::VAN_STALEMATE) {
            Status::DrawCounter
        } else {
            Status::Ongoing
        }
    }
}

impl<R: Rulebook> Vanguard<R> {
    /// VAN-SUCCESSION: a Prince of the side to move becomes a King if its King is lost, and a Princess a Queen if
    /// its Queen is lost.
    fn succession(&self, position: &mut Position) {
        let color = position.turn;
        for (senior, heir) in [(PieceType::KING, PieceType::PRINCE), (PieceType::QUEEN, PieceType::PRINCESS)]
        {
            if has(position, color, senior) {
                continue;
            }
            let square = position.squares_of(Piece::new(color, heir)).next();
            if let Some(square) = square
                && self.book.applies(Clause::VAN_SUCCESSION)
            {
                position.put(square, Piece::new(color, senior));
            }
        }
    }
}

/// Whether a side has a piece of this type.
fn has(position: &Position, color: Color, kind: PieceType) -> bool {
    position.squares_of(Piece::new(color, kind)).next().is_some()
}

/// Whether a side has neither King nor Prince.
fn is_without_royals(position: &Position, color: Color) -> bool {
    !has(position, color, PieceType::KING) && !has(position, color, PieceType::PRINCE)
}
