//! A move in sixteen bytes, what it does to the board and what the notation calls it.

use super::super::set::Set;
use super::board::{Board, CHAMELEON, ENEMY, KINDS, NO_BAN, OWN, PAWN, SWAPPER, pair};
use super::squares::{NOWHERE, square};
use super::tables::Tables;
use crate::notation::Move;
use crate::variant::Piece;

/// The bits of the second word that are edge squares; the others hold the rest of the move.
const EDGE: u64 = (1 << 36) - 1;
const FROM: u32 = 36;
const TO: u32 = 43;
const BECOMES: u32 = 50;
/// The partner of an exchange: its type times two, plus one if it is a friend.
const PARTNER: u32 = 53;
const EXCHANGES: u64 = 1 << 57;
const RESETS: u64 = 1 << 58;

/// Counters do not go beyond what VFEN can hold.
const MOST: u32 = 999_999_999;

/// A legal move: the squares it empties (its start, its end and all captures), and what then stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    inner: u64,
    rest: u64,
}

impl Step {
    /// A man goes from one square to another and becomes `kind` there; the men on `captured` leave the board.
    #[inline(always)]
    pub(super) fn new(from: usize, to: usize, kind: usize, captured: Set<2>) -> Self {
        let emptied = captured | Set::of(from) | Set::of(to);
        let resets = if captured.is_empty() && kind != PAWN { 0 } else { RESETS };
        let meta = (from as u64) << FROM | (to as u64) << TO | (kind as u64) << BECOMES | resets;
        Self { inner: emptied.0[0], rest: emptied.0[1] | meta }
    }

    /// A Pawn promotes: a Pawn move, whatever it becomes (GEN-CLOCK).
    #[inline(always)]
    pub(super) fn promoting(mut self) -> Self {
        self.rest |= RESETS;
        self
    }

    /// The mover leaves the board, alone (ROC-SUICIDE) or with an enemy (ROC-SWAPPER-3).
    #[inline(always)]
    pub(super) fn leaving(from: usize, kind: usize, captured: Set<2>) -> Self {
        let emptied = captured | Set::of(from);
        let resets = if captured.is_empty() && kind != PAWN { 0 } else { RESETS };
        let meta = (from as u64) << FROM | u64::from(NOWHERE) << TO | (kind as u64) << BECOMES | resets;
        Self { inner: emptied.0[0], rest: emptied.0[1] | meta }
    }

    /// The mover exchanges places with the man on its end square, a friend or an enemy (ROC-SWAPPER-2,
    /// ROC-CHAMELEON-6).
    #[inline(always)]
    pub(super) fn exchanging(mut self, partner: usize, friend: bool) -> Self {
        self.rest |= (2 * partner as u64 + u64::from(friend)) << PARTNER | EXCHANGES;
        self
    }

    #[inline(always)]
    const fn from(self) -> usize {
        (self.rest >> FROM & 127) as usize
    }

    #[inline(always)]
    const fn to(self) -> usize {
        (self.rest >> TO & 127) as usize
    }

    #[inline(always)]
    const fn becomes(self) -> usize {
        (self.rest >> BECOMES & 7) as usize
    }

    #[inline(always)]
    const fn emptied(self) -> Set<2> {
        Set([self.inner, self.rest & EDGE])
    }

    /// The board after the move.
    #[inline(always)]
    pub(super) fn play(self, tables: &Tables, board: &Board) -> Board {
        let emptied = self.emptied();
        let mover = (tables.alone[self.to()], &tables.rows[2 * self.becomes() + 1]);
        let mut rows: [Set<2>; 10] = std::array::from_fn(|row| {
            // The sides change places.
            let old = if row < OWN { row } else { OWN + ENEMY - row };
            (board.rows[old] - emptied) | (mover.0 & mover.1[row])
        });
        let mut ban = NO_BAN;
        if self.rest & EXCHANGES != 0 {
            let partner = (self.rest >> PARTNER & 15) as usize;
            let place = tables.alone[self.from()];
            rows = std::array::from_fn(|row| rows[row] | (place & tables.rows[partner][row]));
            // ROC-BAN. A Chameleon exchanges with enemy Swappers only, so only the partner needs a look.
            if partner == 2 * SWAPPER || partner == 2 * CHAMELEON {
                ban = pair(self.from(), self.to());
            }
        }
        let halfmove = if self.rest & RESETS == 0 { (board.halfmove + 1).min(MOST) } else { 0 };
        let fullmove = (board.fullmove + board.turn as u32).min(MOST);
        Board { rows, halfmove, fullmove, ban, turn: !board.turn }
    }

    /// The move as the notation knows it.
    pub(super) fn describe(self, board: &Board) -> Move {
        let (from, to) = (self.from(), self.to());
        let piece = board.piece(from);
        let mut removed = self.emptied();
        removed.remove(from);
        let mut mv = if to == usize::from(NOWHERE) {
            Move::leaving(piece, square(from))
        } else {
            removed.remove(to);
            Move::new(piece, square(from), square(to))
        };
        let becomes = Piece::new(piece.color, KINDS[self.becomes()]);
        if self.rest & EXCHANGES != 0 {
            mv = mv.placing(square(from), board.piece(to));
        } else if becomes != piece {
            mv = mv.placing(square(to), becomes);
        }
        mv.removing_all(removed.into_iter().map(square).collect())
    }
}
