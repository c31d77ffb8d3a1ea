//! Chess by [shakmaty](https://docs.rs/shakmaty), as a move generator that vperft can check: positions go in and out as FEN, moves as
//! coordinates.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, PositionError, Square};
use std::error::Error;
use vperft::backend::fen;
use vperft::position::Position;
use vperft::rules::{MoveGenerator, Status};

/// The rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct Shakmaty;

impl MoveGenerator for Shakmaty {
    type Position = Chess;
    type Move = Move;

    fn read(&self, position: &Position) -> Result<Chess, Box<dyn Error + Send + Sync>> {
        let fen: Fen = fen(position)?.parse()?;
        // Standard castling is a case of Chess960.
        let read = fen.into_position(CastlingMode::Chess960);
        // Two checks along one line cannot arise in a game, but have legal answers.
        Ok(read.or_else(PositionError::ignore_impossible_check)?)
    }

    fn moves(&self, position: &mut Chess) -> Vec<Move> {
        position.legal_moves().into_iter().collect()
    }

    fn text(&self, _position: &Chess, mv: &Move) -> String {
        UciMove::from_chess960(*mv).to_string()
    }

    fn after<T>(&self, position: &mut Chess, mv: &Move, then: impl FnOnce(&mut Chess) -> T) -> T {
        let mut child = position.clone();
        child.play_unchecked(*mv);
        then(&mut child)
    }

    fn print(&self, position: &Chess) -> Option<String> {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let mut fields: Vec<_> = fen.split(' ').collect();
        // shakmaty writes `KQkq`, which does not say whether the King castles from another file; the files of the Rooks do.
        let rooks = position.castles().castling_rights().into_iter();
        let letter = |square: Square| match position.board().color_at(square)? {
            Color::White => Some(square.file().upper_char()),
            Color::Black => Some(square.file().char()),
        };
        let rights: String = rooks.filter_map(letter).collect();
        if !rights.is_empty() {
            *fields.get_mut(2)? = &rights;
        }
        Some(fields.join(" "))
    }

    fn is_check(&self, position: &Chess) -> Option<bool> {
        Some(shakmaty::Position::is_check(position))
    }

    fn status(&self, position: &mut Chess) -> Option<Status> {
        match (position.is_checkmate(), position.is_stalemate()) {
            (true, _) => Some(Status::Checkmate),
            (_, true) => Some(Status::Stalemate),
            _ => None,
        }
    }
}
