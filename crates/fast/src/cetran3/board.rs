//! The board: the pieces in sets of squares, by square and by line.
//!
//! Invariant: the three forms agree, and there is an en passant square only if a legal capture on it exists. The methods keep the forms
//! consistent and do not know how pieces move.

use super::kinds::{self, KINDS};
use super::lines::{self, Line, Sides};
use super::tables::{FILES, PADDED, SQUARES, Squares, Tables, height_index};
use crate::keys;
use crate::set::Set;
use std::array;
use vperft::inner::game::board::Shape;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, VariantId};

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The squares of each colour's pieces.
    pub colors: [Squares; 2],
    /// The squares of each type's pieces, of both colours.
    pub kinds: [Squares; KINDS.len()],
    /// The occupied squares of each colour on each line.
    pub lines: [[Line; lines::COUNT]; 2],
    /// Plies since the last capture or Pawn move.
    pub halfmove: u32,
    /// The number of the move.
    pub fullmove: u32,
    /// The squares of the Kings.
    pub kings: [u8; 2],
    /// The side to move.
    pub turn: Color,
    /// The index of its height.
    pub height: u8,
    /// The square that a Pawn has just passed over, if it can be captured there. [`NONE`] otherwise.
    pub en_passant: u8,
    /// The type on every occupied square. Entries of empty squares are undefined.
    at: [u8; PADDED],
}

/// No square.
pub const NONE: u8 = u8::MAX;

impl Board {
    /// The board of a position, without its en passant square.
    pub fn from_position(position: &Position, tables: &Tables) -> Self {
        let mut board = Self {
            colors: [Set::EMPTY; 2],
            kinds: [Set::EMPTY; KINDS.len()],
            lines: [tables.walls; 2],
            halfmove: position.halfmove,
            fullmove: position.fullmove,
            kings: [0; 2],
            turn: position.turn,
            height: height_index(position.shape.ranks()) as u8,
            en_passant: NONE,
            at: [0; PADDED],
        };
        for color in Color::BOTH {
            for (square, kind) in position.pieces(color) {
                let index = KINDS.iter().position(|&known| known == kind);
                let index = index.expect("a position holds only types of its variant");
                let number = tables.grid.number(square);
                board.put(tables, number, color as usize, index);
                if index == kinds::KING {
                    board.kings[color as usize] = number as u8;
                }
            }
        }
        board
    }

    /// The position of a board.
    pub fn write(&self, tables: &Tables) -> Position {
        let ranks = (tables.grid.len() / FILES) as u8;
        let mut position = Position::empty(VariantId::CETRAN3, Shape::new(FILES as u8, ranks));
        position.turn = self.turn;
        position.halfmove = self.halfmove;
        position.fullmove = self.fullmove;
        position.en_passant =
            (self.en_passant != NONE).then(|| tables.grid.square(usize::from(self.en_passant)));
        for color in Color::BOTH {
            for square in self.colors[color as usize] {
                position.put(tables.grid.square(square), Piece::new(color, KINDS[self.kind(square)]));
            }
        }
        position
    }

    /// The type on an occupied square.
    #[inline(always)]
    pub fn kind(&self, square: usize) -> usize {
        self.at[square].into()
    }

    /// Every square with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.colors[0] | self.colors[1]
    }

    /// The lines of the side to move and of its enemy.
    #[inline(always)]
    pub fn sides(&self) -> Sides<'_> {
        let us = self.turn as usize;
        Sides { own: &self.lines[us], enemy: &self.lines[us ^ 1] }
    }

    /// Puts a piece on an empty square. The caller updates the square of the King.
    #[inline(always)]
    pub fn put(&mut self, tables: &Tables, square: usize, color: usize, kind: usize) {
        self.colors[color].insert(square);
        self.kinds[kind].insert(square);
        self.at[square] = kind as u8;
        self.toggle_lines(tables, square, color);
    }

    /// Removes a piece from its square.
    #[inline(always)]
    pub fn take(&mut self, tables: &Tables, square: usize, color: usize, kind: usize) {
        self.colors[color].remove(square);
        self.kinds[kind].remove(square);
        self.toggle_lines(tables, square, color);
    }

    #[inline(always)]
    fn toggle_lines(&mut self, tables: &Tables, square: usize, color: usize) {
        let (file, rank) = (tables.file(square), tables.rank(square));
        let own = &mut self.lines[color];
        let [by_rank, by_file, rising, falling] = lines::through(file, rank);
        own[by_rank] ^= lines::BIT[file];
        own[by_file] ^= lines::BIT[rank];
        own[rising] ^= lines::BIT[file];
        own[falling] ^= lines::BIT[file];
    }
}

/// The random numbers for the keys of positions.
#[derive(Debug)]
pub struct Keys {
    /// By type, colour and square.
    pieces: Box<[[u128; SQUARES]]>,
    en_passant: [u128; SQUARES],
    black_to_move: u128,
    heights: [u128; 3],
}

impl Keys {
    /// The numbers, the same in every run.
    pub fn new() -> Self {
        let piece = |index: usize| {
            let (kind, color) = (KINDS[index / 2], Color::BOTH[index % 2]);
            array::from_fn(|square| keys::key(("piece", kind, color, square)))
        };
        Self {
            pieces: (0..2 * KINDS.len()).map(piece).collect(),
            en_passant: keys::keys("en passant"),
            black_to_move: keys::key("black to move"),
            heights: array::from_fn(|height| keys::key(("height", height))),
        }
    }

    /// The key of a board, computed from scratch: keys are needed far less often than boards.
    pub fn key(&self, board: &Board) -> u128 {
        let mut key = self.heights[usize::from(board.height)];
        for color in Color::BOTH {
            for square in board.colors[color as usize] {
                key ^= self.pieces[2 * board.kind(square) + color as usize][square];
            }
        }
        if board.turn == Color::Black {
            key ^= self.black_to_move;
        }
        if board.en_passant != NONE {
            key ^= self.en_passant[usize::from(board.en_passant)];
        }
        key
    }
}
