//! Cetran Chess 3 on boards of 12 files and 12, 10 or 8 ranks.
//!
//! A square has the same number on every height, 12 times the rank plus the file, so that only tables about the edge differ. Legality is by
//! construction ([`king`]): a path to the King is a set of squares, even if it bends.

mod board;
mod count;
mod kinds;
mod king;
mod lines;
mod pawns;
mod play;
mod replies;
mod tables;
mod targets;
mod watch;

use self::board::{Board, Keys};
use self::kinds::{AANCA, KINDS, KNIGHT_WAZIR};
use self::pawns::{en_passant_on, passed_pawn};
use self::play::{PackedMove, Sort};
use self::tables::Tables;
use super::frame::Game;
use vperft::inner::game::board::Square;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Sealed, VariantId};

/// The rules of Cetran Chess 3.
#[derive(Debug)]
pub struct Cetran3 {
    tables: [&'static Tables; 3],
    keys: Keys,
}

impl Default for Cetran3 {
    /// The rules, with their tables.
    fn default() -> Self {
        Self { tables: [12, 10, 8].map(Tables::of_height), keys: Keys::new() }
    }
}

impl Cetran3 {
    #[inline(always)]
    fn tables(&self, board: &Board) -> &'static Tables {
        self.tables[usize::from(board.height)]
    }
}

impl Sealed for Cetran3 {}

impl Game for Cetran3 {
    const VARIANT: VariantId = VariantId::CETRAN3;
    type Board = Board;
    type PackedMove = PackedMove;

    fn board(&self, position: &Position) -> Board {
        let tables = Tables::of_height(position.shape.ranks());
        let mut board = Board::from_position(position, tables);
        if let Some(square) = position.en_passant {
            let passed = tables.grid.number(square);
            if !en_passant_on(&board, tables, passed).is_empty() {
                board.en_passant = passed as u8;
            }
        }
        board
    }

    fn write(&self, board: &Board) -> Position {
        board.write(self.tables(board))
    }

    fn turn(&self, board: &Board) -> Color {
        board.turn
    }

    fn halfmove(&self, board: &Board) -> u32 {
        board.halfmove
    }

    fn exposed_king(&self, board: &Board, side: Color) -> Option<Square> {
        let (tables, us, them) = (self.tables(board), side as usize, !side as usize);
        let king = board.kings[us].into();
        let is_attacked = king::is_attacked(board, tables, king, them, board.colors[them], board.occupied());
        is_attacked.then(|| tables.grid.square(king))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<PackedMove>) {
        play::list(board, self.tables(board), moves);
    }

    fn count(&self, board: &Board) -> u64 {
        count::count(board, self.tables(board))
    }

    #[inline(always)]
    fn play(&self, board: &Board, packed: PackedMove) -> Board {
        let mut child = *board;
        play::play(&mut child, self.tables(board), packed);
        child
    }

    #[inline(always)]
    fn replies(&self, board: &Board, packed_moves: &[PackedMove]) -> u64 {
        replies::replies(board, self.tables(board), packed_moves)
    }

    fn describe(&self, board: &Board, packed: PackedMove) -> Move {
        let grid = self.tables(board).grid;
        let square = |number: u8| grid.square(number.into());
        let kind = board.kind(packed.from.into());
        let mv = Move::new(Piece::new(board.turn, KINDS[kind]), square(packed.from), square(packed.to));
        if packed.sort == Sort::EnPassant {
            return mv.removing(grid.square(passed_pawn(board.turn, packed.to.into())));
        }
        if usize::from(packed.becomes) == kind {
            return mv;
        }
        mv.placing(square(packed.to), Piece::new(board.turn, KINDS[usize::from(packed.becomes)]))
    }

    fn key(&self, board: &Board) -> u128 {
        self.keys.key(board)
    }

    /// The Kings and at most one piece that goes to a square of the other colour with every move (CET-DRAW).
    fn is_dead(&self, board: &Board) -> bool {
        let changes_color = board.kinds[KNIGHT_WAZIR] | board.kinds[AANCA];
        let pieces = board.occupied();
        pieces.len() == 2 || (pieces.len() == 3 && pieces.meets(changes_color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::along_games;

    #[test]
    fn boards_along_random_games_are_consistent() {
        along_games::<Cetran3>(24, 120, &[], |_, _| Ok(()));
    }
}
