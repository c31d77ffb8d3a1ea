//! Rococo with mirror arrays.
//!
//! There is no check, so every move by the rules of its mover is legal. The cost is in captures on squares other than the end square, and
//! in edge squares, which such captures open. Away from the edge, the number of moves does not depend on captures: an Advancer that slides
//! has one move to each square, whatever it captures. Counting therefore means counting the squares of slides on the inner board, in all
//! eight directions for all sliders at once, and adding the other moves.

mod board;
mod count;
mod lanes;
mod moves;
mod packed_move;
mod replies;
mod squares;
mod tables;

use super::frame::Game;
use super::keys;
use board::{Board, KING};
use packed_move::PackedMove;
use replies::replies;
use tables::{TABLES, Tables};
use vperft::inner::game::board::Square;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::{Color, Sealed, VariantId};

/// The rules of Rococo.
#[derive(Debug)]
pub struct Rococo {
    tables: &'static Tables,
}

impl Default for Rococo {
    /// The rules, with their tables.
    fn default() -> Self {
        Self { tables: &TABLES }
    }
}

impl Sealed for Rococo {}

impl Game for Rococo {
    const VARIANT: VariantId = VariantId::ROCOCO;
    type Board = Board;
    type PackedMove = PackedMove;

    fn board(&self, position: &Position) -> Board {
        Board::from_position(position)
    }

    fn write(&self, board: &Board) -> Position {
        board.write()
    }

    fn turn(&self, board: &Board) -> Color {
        board.turn
    }

    fn halfmove(&self, board: &Board) -> u32 {
        board.halfmove
    }

    /// There is no check (ROC-KING).
    fn exposed_king(&self, _: &Board, _: Color) -> Option<Square> {
        None
    }

    fn moves(&self, board: &Board, moves: &mut Vec<PackedMove>) {
        moves::moves(self.tables, board, moves);
    }

    fn count(&self, board: &Board) -> u64 {
        count::count(self.tables, board)
    }

    #[inline(always)]
    fn replies(&self, board: &Board, packed_moves: &[PackedMove]) -> u64 {
        replies(self.tables, board, packed_moves)
    }

    #[inline(always)]
    fn play(&self, board: &Board, packed: PackedMove) -> Board {
        packed.play(self.tables, board)
    }

    fn describe(&self, board: &Board, packed: PackedMove) -> Move {
        packed.describe(board)
    }

    /// The key of the pieces, the side to move and the ban (ROC-REPEAT).
    fn key(&self, board: &Board) -> u128 {
        keys::key((board.rows.map(|row| row.0), board.turn, board.ban))
    }

    /// A side without King has lost (ROC-WIN).
    fn decided(&self, board: &Board) -> Option<Status> {
        let has_king = |color| board.rows[KING].meets(board.pieces(color));
        match (has_king(board.turn), has_king(!board.turn)) {
            (false, _) => Some(Status::Lost),
            (true, false) => Some(Status::Won),
            (true, true) => None,
        }
    }

    /// ROC-WIN, ROC-REPEAT, ROC-STALEMATE, in the order of ROC-ORDER.
    fn status(&self, board: &Board, occurrences: u32) -> Status {
        if let Some(status) = self.decided(board) {
            status
        } else if occurrences >= 3 {
            Status::WonRepetition
        } else if self.count(board) == 0 {
            Status::Lost
        } else {
            Status::Ongoing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::along_games;

    #[test]
    fn boards_along_random_games_are_consistent() {
        along_games::<Rococo>(24, 120, &[], |_, _| Ok(()));
    }
}
