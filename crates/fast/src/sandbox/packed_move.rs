//! The form of a move in this backend, and the receivers of moves.
//!
//! The same generation counts or lists moves, depending on the sink, so that the two cannot disagree.

use super::tables::Squares;

/// A move in four bytes. Whether it captures on `to` depends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove {
    /// The start square of the mover.
    pub from: u8,
    /// Its end square.
    pub to: u8,
    /// Its other effect.
    pub act: Act,
    /// A parameter of the effect.
    pub with: u8,
}

/// The effect of a move besides moving the mover from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Act {
    /// None. An induced slide is also such a move of the induced piece (SBX-QUEEN-2).
    Plain,
    /// A Pawn's own double step, after which it may be captured en passant (SBX-PAWN-2).
    Double,
    /// An en passant capture of the Pawn on `with` (SBX-PAWN-3).
    EnPassant,
    /// A promotion to the type with the index `with` (SBX-PROMOTE-1).
    Promote,
    /// An exchange of the Knight with the friend on `to` (SBX-KNIGHT-2).
    Exchange,
    /// A leap of a Lion that also captures the enemy on `with` (SBX-LION-3).
    Leap,
    /// Castling of the King with the Rook on `with` (SBX-CASTLE).
    Castle,
}

impl PackedMove {
    /// A move with an effect.
    #[inline(always)]
    pub const fn new(from: usize, to: usize, act: Act, with: usize) -> Self {
        Self { from: from as u8, to: to as u8, act, with: with as u8 }
    }

    /// A move without another effect.
    #[inline(always)]
    pub const fn simple(from: usize, to: usize) -> Self {
        Self::new(from, to, Act::Plain, 0)
    }
}

/// Receives moves.
pub trait MoveSink {
    /// Receives one move to every square of a set.
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
