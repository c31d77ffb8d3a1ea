//! The pieces as sets of squares only. The type is small, because every child copies it.
//!
//! Invariant: every occupied square is in one set of `colors` and in one of `kinds`.

use super::kinds::{KINDS, KING, PAWN};
use super::tables::GRID;
use crate::set::Set;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece};

/// The pieces of both sides.
#[derive(Clone, Copy, Debug)]
pub struct Sets {
    /// The squares of each colour's pieces.
    pub colors: [Set<2>; 2],
    /// The squares of each type's pieces, of both colours.
    pub kinds: [Set<2>; 9],
}

impl Sets {
    /// The pieces of a position.
    pub fn from_position(position: &Position) -> Self {
        let mut sets = Self { colors: [Set::EMPTY; 2], kinds: [Set::EMPTY; 9] };
        for color in Color::BOTH {
            for (square, kind) in position.pieces(color) {
                let index = KINDS.iter().position(|&known| known == kind);
                let index = index.expect("a position of Ryugi holds only types of Ryugi");
                sets.put(color, index, GRID.number(square));
            }
        }
        sets
    }

    /// Puts the pieces on an empty position.
    pub fn write(&self, position: &mut Position) {
        for (color, kind, square) in self.pieces() {
            position.put(GRID.square(square), Piece::new(color, KINDS[kind]));
        }
    }

    /// Every piece: its colour, its type and its square.
    pub fn pieces(&self) -> impl Iterator<Item = (Color, usize, usize)> {
        let of = move |color| {
            (KING..=PAWN).flat_map(move |kind| {
                self.squares(color, kind).into_iter().map(move |square| (color, kind, square))
            })
        };
        Color::BOTH.into_iter().flat_map(of)
    }

    /// Every square with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Set<2> {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's pieces of one type.
    #[inline(always)]
    pub fn squares(&self, color: Color, kind: usize) -> Set<2> {
        self.colors[color as usize] & self.kinds[kind]
    }

    /// The square of a side's King.
    #[inline(always)]
    pub fn king(&self, color: Color) -> usize {
        self.squares(color, KING).first() & 127
    }

    /// The type of the piece on an occupied square.
    #[inline(always)]
    pub fn kind(&self, square: usize) -> usize {
        let holds = |&kind: &usize| self.kinds[kind].contains(square & 127);
        (KING..PAWN).rev().find(holds).unwrap_or(PAWN)
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, color: Color, kind: usize, square: usize) {
        let piece = Set::single(square & 127);
        self.colors[color as usize] |= piece;
        self.kinds[kind] |= piece;
    }

    /// Removes a piece from its square.
    #[inline(always)]
    pub fn take(&mut self, color: Color, kind: usize, square: usize) {
        let piece = Set::single(square & 127);
        self.colors[color as usize] -= piece;
        self.kinds[kind] -= piece;
    }
}
