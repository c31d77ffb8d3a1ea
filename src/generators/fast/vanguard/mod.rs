//! Vanguard Chess on sets of 256 squares.
//!
//! A side with King and Prince has no check at all (VAN-ROYAL): its moves are counted as they are. A lone
//! King obeys check (VAN-LAST): its side's moves pass a guard that knows which few of them need a test.

mod attack;
mod board;
mod few;
mod guard;
mod keys;
mod moves;
mod play;
mod replies;
mod tables;
mod zone;

use self::attack::Foes;
use self::board::Board;
use self::few::Few;
use self::guard::{Guard, Guarded};
use self::moves::{Count, Sink, View};
use self::play::{List, PackedMove};
use self::replies::replies;
use self::tables::{GRID, Set, Tables, kind};
use super::frame::Game;
use crate::game::board::Square;
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Sealed, VariantId};

/// The rules of Vanguard Chess.
#[derive(Clone, Copy, Debug)]
pub struct Vanguard {
    tables: &'static Tables,
}

impl Default for Vanguard {
    /// The rules.
    fn default() -> Self {
        Self { tables: Tables::get() }
    }
}

impl Vanguard {
    /// Tells a sink every legal move, and gives the sink back.
    #[inline(always)]
    fn generate<S: Sink>(&self, board: &Board, mut sink: S) {
        if board.is_over() {
            return;
        }
        let view = View::new(self.tables, board, board.turn);
        let king = board.lone_king(board.turn);
        let few = king.and_then(|king| Few::new(self.tables, board, king, 1 - board.turn));
        let flights = few
            .filter(|few| few.is_bare)
            .and_then(|few| few.flights(self.tables, board, few.threats, None, view.foe));
        match king {
            None => all(&view, board, &mut sink),
            Some(_) if few.is_some_and(|few| few.threats.is_empty()) => all(&view, board, &mut sink),
            Some(king) => {
                if let Some(flights) = flights {
                    return sink.simple(king, flights);
                }
                let foes = Foes::new(board, 1 - board.turn);
                let guard = Guard::new(&view, king, &foes);
                all(&view, board, &mut Guarded { view: &view, guard: &guard, sink });
            }
        }
    }

    /// Whether the side to move has no legal move.
    fn is_stuck(&self, board: &Board) -> bool {
        let mut moves = Vec::new();
        self.moves(board, &mut moves);
        moves.is_empty()
    }

    /// Whether the lone King of this side is attacked.
    fn is_exposed(&self, board: &Board, color: usize) -> Option<usize> {
        let king = board.lone_king(color)?;
        let foes = Foes::new(board, 1 - color);
        foes.attack(self.tables, king, board.colors[color], Set::EMPTY).then_some(king)
    }
}

/// Tells a sink the moves of every piece.
#[inline(always)]
fn all(view: &View<'_>, board: &Board, sink: &mut impl Sink) {
    // A loop, not a closure, which would be compiled apart and for the oldest processors.
    for from in view.own {
        moves::piece(view, board.kind(from), from, sink);
    }
}

impl Sealed for Vanguard {}

impl Game for Vanguard {
    const VARIANT: VariantId = VariantId::VANGUARD;
    type Board = Board;
    type PackedMove = PackedMove;

    fn read(&self, position: &Position) -> Board {
        Board::read(position)
    }

    fn write(&self, board: &Board) -> Position {
        board.write()
    }

    fn exposed_king(&self, board: &Board) -> Option<Square> {
        self.is_exposed(board, 1 - board.turn).map(|king| GRID.square(king))
    }

    #[inline(never)]
    fn moves(&self, board: &Board, moves: &mut Vec<PackedMove>) {
        self.generate(board, List(moves));
    }

    #[inline(never)]
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

    /// VAN-WIN, VAN-STALEMATE, GEN-REPEAT, GEN-CLOCK.
    fn status(&self, board: &Board, occurrences: u32) -> Status {
        let royals = board.kinds[kind::KING] | board.kinds[kind::PRINCE];
        if !royals.meets(board.colors[board.turn]) {
            Status::Lost
        } else if board.is_over() {
            Status::Won
        } else if self.is_stuck(board) {
            match self.is_exposed(board, board.turn) {
                Some(_) => Status::Checkmate,
                None => Status::Stalemate,
            }
        } else if occurrences >= 3 {
            Status::DrawRepetition
        } else if board.halfmove >= 100 {
            Status::DrawCounter
        } else {
            Status::Ongoing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generators::fast::property::along_games;

    #[test]
    fn boards_along_random_games_are_consistent() {
        along_games::<Vanguard>(3, 240, &[], |_, _| Ok(()));
    }
}
