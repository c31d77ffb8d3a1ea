//! What the generation of one position's moves asks again and again: who stands where for the side to move,
//! and where each of its men may land with the King safe.
//!
//! A man that is not pinned may land wherever [`Landing::allowed`] says. Only the nearest man on each rank and
//! file through the King, and the nearest two on each diagonal, can be pinned, so twelve entries hold
//! the rest.

use super::board::Board;
use super::king::{Attackers, Landing};
use super::tables::{BOARD, BROUHAHA, KING, PAWN, Squares, Tables};
use crate::variant::Color;

/// How many men can be pinned at once.
const PINS: usize = 12;

/// A position seen from the side to move.
pub struct Node<'a> {
    /// The tables.
    pub tables: &'static Tables,
    /// The position.
    pub board: &'a Board,
    /// The side to move.
    pub us: Color,
    /// Its men.
    pub own: Squares,
    /// The other side's men.
    pub enemy: Squares,
    /// Both sides' men.
    pub occupied: Squares,
    /// What stops a slide: men and closed squares.
    pub blocked: Squares,
    /// Open squares without a man.
    pub empty: Squares,
    /// Open squares without a friend: where a man may go at all.
    pub room: Squares,
    /// The King of the side to move.
    pub king: usize,
    /// What the enemies leave to the other men.
    pub landing: Landing,
    pins: [Squares; PINS],
}

impl<'a> Node<'a> {
    /// The position, with all pins worked out.
    #[inline(always)]
    pub fn new(tables: &'static Tables, board: &'a Board) -> Self {
        let us = board.turn;
        let men = &board.men;
        let (own, enemy) = (men.colors[us as usize], men.colors[1 - us as usize]);
        let occupied = own | enemy;
        let blocked = occupied | BROUHAHA;
        let king = (own & men.kinds[KING]).first();
        let attackers = Attackers { tables, kinds: &men.kinds, color: !us, men: enemy };
        let landing = attackers.landing(king, own, occupied);
        let empty = BOARD - blocked;
        let room = empty | enemy;
        let pins = [Squares::EMPTY; PINS];
        let mut node =
            Self { tables, board, us, own, enemy, occupied, blocked, empty, room, king, landing, pins };
        for (pin, man) in landing.pinned.into_iter().enumerate().take(PINS) {
            node.pins[pin] = attackers.landing_without(king, own, occupied, man);
        }
        node
    }

    /// The squares of the side's men of one type.
    #[inline(always)]
    pub fn of(&self, kind: usize) -> Squares {
        self.own & self.board.men.kinds[kind]
    }

    /// Where a man other than the King may land.
    #[inline(always)]
    pub fn allowed(&self, man: usize) -> Squares {
        if self.landing.pinned.contains(man) { self.pinned(man) } else { self.landing.allowed }
    }

    /// Where a pinned man may land.
    #[inline(always)]
    pub fn pinned(&self, man: usize) -> Squares {
        let before = self.landing.pinned.into_iter().take_while(|&pinned| pinned < man);
        self.pins[before.count() % PINS]
    }

    /// The other side, without the men on some squares.
    #[inline(always)]
    pub fn attackers(&self, without: Squares) -> Attackers<'_> {
        Attackers {
            tables: self.tables,
            kinds: &self.board.men.kinds,
            color: !self.us,
            men: self.enemy - without,
        }
    }

    /// Whether the King is safe after a man left `from` for `to` and another was taken off `captured`.
    #[inline(always)]
    pub fn is_safe(&self, from: usize, to: usize, captured: usize) -> bool {
        let mut gone = Squares::of(captured);
        gone.insert(to);
        let mut occupied = self.occupied - gone;
        occupied.remove(from);
        occupied.insert(to);
        !self.attackers(gone).attack(self.king, occupied)
    }

    /// The Pawns that may capture in passing on a square, with the square of the Pawn they take (SBX-PAWN-3).
    #[inline(always)]
    pub fn capturers(&self, passed: usize) -> (Squares, usize) {
        let captured = match self.us {
            Color::White => passed - 10,
            Color::Black => passed + 10,
        };
        let mut capturers = Squares::EMPTY;
        for from in self.tables.pawn_sources[self.us as usize][passed] & self.of(PAWN) {
            if self.is_safe(from, passed, captured) {
                capturers.insert(from);
            }
        }
        (capturers, captured)
    }
}
