//! Vanguard Chess, beside `suites/vanguard/RULES.md`: royalty and the end of the game here, the pieces in the
//! files below.

mod pawns;
mod plain;
mod skilled;

use super::frame::Game;
use super::outcome::{is_counted_out, is_repetition, without_moves};
use super::{Mover, Sink};
use crate::notation::Move;
use crate::position::Position;
use crate::rules::Status;
use crate::variant::{Clause, Color, Piece, PieceType, Rulebook, VariantId};

/// Vanguard Chess under a rulebook.
#[derive(Clone, Debug)]
pub struct Vanguard<B> {
    /// The rulebook.
    pub book: B,
}

impl<R: Rulebook> Game for Vanguard<R> {
    const VARIANT: VariantId = VariantId::Vanguard;
    const COUNTER_LIMIT: Option<u32> = Some(100);
    const CHECK: Clause = Clause::VanLast;

    fn book(&self) -> &impl Rulebook {
        &self.book
    }

    fn reach(kind: PieceType) -> u8 {
        match kind {
            PieceType::King | PieceType::Pawn | PieceType::Soldier => 1,
            PieceType::Prince | PieceType::Spy | PieceType::Berserker => 2,
            PieceType::Knight | PieceType::Falconer | PieceType::Archer => 3,
            PieceType::Sergeant | PieceType::Wizard => 3,
            // Two leaps, of which the second may be a shot.
            PieceType::Lancer | PieceType::Bowman => 4,
            _ => u8::MAX,
        }
    }

    fn piece_moves<B: Rulebook, S: Sink>(&self, mover: &mut Mover<'_, B, S>) {
        match mover.piece.kind {
            PieceType::King => plain::king(mover),
            PieceType::Queen => plain::queen(mover),
            PieceType::Rook => plain::rook(mover),
            PieceType::Bishop => plain::bishop(mover),
            PieceType::Princess => plain::princess(mover),
            PieceType::Chancellor => plain::chancellor(mover),
            PieceType::Prince => plain::prince(mover),
            PieceType::Knight => plain::knight(mover),
            PieceType::Nightrider => plain::nightrider(mover),
            PieceType::Falconer => plain::falconer(mover),
            PieceType::General => plain::general(mover),
            PieceType::Spy => plain::spy(mover),
            PieceType::Archer => skilled::archer(mover),
            PieceType::Bowman => skilled::bowman(mover),
            PieceType::Berserker => skilled::berserker(mover),
            PieceType::Helepolis => skilled::helepolis(mover),
            PieceType::Lancer => skilled::lancer(mover),
            PieceType::Wizard => skilled::wizard(mover),
            PieceType::Pawn => pawns::pawn(mover),
            PieceType::Soldier => pawns::soldier(mover),
            PieceType::Sergeant => pawns::sergeant(mover),
            kind => unreachable!("Vanguard Chess has no {kind:?}"),
        }
    }

    /// VAN-ROYAL: a side with King and Prince may expose either. VAN-LAST: a side whose King is its single
    /// royal obeys check.
    fn obeys_check(&self, position: &Position, color: Color) -> bool {
        if has(position, color, PieceType::Prince) {
            !self.book.applies(Clause::VanRoyal)
        } else {
            has(position, color, PieceType::King) && self.book.applies(Clause::VanLast)
        }
    }

    fn consequences(&self, parent: &Position, _: &Move, child: &mut Position) {
        // Only the opponent can have lost a piece, and it is now its turn.
        if child.men(child.turn) != parent.men(child.turn) {
            self.succession(child);
        }
    }

    /// VAN-WIN: a side with neither King nor Prince has lost.
    fn is_over(&self, position: &Position) -> bool {
        Color::BOTH.into_iter().any(|color| is_without_royals(position, color))
            && self.book.applies(Clause::VanWin)
    }

    /// VAN-WIN, VAN-STALEMATE, in the order of the status words.
    fn status(&self, position: &Position, can_move: bool, occurrences: u32) -> Status {
        if is_without_royals(position, position.turn) && self.book.applies(Clause::VanWin) {
            return Status::Lost;
        }
        if is_without_royals(position, !position.turn) && self.book.applies(Clause::VanWin) {
            return Status::Won;
        }
        if !can_move {
            let end = without_moves(self, position);
            let clause = if end == Status::Checkmate { Clause::VanWin } else { Clause::VanStalemate };
            if self.book.applies(clause) {
                return end;
            }
        }
        if is_repetition(self, occurrences, Clause::VanStalemate) {
            Status::DrawRepetition
        } else if is_counted_out(self, position, Clause::VanStalemate) {
            Status::DrawCounter
        } else {
            Status::Ongoing
        }
    }
}

impl<R: Rulebook> Vanguard<R> {
    /// VAN-SUCCESSION: of the side to move, a Prince without its King is now a King, a Princess without its
    /// Queen a Queen.
    fn succession(&self, position: &mut Position) {
        let color = position.turn;
        for (senior, heir) in [(PieceType::King, PieceType::Prince), (PieceType::Queen, PieceType::Princess)]
        {
            if has(position, color, senior) {
                continue;
            }
            let square = position.squares_of(Piece::new(color, heir)).next();
            if let Some(square) = square
                && self.book.applies(Clause::VanSuccession)
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
    !has(position, color, PieceType::King) && !has(position, color, PieceType::Prince)
}
