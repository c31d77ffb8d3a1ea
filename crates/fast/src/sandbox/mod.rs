//! Sandbox on a board of two words.
//!
//! Every set of targets is restricted to the squares where its piece may land with the King safe ([`king`]). Moves are therefore legal by
//! construction, and counting moves is counting squares. [`moves`] and [`pawns`] have the moves of the pieces, [`packed_move`] the form of
//! a move, [`board`] its effects, and [`tables`] the data that do not depend on a position. Follows the default rulings.

mod board;
mod king;
mod moves;
mod node;
mod packed_move;
mod pawns;
mod pieces;
mod regions;
mod replies;
mod tables;

use self::pieces::Pieces;
use super::frame::Game;
use board::Board;
use node::Node;
use packed_move::{Act, Count, List, PackedMove};
use replies::replies;
use tables::{BROUHAHA, GRID, KINDS, SHAPE, Squares, Tables};

use vperft::inner::game::board::Square;
use vperft::inner::game::notation::{Move, Travel};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, PieceType, Sealed, VariantId};

/// The rules of Sandbox.
#[derive(Debug)]
pub struct Sandbox {
    tables: &'static Tables,
}

impl Default for Sandbox {
    /// The rules, with their tables.
    fn default() -> Self {
        Self { tables: Tables::get() }
    }
}

impl Sealed for Sandbox {}

impl Game for Sandbox {
    const VARIANT: VariantId = VariantId::SANDBOX;
    type Board = Board;
    type PackedMove = PackedMove;

    fn board(&self, position: &Position) -> Board {
        let mut board = Board {
            pieces: Pieces::from_position(position, GRID, &KINDS, &self.tables.piece_keys),
            rights: position.unmoved.into_iter().map(|square| GRID.number(square)).collect(),
            halfmove: position.halfmove,
            fullmove: position.fullmove,
            turn: position.turn,
            passed: None,
        };
        if let Some(passed) = position.en_passant {
            board.pass(self.tables, GRID.number(passed));
        }
        board
    }

    fn write(&self, board: &Board) -> Position {
        let mut position = Position::empty(VariantId::SANDBOX, SHAPE);
        let squares = |set: Squares| set.into_iter().map(|square| GRID.square(square)).collect();
        board.pieces.write(&mut position, GRID, &KINDS);
        position.turn = board.turn;
        position.unmoved = squares(board.rights);
        position.closed = squares(BROUHAHA - board.pieces.occupied());
        position.en_passant = board.passed.map(|passed| GRID.square(passed.into()));
        position.halfmove = board.halfmove;
        position.fullmove = board.fullmove;
        position
    }

    fn turn(&self, board: &Board) -> Color {
        board.turn
    }

    fn halfmove(&self, board: &Board) -> u32 {
        board.halfmove
    }

    fn exposed_king(&self, board: &Board, side: Color) -> Option<Square> {
        board.exposed_king(self.tables, side).map(|king| GRID.square(king))
    }

    fn moves(&self, board: &Board, moves: &mut Vec<PackedMove>) {
        moves::generate(&Node::new(self.tables, board), &mut List(moves));
    }

    fn count(&self, board: &Board) -> u64 {
        let mut count = Count(0);
        moves::generate(&Node::new(self.tables, board), &mut count);
        count.0
    }

    #[inline(always)]
    fn replies(&self, board: &Board, packed_moves: &[PackedMove]) -> u64 {
        replies(self.tables, board, packed_moves)
    }

    #[inline(always)]
    fn play(&self, board: &Board, packed: PackedMove) -> Board {
        board.after(self.tables, packed)
    }

    fn describe(&self, board: &Board, packed: PackedMove) -> Move {
        let square = |number: u8| GRID.square(number.into());
        let piece = |number: u8| {
            let piece =
                board.pieces.get(number.into()).expect("a move starts and exchanges on occupied squares");
            Piece::new(piece.color(), KINDS[piece.kind()])
        };
        let PackedMove { from, to, act, with } = packed;
        let mv = Move::new(piece(from), square(from), square(to));
        match act {
            Act::Plain | Act::Double => mv,
            Act::EnPassant | Act::Leap => mv.removing(square(with)),
            Act::Promote => mv.placing(square(to), Piece::new(board.turn, KINDS[usize::from(with)])),
            Act::Exchange => mv.placing(square(from), piece(to)),
            Act::Castle => mv.with_travel(Travel {
                piece: Piece::new(board.turn, PieceType::ROOK),
                from: square(with),
                to: square(if with > to { to - 1 } else { to + 1 }),
            }),
        }
    }

    fn key(&self, board: &Board) -> u128 {
        let mut key = board.pieces.key;
        board.rights.each(|square| key ^= self.tables.right_keys[square]);
        if let Some(passed) = board.passed {
            key ^= self.tables.passed_keys[usize::from(passed)];
        }
        if board.turn == Color::Black {
            key ^= self.tables.turn_key;
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::{along_games, consistent_at};

    #[test]
    fn a_lion_that_gives_check_may_leap_over_the_king_before_the_move() {
        // The leap would open the line of the Rook behind the King that it takes.
        consistent_at::<Sandbox>("5r4/10/1-6-1/10/5k4/4L5/10/1-6-1/10/5K4 b - - 0 1");
    }

    #[test]
    fn boards_along_random_games_are_consistent() {
        along_games::<Sandbox>(24, 120, &[], |_, _| Ok(()));
    }
}
