//! A move in sixteen bytes: its effect on the board, and its form in the notation.

use super::super::set::Set;
use super::board::{Board, CANNON_PAWN, CHAMELEON, ENEMY, KINDS, NO_BAN, OWN, SWAPPER, pair};
use super::squares::{NOWHERE, square};
use super::tables::Tables;
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::MAX_COUNTER;
use vperft::inner::game::variant::Piece;

/// The bits of the second word for edge squares. The others hold the rest of the move.
const EDGE: u64 = (1 << 36) - 1;
const FROM: u32 = 36;
const TO: u32 = 43;
const BECOMES: u32 = 50;
/// The partner of an exchange: its type times two, plus one if it is a friend.
const PARTNER: u32 = 53;
const EXCHANGES: u64 = 1 << 57;
const RESETS: u64 = 1 << 58;

/// A legal move: the squares that it empties (its start, its end and all captures), and the pieces that it puts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove {
    inner: u64,
    rest: u64,
}

impl PackedMove {
    /// The part of a move that all moves of a piece share, before it has an end square.
    #[inline(always)]
    pub(super) fn start(tables: &Tables, from: usize, kind: usize) -> Self {
        let [inner, edge] = tables.alone[from].0;
        let resets = if kind == CANNON_PAWN { RESETS } else { 0 };
        Self { inner, rest: edge | (from as u64) << FROM | (kind as u64) << BECOMES | resets }
    }

    /// Adds the end square.
    #[inline(always)]
    pub(super) fn to(self, tables: &Tables, to: usize) -> Self {
        let [inner, edge] = tables.alone[to].0;
        Self { inner: self.inner | inner, rest: self.rest | edge | (to as u64) << TO }
    }

    /// Takes the mover off the board, alone (ROC-SUICIDE) or with an enemy (ROC-SWAPPER-3).
    #[inline(always)]
    pub(super) fn leaving(mut self) -> Self {
        self.rest |= u64::from(NOWHERE) << TO;
        self
    }

    /// Adds captures on these squares, of which there may be none.
    #[inline(always)]
    pub(super) fn capturing(self, captured: Set<2>) -> Self {
        let resets = if captured.is_empty() { 0 } else { RESETS };
        Self { inner: self.inner | captured.0[0], rest: self.rest | captured.0[1] | resets }
    }

    /// Promotes a Pawn. The move is still a Pawn move (GEN-CLOCK).
    #[inline(always)]
    pub(super) fn promoting(mut self, kind: usize) -> Self {
        self.rest = self.rest & !(7 << BECOMES) | (kind as u64) << BECOMES;
        self
    }

    /// Exchanges the mover with the piece on its end square, a friend or an enemy (ROC-SWAPPER-2, ROC-CHAMELEON-6).
    #[inline(always)]
    pub(super) fn exchanging(mut self, partner: usize, friend: bool) -> Self {
        self.rest |= (2 * partner as u64 + u64::from(friend)) << PARTNER | EXCHANGES;
        self
    }

    #[inline(always)]
    const fn from(self) -> usize {
        (self.rest >> FROM & 127) as usize
    }

    /// The end square, or [`NOWHERE`].
    #[inline(always)]
    pub(super) const fn end(self) -> usize {
        (self.rest >> TO & 127) as usize
    }

    /// The type of the piece on the end square afterwards.
    #[inline(always)]
    pub(super) const fn becomes(self) -> usize {
        (self.rest >> BECOMES & 7) as usize
    }

    /// The squares that it empties, including its end square.
    #[inline(always)]
    pub(super) const fn emptied(self) -> Set<2> {
        Set([self.inner, self.rest & EDGE])
    }

    /// Whether two pieces exchange places.
    #[inline(always)]
    pub(super) const fn exchanges(self) -> bool {
        self.rest & EXCHANGES != 0
    }

    /// The board after the move.
    #[inline(always)]
    pub(super) fn play(self, tables: &Tables, board: &Board) -> Board {
        let emptied = self.emptied();
        let mover = (tables.alone[self.end()], &tables.rows[2 * self.becomes() + 1]);
        let mut rows = board.rows;
        // The other side is to move.
        rows.swap(OWN, ENEMY);
        for (row, squares) in rows.iter_mut().enumerate() {
            *squares = (*squares - emptied) | (mover.0 & mover.1[row]);
        }
        let mut ban = NO_BAN;
        if self.exchanges() {
            let partner = (self.rest >> PARTNER & 15) as usize;
            let place = tables.alone[self.from()];
            for (row, squares) in rows.iter_mut().enumerate() {
                *squares |= place & tables.rows[partner][row];
            }
            // ROC-BAN. A Chameleon exchanges only with enemy Swappers, so the type of the partner decides.
            if partner == 2 * SWAPPER || partner == 2 * CHAMELEON {
                ban = pair(self.from(), self.end());
            }
        }
        let halfmove = if self.rest & RESETS == 0 { (board.halfmove + 1).min(MAX_COUNTER) } else { 0 };
        let fullmove = (board.fullmove + board.turn as u32).min(MAX_COUNTER);
        Board { rows, halfmove, fullmove, ban, turn: !board.turn }
    }

    /// The move in the form of the notation.
    pub(super) fn describe(self, board: &Board) -> Move {
        let (from, to) = (self.from(), self.end());
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
        if self.exchanges() {
            mv = mv.placing(square(from), board.piece(to));
        } else if becomes != piece {
            mv = mv.placing(square(to), becomes);
        }
        mv.removing_all(removed.into_iter().map(square).collect())
    }
}
