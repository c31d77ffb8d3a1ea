//! Where pseudo-legal moves go as they are found.

use crate::game::board::{Square, Step};
use crate::game::notation::Move;

/// Takes moves. The same piece functions list moves and find attacks, depending on the sink they pour into.
pub trait MoveSink {
    /// Takes one move.
    fn push(&mut self, mv: Move);

    /// Whether further moves are of no interest.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }

    /// Whether moves that capture at most so many squares away, counted as King steps, may be of interest.
    #[inline]
    fn is_within(&self, _from: Square, _reach: u8) -> bool {
        true
    }

    /// Whether a move that ends on the ray from a square in a direction may be of interest. Going along a ray
    /// in vain is most of the cost of looking for attacks.
    #[inline]
    fn wants(&self, _from: Square, _step: Step) -> bool {
        true
    }
}

impl MoveSink for Vec<Move> {
    #[inline]
    fn push(&mut self, mv: Move) {
        Self::push(self, mv);
    }
}

/// Looks for a move that captures on one square.
pub(super) struct Capture {
    target: Square,
    found: bool,
}

impl Capture {
    /// Looks for a capture on this square, where an enemy of the mover stands.
    pub const fn of(target: Square) -> Self {
        Self { target, found: false }
    }

    /// Whether such a move was found.
    pub const fn is_found(&self) -> bool {
        self.found
    }
}

impl MoveSink for Capture {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.found |= mv.to == Some(self.target) || mv.removals.contains(self.target);
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.found
    }

    #[inline]
    fn is_within(&self, from: Square, reach: u8) -> bool {
        let (files, ranks) =
            (self.target.file().abs_diff(from.file()), self.target.rank().abs_diff(from.rank()));
        files.max(ranks) <= reach
    }

    #[inline]
    fn wants(&self, from: Square, step: Step) -> bool {
        let files = self.target.file() as i8 - from.file() as i8;
        let ranks = self.target.rank() as i8 - from.rank() as i8;
        let is_parallel = files * step.ranks == ranks * step.files;
        is_parallel && files * step.files + ranks * step.ranks > 0
    }
}
