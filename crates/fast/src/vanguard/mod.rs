//! Vanguard Chess on sets of 256 squares.
//!
//! A side with King and Prince does not obey check (VAN-ROYAL), so all its moves are legal. A lone King obeys check (VAN-LAST): the moves
//! of its side pass a [`LegalityMask`], which finds the few that need a test.

mod attack;
mod board;
mod few;
mod keys;
mod legality;
mod moves;
mod play;
mod replies;
mod tables;
mod zone;

use self::attack::Attackers;
use self::board::Board;
use self::few::Few;
use self::legality::{LegalMoves, LegalityMask};
use self::moves::{Count, MoveSink, View};
use self::play::{List, PackedMove};
use self::replies::replies;
use self::tables::{GRID, Set, Tables, kind};
use super::frame::Game;
use vperft::inner::game::board::Square;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Color, Sealed, VariantId};

/// The rules of Vanguard Chess.
#[derive(Clone, Copy, Debug)]
pub struct Vanguard {
    tables: &'static Tables,
}

impl Default for Vanguard {
    /// The rules, with their tables.
    fn default() -> Self {
        Self { tables: Tables::get() }
    }
}

impl Vanguard {
    /// Sends every legal move to a sink.
    #[inline(always)]
    fn generate<S: MoveSink>(&self, board: &Board, mut sink: S) {
        if board.is_over() {
            return;
        }
        let view = View::new(self.tables, board, board.turn);
        let king = board.lone_king(board.turn);
        let few = king.and_then(|king| Few::new(self.tables, board, king, 1 - board.turn));
        let flights = few
            .filter(|few| few.is_bare)
            .and_then(|few| few.flights(self.tables, board, few.threats, None, view.enemy));
        match king {
            None => all(&view, board, &mut sink),
            Some(_) if few.is_some_and(|few| few.threats.is_empty()) => all(&view, board, &mut sink),
            Some(king) => {
                if let Some(flights) = flights {
                    return sink.simple(king, flights);
                }
                let enemies = Attackers::new(board, 1 - board.turn);
                let mask = LegalityMask::new(&view, king, &enemies);
                all(&view, board, &mut LegalMoves { view: &view, mask: &mask, sink });
            }
        }
    }
}

/// Sends the moves of every piece to a sink.
#[inline(always)]
fn all(view: &View<'_>, board: &Board, sink: &mut impl MoveSink) {
    for from in view.own {
        moves::piece(view, board.kind(from), from, sink);
    }
}

impl Sealed for Vanguard {}

impl Game for Vanguard {
    const VARIANT: VariantId = VariantId::VANGUARD;
    type Board = Board;
    type PackedMove = PackedMove;

    fn board(&self, position: &Position) -> Board {
        Board::from_position(position)
    }

    fn write(&self, board: &Board) -> Position {
        board.write()
    }

    fn turn(&self, board: &Board) -> Color {
        Color::BOTH[board.turn]
    }

    fn halfmove(&self, board: &Board) -> u32 {
        board.halfmove
    }

    /// The King is exposed only if it is alone: a side with a Prince too does not obey check (VAN-ROYAL, VAN-LAST).
    fn exposed_king(&self, board: &Board, side: Color) -> Option<Square> {
        let (us, them) = (side as usize, !side as usize);
        let king = board.lone_king(us)?;
        let is_attacked = Attackers::new(board, them).attack(self.tables, king, board.colors[us], Set::EMPTY);
        is_attacked.then(|| GRID.square(king))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<PackedMove>) {
        self.generate(board, List(moves));
    }

    fn count(&self, board: &Board) -> u64 {
        let mut count = Count::default();
        self.generate(board, &mut count);
        count.0
    }

    #[inline(always)]
    fn replies(&self, board: &Board, packed_moves: &[PackedMove]) -> u64 {
        replies(self, board, packed_moves)
    }

    #[inline(always)]
    fn play(&self, board: &Board, packed: PackedMove) -> Board {
        play::play(self.tables, board, packed)
    }

    fn describe(&self, board: &Board, packed: PackedMove) -> Move {
        play::describe(self.tables, board, packed)
    }

    fn key(&self, board: &Board) -> u128 {
        board.key(&self.tables.keys)
    }

    /// A side with neither King nor Prince has lost (VAN-WIN).
    fn decided(&self, board: &Board) -> Option<Status> {
        let royals = board.kinds[kind::KING] | board.kinds[kind::PRINCE];
        if !royals.meets(board.colors[board.turn]) {
            Some(Status::Lost)
        } else if board.is_over() {
            Some(Status::Won)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::along_games;

    #[test]
    fn boards_along_random_games_are_consistent() {
        along_games::<Vanguard>(3, 240, &[], |_, _| Ok(()));
    }
}
