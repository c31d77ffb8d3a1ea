//! The compact board, and its conversion from and to a position.

use super::super::set::Set;
use super::squares::{NOWHERE, SHAPE, number, square};
use super::tables::pop;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, VariantId};
pub use vperft::inner::generators::kinds::rococo::*;

/// The row of the pieces of the side to move, after those of the types.
pub const OWN: usize = 8;
/// The row of the pieces of the other side.
pub const ENEMY: usize = 9;

/// The number of each type that a side starts with. 0 for the types that a Pawn cannot promote to (ROC-PROMOTE-2).
const START_COUNTS: [u32; 8] = [0, 1, 1, 2, 1, 1, 1, 0];
const _: () = assert!(
    KING == 0 && ADVANCER == 1 && LONG_LEAPER == 3 && CANNON_PAWN + 1 == KINDS.len(),
    "the King is first, the Pawn last, and `START_COUNTS` is in the order of the types"
);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The squares of each type, of both colours, then those of the side to move and of the other side. They are one array, so that a
    /// capture removes its squares from all of them in a few instructions.
    pub(super) rows: [Set<2>; 10],
    /// Plies since the last capture or Pawn move.
    pub(super) halfmove: u32,
    pub(super) fullmove: u32,
    /// The two squares that may not be exchanged, the lower number first; [`NOWHERE`] twice for none.
    pub(super) ban: [u8; 2],
    pub(super) turn: Color,
}

/// No ban.
pub const NO_BAN: [u8; 2] = [NOWHERE; 2];

impl Board {
    /// The board of a position.
    pub(super) fn from_position(position: &Position) -> Self {
        let mut rows = [Set::EMPTY; 10];
        for color in Color::BOTH {
            for (place, kind) in position.pieces(color) {
                let index = KINDS.iter().position(|&known| known == kind);
                rows[index.expect("a position holds only types of its variant")].insert(number(place));
                rows[if color == position.turn { OWN } else { ENEMY }].insert(number(place));
            }
        }
        let ban = position.ban.map_or(NO_BAN, |(one, other)| pair(number(one), number(other)));
        Self { rows, halfmove: position.halfmove, fullmove: position.fullmove, ban, turn: position.turn }
    }

    /// The position of the board.
    pub(super) fn write(&self) -> Position {
        let mut position = Position::empty(VariantId::ROCOCO, SHAPE);
        for color in Color::BOTH {
            for place in self.pieces(color) {
                position.put(square(place), self.piece(place));
            }
        }
        position.turn = self.turn;
        position.halfmove = self.halfmove;
        position.fullmove = self.fullmove;
        if self.ban != NO_BAN {
            let [one, other] = self.ban.map(|place| square(usize::from(place)));
            position.ban = Some((one.min(other), one.max(other)));
        }
        position
    }

    /// One side's pieces.
    #[inline(always)]
    pub(super) fn pieces(&self, color: Color) -> Set<2> {
        self.rows[if color == self.turn { OWN } else { ENEMY }]
    }

    /// The index of the type of the piece on an occupied square.
    #[inline(always)]
    pub(super) fn kind(&self, place: usize) -> usize {
        (0..CANNON_PAWN).find(|&kind| self.rows[kind].contains(place)).unwrap_or(CANNON_PAWN)
    }

    /// The piece on an occupied square.
    pub(super) fn piece(&self, place: usize) -> Piece {
        let white = self.pieces(Color::White).contains(place);
        Piece::new(if white { Color::White } else { Color::Black }, KINDS[self.kind(place)])
    }

    /// Whether both Kings are on the board. Otherwise the game is over (GEN-OVER). No side has two (ROC-VALID).
    #[inline(always)]
    pub(super) fn is_on(&self) -> bool {
        self.rows[KING].len() == 2
    }

    /// The pieces of the side to move that may not move (ROC-IMMOBILIZER-2, ROC-CHAMELEON-2).
    #[inline(always)]
    pub(super) fn frozen(&self, near: &[Set<2>; 128]) -> Set<2> {
        let (own, enemy) = (self.rows[OWN], self.rows[ENEMY]);
        let mut frozen = Set::EMPTY;
        let mut freezing = self.rows[IMMOBILIZER] & enemy;
        while let Some(place) = pop(&mut freezing) {
            frozen |= near[place];
        }
        frozen &= own;
        let immobilizers = self.rows[IMMOBILIZER] & own;
        if !immobilizers.is_empty() {
            let mut freezing = self.rows[CHAMELEON] & enemy;
            while let Some(place) = pop(&mut freezing) {
                frozen |= near[place] & immobilizers;
            }
        }
        frozen
    }

    /// The types that a Pawn of the side to move can promote to, as bits (ROC-PROMOTE-2).
    #[inline(always)]
    pub(super) fn stock(&self) -> u32 {
        let own = self.rows[OWN];
        (ADVANCER..CANNON_PAWN).fold(0, |stock, kind| {
            let missing = (self.rows[kind] & own).len() < START_COUNTS[kind];
            stock | u32::from(missing) << kind
        })
    }
}

/// Two squares in the order of a ban.
#[inline(always)]
pub(super) fn pair(one: usize, other: usize) -> [u8; 2] {
    [one.min(other) as u8, one.max(other) as u8]
}

/// The squares on which a Pawn of this colour may promote (ROC-PROMOTE-1).
#[inline(always)]
pub(super) const fn promotion_zone(color: Color) -> Set<2> {
    const ZONES: [Set<2>; 2] = {
        let mut zones = [Set::EMPTY; 2];
        let mut file = 0;
        while file < 10 {
            zones[0].insert(number(vperft::inner::game::board::Square::new(file, 8)));
            zones[0].insert(number(vperft::inner::game::board::Square::new(file, 9)));
            zones[1].insert(number(vperft::inner::game::board::Square::new(file, 1)));
            zones[1].insert(number(vperft::inner::game::board::Square::new(file, 0)));
            file += 1;
        }
        zones
    };
    ZONES[color as usize]
}
