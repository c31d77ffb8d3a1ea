//! Chess by [cozy-chess](https://docs.rs/cozy-chess), as a move generator that vperft can check: positions go in and out as FEN, moves as
//! coordinates.
//!
//! cozy-chess rejects some positions that cannot arise in a game, such as one with nine white Pawns.

use cozy_chess::{Board, GameStatus, Move};
use std::error::Error;
use vperft::backend::fen;
use vperft::position::Position;
use vperft::rules::{MoveGenerator, Status};

/// The rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct CozyChess;

impl MoveGenerator for CozyChess {
    type Position = Board;
    type Move = Move;

    fn read(&self, position: &Position) -> Result<Board, Box<dyn Error + Send + Sync>> {
        let fen = fen(position)?;
        // Files of Rooks are the castling rights of Chess960, which cozy-chess reads apart from `KQkq`.
        let is_shredder =
            fen.split(' ').nth(2).is_some_and(|rights| rights.contains(|c| !"KQkq-".contains(c)));
        Board::from_fen(&fen, is_shredder).map_err(|error| error.to_string().into())
    }

    fn moves(&self, board: &mut Board) -> Vec<Move> {
        let mut moves = Vec::new();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        moves
    }

    fn count(&self, board: &mut Board) -> u64 {
        let mut count = 0;
        board.generate_moves(|set| {
            count += set.len() as u64;
            false
        });
        count
    }

    // Castling is the King's move onto its Rook.
    fn text(&self, _board: &Board, mv: &Move) -> String {
        mv.to_string()
    }

    fn after<T>(&self, board: &mut Board, mv: &Move, then: impl FnOnce(&mut Board) -> T) -> T {
        let mut child = board.clone();
        child.play_unchecked(*mv);
        then(&mut child)
    }

    fn print(&self, board: &Board) -> Option<String> {
        Some(format!("{board:#}"))
    }

    fn is_check(&self, board: &Board) -> Option<bool> {
        Some(!board.checkers().is_empty())
    }

    fn status(&self, board: &mut Board) -> Option<Status> {
        match (board.status(), board.checkers().is_empty()) {
            (GameStatus::Won, _) => Some(Status::Checkmate),
            (_, true) if self.count(board) == 0 => Some(Status::Stalemate),
            _ => None,
        }
    }
}
