//! Chess by [cozy-chess](https://docs.rs/cozy-chess), as a move generator that vperft can check: positions go in and out as FEN, moves as
//! coordinates.
//!
//! cozy-chess rejects some positions that cannot arise in a game, such as one with nine white Pawns, and clocks above 100. It accepts
//! Kings that stand next to each other.

use cozy_chess::{Board, Color, GameStatus, Move, get_king_moves};
use std::error::Error;
use vperft::backend::{BackendError, fen};
use vperft::position::Position;
use vperft::rules::{MoveGenerator, Status};

/// The highest halfmove clock of cozy-chess.
const MAX_CLOCK: u32 = 100;

/// The rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct CozyChess;

impl MoveGenerator for CozyChess {
    type Position = Board;
    type Move = Move;

    fn read(&self, position: &Position) -> Result<Board, Box<dyn Error + Send + Sync>> {
        if position.halfmove > MAX_CLOCK {
            return Err(
                BackendError::Unsupported(format!("cozy-chess has no clocks above {MAX_CLOCK}")).into()
            );
        }
        let fen = fen(position)?;
        // Files of Rooks are the castling rights of Chess960, which cozy-chess reads apart from `KQkq`.
        let is_shredder =
            fen.split(' ').nth(2).is_some_and(|rights| rights.contains(|c| !"KQkq-".contains(c)));
        let board = Board::from_fen(&fen, is_shredder).map_err(|error| error.to_string())?;
        if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
            return Err("the Kings stand next to each other".into());
        }
        Ok(board)
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
