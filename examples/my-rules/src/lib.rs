//! Rules of Ryugi, to copy and replace with your own: a board of letters, and legal moves by trial.
//!
//! `generate` has the rules; this file connects them to vperft. `tests/conformance.rs` checks them against the corpus.

mod board;
mod generate;

use board::{Board, is_white, outward};
use generate::{Extra, Move};
use std::hash::{DefaultHasher, Hash, Hasher};
use vperft::position::{self, VfenError};
use vperft::rules::{Rules, Status};
use vperft::variant::{Standard, Variant, VariantId};

/// The rules. The type is empty because they need no tables.
#[derive(Clone, Copy, Debug)]
pub struct MyRyugi;

impl Rules for MyRyugi {
    type Position = Board;
    type Move = Move;

    fn variant(&self) -> VariantId {
        VariantId::RYUGI
    }

    /// vperft parses the text and rejects malformed ones. Two checks need the moves of the pieces and are ours: whether a
    /// King could be captured, and whether a capture en passant is possible.
    fn parse(&self, vfen: &str) -> Result<Board, VfenError> {
        let variant = Variant::get(VariantId::RYUGI);
        let position = position::parse(vfen, variant, &Standard)?;
        let mut board = Board::from_position(&position);
        if let Some(king) = board.king(!board.white)
            && board.is_in_check(!board.white)
        {
            return Err(VfenError::king_capturable(vfen, &position, variant, outward(king)));
        }
        board.drop_useless_passed();
        Ok(board)
    }

    fn print(&self, board: &Board) -> String {
        board.vfen()
    }

    fn legal_moves(&self, board: &Board, moves: &mut Vec<Move>) {
        board.legal_moves(moves);
    }

    fn play(&self, board: &Board, mv: &Move) -> Board {
        board.play(*mv)
    }

    fn move_text(&self, board: &Board, mv: &Move) -> String {
        let name = |square| Variant::get(VariantId::RYUGI).labels.square(outward(square));
        let own = |letter| char::from(Board::letter(board.white, letter));
        let (from, to) = (name(mv.from), name(mv.to));
        let base = format!("{} {from}-{to}", char::from(board.pieces[mv.from]));
        match mv.extra {
            Extra::None => base,
            Extra::Promotion(letter) => format!("{base}; {}-{to}", own(letter)),
            Extra::EnPassant(passer) => format!("{base}; @-{}", name(passer)),
            Extra::Castling(rook, end) => format!("{base}; {} {}-{}", own(b'R'), name(rook), name(end)),
        }
    }

    fn status(&self, board: &Board, occurrences: u32) -> Status {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        match (moves.is_empty(), board.is_in_check(board.white)) {
            (true, true) => Status::Checkmate,
            (true, false) => Status::Stalemate,
            _ if occurrences >= 3 => Status::DrawRepetition,
            _ if board.clock >= 128 => Status::DrawCounter,
            _ if is_dead(board) => Status::DrawDead,
            _ => Status::Ongoing,
        }
    }

    /// A hash of everything but the two counters.
    fn key(&self, board: &Board) -> u128 {
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, board.pieces, board.white, board.rights, board.passed).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }
}

/// Whether neither side can checkmate: one Knight at most, or only Bishops and Kirins on one colour.
fn is_dead(board: &Board) -> bool {
    let pieces = board.pieces.iter().enumerate().filter(|(_, letter)| is_white(**letter).is_some());
    let others: Vec<_> = pieces
        .map(|(square, letter)| (square, letter.to_ascii_uppercase()))
        .filter(|(_, letter)| *letter != b'K')
        .collect();
    let shade = |square: usize| (square % 10 + square / 10) % 2;
    match others[..] {
        [] | [(_, b'N')] => true,
        [(first, _), ..] => others
            .iter()
            .all(|&(square, letter)| matches!(letter, b'B' | b'I') && shade(square) == shade(first)),
    }
}
