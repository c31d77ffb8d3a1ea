//! Who stands where: sets of squares by colour and by type, a list by square, and the key of it all.

use crate::fast::grid::Grid;
use crate::fast::keys;
use crate::fast::set::Set;
use crate::position::Position;
use crate::variant::{Color, Piece, PieceType};

/// A piece in a byte: the index of its type among the variant's, times two, plus its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man(u8);

impl Man {
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

/// The numbers of every piece on every square, for the key.
#[derive(Debug)]
pub struct ManKeys<const N: usize, const K: usize>([[[u128; N]; 2]; K]);

impl<const N: usize, const K: usize> ManKeys<N, K> {
    /// The numbers for a variant's types.
    pub fn new(kinds: &[PieceType; K]) -> Self {
        Self(kinds.map(|kind| {
            Color::BOTH.map(|color| std::array::from_fn(|square| keys::key((kind, color, square as u64))))
        }))
    }

    #[inline(always)]
    fn of(&self, man: Man, square: usize) -> u128 {
        self.0[man.kind()][man.color() as usize][square]
    }
}

/// The men on a board of `N` squares, in sets of `W` words, of `K` types.
#[derive(Clone, Copy, Debug)]
pub struct Men<const W: usize, const N: usize, const K: usize> {
    /// The squares of each colour's men.
    pub colors: [Set<W>; 2],
    /// The squares of each type's men, of both colours.
    pub kinds: [Set<W>; K],
    /// The exclusive or of the numbers of all men.
    pub key: u128,
    at: [Man; N],
}

impl<const W: usize, const N: usize, const K: usize> Men<W, N, K> {
    /// An empty board.
    pub const EMPTY: Self =
        Self { colors: [Set::EMPTY; 2], kinds: [Set::EMPTY; K], key: 0, at: [Man::NONE; N] };

    /// The men of a position. `kinds` are the types in the order of their indexes.
    ///
    /// # Panics
    /// If a type is not among them.
    pub fn read(position: &Position, grid: Grid, kinds: &[PieceType; K], keys: &ManKeys<N, K>) -> Self {
        let mut men = Self::EMPTY;
        for color in Color::BOTH {
            for (square, kind) in position.pieces(color) {
                let index = kinds.iter().position(|&known| known == kind);
                let man = Man::new(color, index.expect("a position holds only types of its variant"));
                men.put(keys, grid.number(square), man);
            }
        }
        men
    }

    /// Puts the men on an empty position.
    pub fn write(&self, position: &mut Position, grid: Grid, kinds: &[PieceType; K]) {
        for square in self.occupied() {
            if let Some(man) = self.get(square) {
                position.put(grid.square(square), Piece::new(man.color(), kinds[man.kind()]));
            }
        }
    }

    /// The man on the square.
    #[inline(always)]
    pub fn get(&self, square: usize) -> Option<Man> {
        let man = self.at[square];
        (man != Man::NONE).then_some(man)
    }

    /// Every square with a man.
    #[inline(always)]
    pub fn occupied(&self) -> Set<W> {
        self.colors[0] | self.colors[1]
    }

    /// The squares of one side's men of one type.
    #[inline(always)]
    pub fn of(&self, color: Color, kind: usize) -> Set<W> {
        self.colors[color as usize] & self.kinds[kind]
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub fn put(&mut self, keys: &ManKeys<N, K>, square: usize, man: Man) {
        self.colors[man.color() as usize].insert(square);
        self.kinds[man.kind()].insert(square);
        self.at[square] = man;
        self.key ^= keys.of(man, square);
    }

    /// Takes the man off an occupied square.
    #[inline(always)]
    pub fn take(&mut self, keys: &ManKeys<N, K>, square: usize, man: Man) {
        self.colors[man.color() as usize].remove(square);
        self.kinds[man.kind()].remove(square);
        self.at[square] = Man::NONE;
        self.key ^= keys.of(man, square);
    }
}
