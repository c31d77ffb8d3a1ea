//! The compact board: the pieces, the initial rights and the counters.
//!
//! Invariant: the sets and the list by square agree, and a side without a King has no Prince (VAN-VALID).

use super::keys::Keys;
use super::tables::{GRID, KINDS, Set, kind};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, VariantId};

/// An empty square in the list by square.
const NONE: u8 = u8::MAX;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The squares of each side's pieces.
    pub colors: [Set; 2],
    /// The squares of each type's pieces, of both sides.
    pub kinds: [Set; 21],
    /// The squares of the pieces that hold an initial right (VAN-INITIAL).
    pub unmoved: Set,
    /// Plies since the last capture or Pawn move (GEN-CLOCK).
    pub halfmove: u32,
    /// The number of the move.
    pub fullmove: u32,
    /// The index of the side to move.
    pub turn: usize,
    /// The index of the type on every square.
    at: [u8; 256],
}

impl Board {
    /// The board of a valid position.
    pub fn from_position(position: &Position) -> Self {
        let mut board = Self {
            colors: [Set::EMPTY; 2],
            kinds: [Set::EMPTY; 21],
            unmoved: position.unmoved.into_iter().map(|square| GRID.number(square)).collect(),
            halfmove: position.halfmove,
            fullmove: position.fullmove,
            turn: position.turn as usize,
            at: [NONE; 256],
        };
        for color in Color::BOTH {
            for (square, kind) in position.pieces(color) {
                let index = KINDS.iter().position(|&known| known == kind);
                let index = index.expect("a position holds only types of its variant");
                board.put(GRID.number(square), color as usize, index);
            }
        }
        board
    }

    /// The position of this board.
    pub fn write(&self) -> Position {
        let mut position =
            Position::empty(VariantId::VANGUARD, vperft::inner::game::board::Shape::new(16, 16));
        for square in self.occupied() {
            position.put(GRID.square(square), self.piece(square));
        }
        position.turn = Color::BOTH[self.turn];
        position.unmoved = self.unmoved.into_iter().map(|square| GRID.square(square)).collect();
        position.halfmove = self.halfmove;
        position.fullmove = self.fullmove;
        position
    }

    /// The piece on an occupied square.
    pub fn piece(&self, square: usize) -> Piece {
        let color = Color::BOTH[usize::from(self.colors[1].contains(square))];
        Piece::new(color, KINDS[self.kind(square)])
    }

    /// The index of the type of the piece on an occupied square.
    #[inline(always)]
    pub fn kind(&self, square: usize) -> usize {
        usize::from(self.at[square])
    }

    /// Every square with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1]
    }

    /// The squares of a side's pieces of one type.
    #[inline(always)]
    pub fn squares(&self, color: usize, kind: usize) -> Set {
        self.colors[color] & self.kinds[kind]
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, square: usize, color: usize, kind: usize) {
        self.colors[color].insert(square);
        self.kinds[kind].insert(square);
        self.at[square] = kind as u8;
    }

    /// Removes the piece from an occupied square, with its initial right. Returns the index of its type.
    #[inline(always)]
    pub fn take(&mut self, square: usize, color: usize) -> usize {
        let kind = self.kind(square);
        self.colors[color].remove(square);
        self.kinds[kind].remove(square);
        self.unmoved.remove(square);
        self.at[square] = NONE;
        kind
    }

    /// Whether a side has no royal piece left (VAN-WIN, GEN-OVER).
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        let royals = self.kinds[kind::KING] | self.kinds[kind::PRINCE];
        !royals.meets(self.colors[0]) || !royals.meets(self.colors[1])
    }

    /// The King of a side that obeys check, which is a side without a Prince (VAN-LAST).
    #[inline(always)]
    pub fn lone_king(&self, color: usize) -> Option<usize> {
        let king = self.squares(color, kind::KING);
        if king.is_empty() || self.kinds[kind::PRINCE].meets(self.colors[color]) {
            None
        } else {
            Some(king.first())
        }
    }

    /// Lets the Prince of a side without a King, and the Princess of a side without a Queen, succeed (VAN-SUCCESSION).
    #[inline(always)]
    pub fn succeed(&mut self, color: usize) {
        for (senior, heir) in [(kind::KING, kind::PRINCE), (kind::QUEEN, kind::PRINCESS)] {
            let heirs = self.squares(color, heir);
            if !heirs.is_empty() && !self.kinds[senior].meets(self.colors[color]) {
                let square = heirs.first();
                self.take(square, color);
                self.put(square, color, senior);
            }
        }
    }

    /// The key of the first four fields of the VFEN (GEN-REPEAT).
    pub fn key(&self, keys: &Keys) -> u128 {
        let mut key = if self.turn == 0 { 0 } else { keys.black };
        for square in self.occupied() {
            key ^= keys.pieces[self.kind(square)][usize::from(self.colors[1].contains(square))][square];
        }
        for square in self.unmoved {
            key ^= keys.unmoved[square];
        }
        key
    }
}
