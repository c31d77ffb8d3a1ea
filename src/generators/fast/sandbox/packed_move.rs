//! A move as this backend writes it, and what receives the moves of a generation.
//!
//! Counting and listing are the same generation into different sinks, so that they cannot disagree.

use super::tables::Squares;

/// A move in four bytes. Whether an enemy falls on `to` is for the board to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove {
    /// Where the mover starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// What happens beside that.
    pub act: Act,
    /// What the act needs to know.
    pub with: u8,
}

/// What a move does beside taking its mover from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Act {
    /// Nothing. An induced slide too is a plain move of the induced piece (SBX-QUEEN-2).
    Plain,
    /// A Pawn's own double step, which may be taken in passing (SBX-PAWN-2).
    Double,
    /// A capture in passing (SBX-PAWN-3), of the Pawn on `with`.
    EnPassant,
    /// The Pawn becomes the type with index `with` (SBX-PROMOTE-1).
    Promote,
    /// The Knight and the friend on `to` change places (SBX-KNIGHT-2).
    Exchange,
    /// A Lion also takes the enemy on `with`, over which it leaps (SBX-LION-3).
    Leap,
    /// The King castles with the Rook on `with` (SBX-CASTLE).
    Castle,
}

impl PackedMove {
    /// A move that needs to know one thing more.
    #[inline(always)]
    pub const fn new(from: usize, to: usize, act: Act, with: usize) -> Self {
        Self { from: from as u8, to: to as u8, act, with: with as u8 }
    }

    /// A move without more.
    #[inline(always)]
    pub const fn plain(from: usize, to: usize) -> Self {
        Self::new(from, to, Act::Plain, 0)
    }
}

/// Receives moves.
pub trait MoveSink {
    /// One move to every square of a set.
    fn each(&mut self, to: Squares, packed: impl Fn(usize) -> PackedMove);
}

/// Counts moves.
#[derive(Debug)]
pub struct Count(pub u64);

impl MoveSink for Count {
    #[inline(always)]
    fn each(&mut self, to: Squares, _: impl Fn(usize) -> PackedMove) {
        self.0 += u64::from(to.len());
    }
}

/// Lists moves.
#[derive(Debug)]
pub struct List<'a>(pub &'a mut Vec<PackedMove>);

impl MoveSink for List<'_> {
    #[inline(always)]
    fn each(&mut self, to: Squares, packed: impl Fn(usize) -> PackedMove) {
        to.each(|square| self.0.push(packed(square)));
    }
}
