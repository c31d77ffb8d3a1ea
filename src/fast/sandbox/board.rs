//! The board, and what a move does to it.
//!
//! Which brouhaha squares are closed is not kept: they are those without a man. This file knows no way of
//! moving; it trusts that a move is legal.

use super::men::{Man, Men};
use super::node::Node;
use super::step::{Act, Step};
use super::tables::{KING, N, PAWN, ROOK, Squares, Tables};
use crate::variant::Color;

/// Clocks stop here, so that every position has a VFEN.
const LAST: u32 = 999_999_999;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// Who stands where.
    pub men: Men<2, N, 8>,
    /// The squares of the men that still hold an initial right.
    pub rights: Squares,
    /// Plies since the last capture or Pawn move.
    pub halfmove: u32,
    /// The number of the move.
    pub fullmove: u32,
    /// The side to move.
    pub turn: Color,
    /// The square passed over by the double step just made, if a legal capture there exists.
    pub passed: Option<u8>,
}

impl Board {
    /// The position after a legal move.
    #[inline(always)]
    pub fn after(&self, tables: &'static Tables, step: Step) -> Self {
        let mut next = *self;
        let Step { from, to, act, with } = step;
        let (from, to, with) = (usize::from(from), usize::from(to), usize::from(with));
        let mut touched = Squares::of(from);
        touched.insert(to);
        next.passed = None;
        next.halfmove = if next.halfmove < LAST { next.halfmove + 1 } else { LAST };
        let mut man = next.lift(tables, from);
        if man.kind() == PAWN {
            next.halfmove = 0;
        }
        match act {
            Act::Plain | Act::Double => next.capture(tables, to),
            Act::Promote => {
                next.capture(tables, to);
                man = Man::new(self.turn, with);
            }
            Act::EnPassant | Act::Leap => {
                next.capture(tables, to);
                next.capture(tables, with);
                touched.insert(with);
            }
            Act::Exchange => {
                let partner = next.lift(tables, to);
                next.men.put(&tables.man_keys, from, partner);
            }
            Act::Castle => {
                let rook = next.lift(tables, with);
                next.men.put(&tables.man_keys, if with > to { to - 1 } else { to + 1 }, rook);
                touched.insert(with);
            }
        }
        next.men.put(&tables.man_keys, to, man);
        next.spend(self, touched);
        if self.turn == Color::Black && next.fullmove < LAST {
            next.fullmove += 1;
        }
        next.turn = !self.turn;
        if act == Act::Double {
            next.pass(tables, usize::midpoint(from, to));
        }
        next
    }

    /// Notes the square a double step passed over, if a legal capture there exists.
    #[inline(never)]
    pub fn pass(&mut self, tables: &'static Tables, square: usize) {
        let pawns = self.men.of(self.turn, PAWN);
        if pawns.meets(tables.pawn_sources[self.turn as usize][square]) {
            let (capturers, _) = Node::new(tables, self).capturers(square);
            self.passed = (!capturers.is_empty()).then_some(square as u8);
        }
    }

    /// Takes up the man on an occupied square.
    #[inline(always)]
    fn lift(&mut self, tables: &Tables, square: usize) -> Man {
        let man = self.men.get(square).expect("a move starts and exchanges on occupied squares");
        self.men.take(&tables.man_keys, square, man);
        man
    }

    /// Takes what stands on a square, which resets the clock (GEN-CLOCK).
    #[inline(always)]
    fn capture(&mut self, tables: &Tables, square: usize) {
        if let Some(man) = self.men.get(square) {
            self.men.take(&tables.man_keys, square, man);
            self.halfmove = 0;
        }
    }

    /// Ends the rights of the men on these squares, and those castling rights that are of no more use then.
    #[inline(always)]
    fn spend(&mut self, before: &Self, touched: Squares) {
        self.rights -= touched;
        let castlers = before.men.kinds[KING] | before.men.kinds[ROOK];
        if before.rights.meets(touched & castlers) {
            for color in Color::BOTH {
                let kings = self.rights & self.men.of(color, KING);
                let rooks = self.rights & self.men.of(color, ROOK);
                if kings.is_empty() || rooks.is_empty() {
                    self.rights -= kings | rooks;
                }
            }
        }
    }
}
