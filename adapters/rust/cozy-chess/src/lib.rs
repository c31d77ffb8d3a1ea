//! Chess by [cozy-chess](https://docs.rs/cozy-chess), as rules that vperft can check.
//!
//! `position` converts positions; this file asks cozy-chess for moves and converts them to text.
//! cozy-chess rejects some positions that cannot arise in a game, such as one with nine white Pawns.

mod position;

use cozy_chess::{Color, File, Move, Piece, Square};
use position::{Position, outward, variant_piece};
use std::hash::{DefaultHasher, Hash, Hasher};
use vperft::notation::{self, Travel};
use vperft::position::{MAX_COUNTER, VfenError};
use vperft::rules::{Rules, Status};
use vperft::variant::{Variant, VariantId};

/// The rules of chess.
#[derive(Clone, Copy, Debug)]
pub struct CozyChess;

/// Whether the move captures on its end square. In castling, the end square is that of the own Rook.
fn is_capture(position: &Position, mv: Move) -> bool {
    position.board.colors(!position.board.side_to_move()).has(mv.to)
}

impl Rules for CozyChess {
    type Position = Position;
    type Move = Move;

    fn variant(&self) -> VariantId {
        VariantId::CHESS
    }

    fn parse(&self, vfen: &str) -> Result<Position, VfenError> {
        Position::parse(vfen)
    }

    fn print(&self, position: &Position) -> String {
        position.vfen()
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        position.board.generate_moves(|set| {
            moves.extend(set);
            false
        });
    }

    fn count_legal(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        let mut count = 0;
        position.board.generate_moves(|set| {
            count += set.len() as u64;
            false
        });
        count
    }

    fn play(&self, position: &Position, mv: &Move) -> Position {
        let mut child = position.clone();
        child.board.play_unchecked(*mv);
        let is_pawn_move = position.board.piece_on(mv.from) == Some(Piece::Pawn);
        let resets = is_pawn_move || is_capture(position, *mv);
        child.clock = if resets { 0 } else { (position.clock + 1).min(MAX_COUNTER) };
        let is_last_of_move = position.board.side_to_move() == Color::Black;
        child.number = (position.number + u32::from(is_last_of_move)).min(MAX_COUNTER);
        child
    }

    fn move_text(&self, position: &Position, mv: &Move) -> String {
        let color = position.board.side_to_move();
        let piece = position.board.piece_on(mv.from).expect("a legal move starts on a piece");
        let to = |square| notation::Move::new(variant_piece(color, piece), outward(mv.from), outward(square));
        let rank = mv.from.rank();
        let named = if position.board.colors(color).has(mv.to) {
            // cozy-chess represents castling as the King moving onto the Rook.
            let (king, rook) = if mv.to.file() == File::H { (File::G, File::F) } else { (File::C, File::D) };
            let [king, rook] = [king, rook].map(|file| Square::new(file, rank));
            let travel =
                Travel { piece: variant_piece(color, Piece::Rook), from: outward(mv.to), to: outward(rook) };
            to(king).with_travel(travel)
        } else if let Some(promotion) = mv.promotion {
            to(mv.to).placing(outward(mv.to), variant_piece(color, promotion))
        } else if piece == Piece::Pawn && mv.from.file() != mv.to.file() && !is_capture(position, *mv) {
            to(mv.to).removing(outward(Square::new(mv.to.file(), rank)))
        } else {
            to(mv.to)
        };
        notation::text(Variant::get(VariantId::CHESS), &named)
    }

    fn status(&self, position: &Position, occurrences: u32) -> Status {
        match (self.count_legal(position, &mut Vec::new()), position.board.checkers().is_empty()) {
            (0, false) => Status::Checkmate,
            (0, true) => Status::Stalemate,
            _ if occurrences >= 3 => Status::DrawRepetition,
            _ if position.clock >= 100 => Status::DrawCounter,
            _ if is_dead(position) => Status::DrawDead,
            _ => Status::Ongoing,
        }
    }

    fn key(&self, position: &Position) -> u128 {
        let board = &position.board;
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            salt.hash(&mut hasher);
            for color in Color::ALL {
                Piece::ALL.map(|piece| board.colored_pieces(color, piece)).hash(&mut hasher);
                board.castle_rights(color).hash(&mut hasher);
            }
            (board.side_to_move(), position.en_passant()).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }
}

/// Whether neither side can checkmate: one Knight at most, or only Bishops on one colour.
fn is_dead(position: &Position) -> bool {
    let board = &position.board;
    let others = board.occupied() - board.pieces(Piece::King);
    let is_lone_knight = others.len() == 1 && others.is_subset(board.pieces(Piece::Knight));
    let shade = |square: Square| (square.file() as usize + square.rank() as usize) % 2;
    let dark = others.into_iter().filter(|&square| shade(square) == 0).count();
    let on_one_colour = dark == 0 || dark == others.len() as usize;
    is_lone_knight || on_one_colour && others.is_subset(board.pieces(Piece::Bishop))
}
