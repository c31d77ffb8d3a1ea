//! Where pseudo-legal moves go as they are found.

use crate::board::Square;
use crate::notation::Move;

/// Takes moves. The same piece functions list moves and find attacks, depending on the sink they pour into.
pub trait Sink {
    /// Takes one move.
    fn push(&mut self, mv: Move);

    /// Whether further moves are of no interest.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }
}

impl Sink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }
}

/// Looks for a move that captures on one square.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    target: Square,
    found: bool,
}

impl Capture {
    /// Looks for a capture on this square, where an enemy of the mover stands.
    #[must_use]
    pub const fn of(target: Square) -> Self {
        Self { target, found: false }
    }

    /// Whether such a move was found.
    #[must_use]
    pub const fn is_found(&self) -> bool {
        self.found
    }
}

impl Sink for Capture {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.found |= mv.to == Some(self.target) || mv.removals.contains(self.target);
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }
}
