//! The board of Ryugi: the pieces in sets and in lines by direction, and the rest of a position.
//!
//! Invariants: the sets and the lines have the same pieces; `en_passant` is a square only if a legal capture on it exists; a castling right
//! remains only while it can be used. The key is computed on demand, because counting does not need it.

use super::kinds::PAWN;
use super::lines::Lines;
use super::node;
use super::sets::Sets;
use super::tables::{GRID, Tables};
use std::ops::BitXor;
use vperft::inner::game::board::Square;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, VariantId};

/// No en passant square.
pub const NOWHERE: u8 = u8::MAX;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The pieces.
    pub pieces: Sets,
    /// The same pieces in lines by direction, from the point of view of the side to move.
    pub lines: Lines,
    /// The side to move.
    pub turn: Color,
    /// The Rooks with which a side may still castle (RYU-CASTLE-2), as bits in the order of [`ROOKS`].
    pub rights: u8,
    /// The square that a Pawn has just passed over, or [`NOWHERE`].
    pub en_passant: u8,
    /// Plies since the last capture or Pawn move (GEN-CLOCK).
    pub halfmove: u32,
    /// The number of the move.
    pub fullmove: u32,
}

impl Board {
    /// The board of a position.
    pub fn from_position(tables: &Tables, position: &Position) -> Self {
        let pieces = Sets::from_position(position);
        let mut lines = Lines::empty(&tables.places);
        for (color, kind, square) in pieces.pieces() {
            lines.toggle(&tables.places, color == position.turn, kind, square);
        }
        let mut board = Self {
            pieces,
            lines,
            turn: position.turn,
            rights: 0,
            en_passant: NOWHERE,
            halfmove: position.halfmove,
            fullmove: position.fullmove,
        };
        for (bit, square) in ROOKS.into_iter().enumerate() {
            board.rights |= u8::from(position.unmoved.contains(GRID.square(square))) << bit;
        }
        if let Some(square) = position.en_passant {
            board.set_en_passant(tables, GRID.number(square));
        }
        board
    }

    /// Sets the en passant square if the side to move has a legal capture there.
    #[inline(always)]
    pub fn set_en_passant(&mut self, tables: &Tables, square: usize) {
        let takers =
            self.pieces.squares(self.turn, PAWN) & tables.near[square & 127].pawn[!self.turn as usize];
        if !takers.is_empty() && !node::en_passant(tables, self, square).is_empty() {
            self.en_passant = square as u8;
        }
    }

    /// The position of a board.
    pub fn write(&self) -> Position {
        let mut position = Position::empty(VariantId::RYUGI, vperft::inner::game::board::Shape::new(10, 10));
        self.pieces.write(&mut position);
        position.turn = self.turn;
        position.halfmove = self.halfmove;
        position.fullmove = self.fullmove;
        let square = |number: usize| -> Square { GRID.square(number) };
        for (bit, rook) in ROOKS.into_iter().enumerate() {
            if self.rights >> bit & 1 == 1 {
                position.unmoved.insert(square(rook));
                position.unmoved.insert(square(KINGS[bit / 2]));
            }
        }
        if self.en_passant != NOWHERE {
            position.en_passant = Some(square(self.en_passant.into()));
        }
        position
    }

    /// A key that two boards share if and only if they count as the same for repetition (GEN-REPEAT, RYU-DRAW-REPEAT).
    pub fn key(&self, tables: &Tables) -> u128 {
        let turn = if self.turn == Color::Black { tables.black } else { 0 };
        let passed = tables.en_passant.get(usize::from(self.en_passant)).copied().unwrap_or(0);
        let pieces =
            self.pieces.pieces().map(|(color, kind, square)| tables.pieces[kind][color as usize][square]);
        pieces.fold(0, BitXor::bitxor) ^ turn ^ passed ^ tables.rights[usize::from(self.rights & 15)]
    }
}

/// The squares on which the Kings start.
pub const KINGS: [usize; 2] = [5, 95];
/// The squares on which the Rooks start, in the order of the bits of the rights.
pub const ROOKS: [usize; 4] = [0, 9, 90, 99];

/// The castling rights that remain after a move from or to the square.
#[inline(always)]
pub fn remaining_rights(square: usize) -> u8 {
    /// The rights by square.
    const REMAINING: [u8; 128] = {
        let mut rights = [15; 128];
        let mut bit = 0;
        while bit < 4 {
            rights[ROOKS[bit]] &= !(1 << bit);
            rights[KINGS[bit / 2]] &= !(1 << bit);
            bit += 1;
        }
        rights
    };
    REMAINING[square & 127]
}
