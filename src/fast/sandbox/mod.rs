//! Sandbox on a board of two words.
//!
//! Every set of targets is cut down to the squares where its man may land with the King safe (`king`), so
//! that a move is legal by construction and counting is adding up populations. [`moves`] and [`pawns`] say
//! where the men go, [`step`] how a move is written and received, [`board`] what it does, [`tables`] what
//! needs no position. Follows the default rulings.

mod board;
mod king;
mod men;
mod moves;
mod node;
mod pawns;
mod step;
mod tables;

use self::men::Men;
use super::frame::Game;
use board::Board;
use king::Attackers;
use node::Node;
use step::{Act, Count, List, Step};
use tables::{BROUHAHA, GRID, KINDS, KING, SHAPE, Squares, Tables};

use crate::board::Square;
use crate::notation::{Move, Travel};
use crate::position::Position;
use crate::rules::Status;
use crate::variant::{Color, Piece, PieceType, VariantId};

/// Plies without capture or Pawn move after which the game is drawn (SBX-DRAW).
const QUIET_PLIES: u32 = 100;

/// The rules of Sandbox.
#[derive(Debug)]
pub struct Sandbox {
    tables: &'static Tables,
}

impl Default for Sandbox {
    /// The rules, with their tables built.
    fn default() -> Self {
        Self { tables: Tables::get() }
    }
}

impl Game for Sandbox {
    const VARIANT: VariantId = VariantId::Sandbox;
    type Board = Board;
    type Step = Step;

    fn read(&self, position: &Position) -> Board {
        let mut board = Board {
            men: Men::read(position, GRID, &KINDS, &self.tables.man_keys),
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
        let mut position = Position::empty(VariantId::Sandbox, SHAPE);
        let squares = |set: Squares| set.into_iter().map(|square| GRID.square(square)).collect();
        board.men.write(&mut position, GRID, &KINDS);
        position.turn = board.turn;
        position.unmoved = squares(board.rights);
        position.closed = squares(BROUHAHA - board.men.occupied());
        position.en_passant = board.passed.map(|passed| GRID.square(passed.into()));
        position.halfmove = board.halfmove;
        position.fullmove = board.fullmove;
        position
    }

    fn exposed_king(&self, board: &Board) -> Option<Square> {
        let (us, men) = (board.turn, &board.men);
        let king = men.of(!us, KING).first();
        let attackers =
            Attackers { tables: self.tables, kinds: &men.kinds, color: us, men: men.colors[us as usize] };
        attackers.attack(king, men.occupied()).then(|| GRID.square(king))
    }

    #[inline(always)]
    fn moves(&self, board: &Board, moves: &mut Vec<Step>) {
        moves::generate(&Node::new(self.tables, board), &mut List(moves));
    }

    #[inline(always)]
    fn count(&self, board: &Board) -> u64 {
        let mut count = Count(0);
        moves::generate(&Node::new(self.tables, board), &mut count);
        count.0
    }

    #[inline(always)]
    fn play(&self, board: &Board, step: Step) -> Board {
        board.after(self.tables, step)
    }

    fn describe(&self, board: &Board, step: Step) -> Move {
        let square = |number: u8| GRID.square(number.into());
        let piece = |number: u8| {
            let man = board.men.get(number.into()).expect("a move starts and exchanges on occupied squares");
            Piece::new(man.color(), KINDS[man.kind()])
        };
        let Step { from, to, act, with } = step;
        let mv = Move::new(piece(from), square(from), square(to));
        match act {
            Act::Plain | Act::Double => mv,
            Act::EnPassant | Act::Leap => mv.removing(square(with)),
            Act::Promote => mv.placing(square(to), Piece::new(board.turn, KINDS[usize::from(with)])),
            Act::Exchange => mv.placing(square(from), piece(to)),
            Act::Castle => mv.with_travel(Travel {
                piece: Piece::new(board.turn, PieceType::Rook),
                from: square(with),
                to: square(if with > to { to - 1 } else { to + 1 }),
            }),
        }
    }

    fn key(&self, board: &Board) -> u128 {
        let mut key = board.men.key;
        board.rights.each(|square| key ^= self.tables.right_keys[square]);
        if let Some(passed) = board.passed {
            key ^= self.tables.passed_keys[usize::from(passed)];
        }
        if board.turn == Color::Black {
            key ^= self.tables.turn_key;
        }
        key
    }

    fn status(&self, board: &Board, occurrences: u32) -> Status {
        let node = Node::new(self.tables, board);
        let mut count = Count(0);
        moves::generate(&node, &mut count);
        match (count.0, node.landing.check) {
            (0, true) => Status::Checkmate,
            (0, false) => Status::Stalemate,
            _ if occurrences >= 3 => Status::DrawRepetition,
            _ if board.halfmove >= QUIET_PLIES => Status::DrawCounter,
            _ => Status::Ongoing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse, print};
    use crate::variant::{Rulings, Standard, Variant};

    /// Plays on for so many plies, each time the move that `seed` says, and checks every position on the way.
    fn check(vfen: &str, plies: usize, seed: usize) {
        let (game, variant) = (Sandbox::default(), Variant::get(VariantId::Sandbox));
        let read = |vfen: &str| game.read(&parse(vfen, variant, &Standard).unwrap());
        let mut board = read(vfen);
        for ply in 0..plies {
            let text = print(&game.write(&board), &Rulings::DEFAULT);
            assert_eq!(game.key(&board), game.key(&read(&text)), "key of {text}");
            let mut moves = Vec::new();
            game.moves(&board, &mut moves);
            assert_eq!(game.count(&board), moves.len() as u64, "count of {text}");
            let Some(&step) = moves.get((seed * 7919 + ply * 104_729) % moves.len().max(1)) else { return };
            board = game.play(&board, step);
        }
    }

    #[test]
    fn a_played_board_has_the_key_and_the_count_of_one_that_is_read() {
        for seed in 0..40 {
            check(&Variant::get(VariantId::Sandbox).starts[0].vfen, 120, seed);
        }
    }
}
