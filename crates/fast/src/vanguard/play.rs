//! A move: its form, its effects, and its form in the notation.
//!
//! A [`PackedMove`] has a meaning only with its board, which has the captures on the end square and on the way, and the promotion.

use super::board::Board;
use super::moves::MoveSink;
use super::tables::{GRID, KINDS, Set, Tables, kind};
use vperft::inner::game::notation::Move;
use vperft::inner::game::position::MAX_COUNTER;
use vperft::inner::game::variant::{Color, Piece};

/// The effect of a move besides going to its end square and capturing there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// None.
    None,
    /// A capture on this square.
    Capture(u8),
    /// Captures of all enemies on the way.
    Sweep,
    /// An exchange with the friend on the end square.
    Exchange,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove {
    /// The start square of the mover.
    pub from: u8,
    /// The end square.
    pub to: u8,
    /// Its other effect.
    pub effect: Effect,
}

impl PackedMove {
    /// The squares of its captures, without that on the end square.
    #[inline(always)]
    pub fn removals(self, tables: &Tables, board: &Board) -> Set {
        match self.effect {
            Effect::None | Effect::Exchange => Set::EMPTY,
            Effect::Capture(square) => Set::single(usize::from(square)),
            Effect::Sweep => {
                let way = tables.between(usize::from(self.from), usize::from(self.to));
                way & board.colors[1 - board.turn]
            }
        }
    }
}

/// The type of a piece after it arrives on a square (VAN-PROMOTE).
#[inline(always)]
pub fn promoted(tables: &Tables, color: usize, kind: usize, square: usize) -> usize {
    if kind >= kind::PAWN && tables.last[color].contains(square) {
        match kind {
            kind::PAWN => kind::KNIGHT,
            kind::SOLDIER => kind::HELEPOLIS,
            _ => kind::LANCER,
        }
    } else {
        kind
    }
}

/// The child by a move.
#[inline(always)]
pub fn play(tables: &Tables, board: &Board, packed: PackedMove) -> Board {
    let (us, them) = (board.turn, 1 - board.turn);
    let (from, to) = (usize::from(packed.from), usize::from(packed.to));
    let mut child = *board;
    let kind = child.take(from, us);
    let mut resets = kind >= kind::PAWN;
    if packed.effect == Effect::Exchange {
        let partner = child.take(to, us);
        child.put(from, us, promoted(tables, us, partner, from));
        child.put(to, us, kind);
    } else {
        let removals = packed.removals(tables, board) | Set::single(to) & board.colors[them];
        if !removals.is_empty() {
            resets = true;
            removals.each(|square| {
                child.take(square, them);
            });
            child.succeed(them);
        }
        child.put(to, us, promoted(tables, us, kind, to));
    }
    child.halfmove = if resets { 0 } else { (board.halfmove + 1).min(MAX_COUNTER) };
    child.fullmove = (board.fullmove + us as u32).min(MAX_COUNTER);
    child.turn = them;
    child
}

/// A move in the form of the notation.
pub fn describe(tables: &Tables, board: &Board, packed: PackedMove) -> Move {
    let us = board.turn;
    let (from, to) = (usize::from(packed.from), usize::from(packed.to));
    let piece = board.piece(from);
    let mut mv = Move::new(piece, GRID.square(from), GRID.square(to));
    let become_on = |kind, square| Piece::new(Color::BOTH[us], KINDS[promoted(tables, us, kind, square)]);
    if packed.effect == Effect::Exchange {
        return mv.placing(mv.from, become_on(board.kind(to), from));
    }
    for square in packed.removals(tables, board) {
        mv = mv.removing(GRID.square(square));
    }
    let becomes = become_on(board.kind(from), to);
    if becomes == piece { mv } else { mv.placing(GRID.square(to), becomes) }
}

/// Lists moves.
#[derive(Debug)]
pub struct List<'a>(pub &'a mut Vec<PackedMove>);

impl List<'_> {
    #[inline(always)]
    fn add(&mut self, from: usize, to: usize, effect: Effect) {
        self.0.push(PackedMove { from: from as u8, to: to as u8, effect });
    }
}

impl MoveSink for List<'_> {
    #[inline(always)]
    fn simple(&mut self, from: usize, targets: Set) {
        targets.each(|to| self.add(from, to, Effect::None));
    }

    #[inline(always)]
    fn rifle(&mut self, from: usize, targets: Set) {
        targets.each(|target| self.add(from, from, Effect::Capture(target as u8)));
    }

    #[inline(always)]
    fn shots(&mut self, from: usize, targets: Set) {
        targets.each(|target| {
            self.add(from, usize::midpoint(from, target), Effect::Capture(target as u8));
        });
    }

    #[inline(always)]
    fn strikes(&mut self, from: usize, first: usize, targets: Set) {
        targets.each(|to| self.add(from, to, Effect::Capture(first as u8)));
    }

    #[inline(always)]
    fn sweeps(&mut self, from: usize, targets: Set) {
        targets.each(|to| self.add(from, to, Effect::Sweep));
    }

    #[inline(always)]
    fn exchanges(&mut self, from: usize, partners: Set) {
        partners.each(|to| self.add(from, to, Effect::Exchange));
    }
}
