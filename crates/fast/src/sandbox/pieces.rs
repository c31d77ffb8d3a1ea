//! The pieces: sets of squares by colour and by type, a list by square, and their key.

use crate::grid::Grid;
use crate::keys;
use crate::set::Set;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, PieceType};

/// A piece in a byte: the index of its type times two, plus its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPiece(u8);

impl PackedPiece {
    /// An empty square.
    const NONE: Self = Self(u8::MAX);

    /// A piece of this colour whose type has this index.
    #[inline(always)]
    pub const fn new(color: Color, kind: usize) -> Self {
        Self((kind as u8) << 1 | color as u8)
    }

    /// Its colour.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The index of its type times two, plus its colour.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The index of its type.
    #[inline(always)]
    pub const fn kind(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// The random numbers of every piece on every square, for the key.
#[derive(Debug)]
pub struct PieceKeys<const N: usize, const K: usize>([[[u128; N]; 2]; K]);

impl<const N: usize, const K: usize> PieceKeys<N, K> {
    /// The numbers for a variant's types.
    pub fn new(kinds: &[PieceType; K]) -> Self {
        Self(kinds.map(|kind| {
            Color::BOTH.map(|color| std::array::from_fn(|square| keys::key((kind, color, square as u64))))
        }))
    }

    #[inline(always)]
    fn key(&self, piece: PackedPiece, square: usize) -> u128 {
        self.0[piece.kind()][piece.color() as usize][square]
    }
}

/// The pieces on a board of `N` squares, in sets of `W` words, of `K` types.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<const W: usize, const N: usize, const K: usize> {
    /// The squares of each colour's pieces.
    pub colors: [Set<W>; 2],
    /// The squares of each type's pieces, of both colours.
    pub kinds: [Set<W>; K],
    /// The exclusive or of the numbers of all pieces.
    pub key: u128,
    at: [PackedPiece; N],
}

impl<const W: usize, const N: usize, const K: usize> Pieces<W, N, K> {
    /// An empty board.
    pub const EMPTY: Self =
        Self { colors: [Set::EMPTY; 2], kinds: [Set::EMPTY; K], key: 0, at: [PackedPiece::NONE; N] };

    /// The pieces of a position. `kinds` are the types in the order of their indexes.
    ///
    /// # Panics
    /// If the position has another type.
    pub fn from_position(
        position: &Position,
        grid: Grid,
        kinds: &[PieceType; K],
        keys: &PieceKeys<N, K>,
    ) -> Self {
        let mut pieces = Self::EMPTY;
        for color in Color::BOTH {
            for (square, kind) in position.pieces(color) {
                let index = kinds.iter().position(|&known| known == kind);
                let piece =
                    PackedPiece::new(color, index.expect("a position holds only types of its variant"));
                pieces.put(keys, grid.number(square), piece);
            }
        }
        pieces
    }

    /// Puts the pieces on an empty position.
    pub fn write(&self, position: &mut Position, grid: Grid, kinds: &[PieceType; K]) {
        for square in self.occupied() {
            if let Some(piece) = self.get(square) {
                position.put(grid.square(square), Piece::new(piece.color(), kinds[piece.kind()]));
            }
        }
    }

    /// The piece on the square.
    #[inline(always)]
    pub fn get(&self, square: usize) -> Option<PackedPiece> {
        let piece = self.at[square];
        (piece != PackedPiece::NONE).then_some(piece)
    }

    /// Every square with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Set<W> {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's pieces of one type.
    #[inline(always)]
    pub fn squares(&self, color: Color, kind: usize) -> Set<W> {
        self.colors[color as usize] & self.kinds[kind]
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub fn put(&mut self, keys: &PieceKeys<N, K>, square: usize, piece: PackedPiece) {
        self.colors[piece.color() as usize].insert(square);
        self.kinds[piece.kind()].insert(square);
        self.at[square] = piece;
        self.key ^= keys.key(piece, square);
    }

    /// Removes the piece from an occupied square.
    #[inline(always)]
    pub fn take(&mut self, keys: &PieceKeys<N, K>, square: usize, piece: PackedPiece) {
        self.colors[piece.color() as usize].remove(square);
        self.kinds[piece.kind()].remove(square);
        self.at[square] = PackedPiece::NONE;
        self.key ^= keys.key(piece, square);
    }
}
