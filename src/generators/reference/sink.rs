//! The receivers of pseudo-legal moves.

use crate::game::board::{Square, Step};
use crate::game::notation::Move;

/// Receives moves. The same piece functions list moves or find attacks, depending on the sink.
pub trait MoveSink {
    /// Receives one move.
    fn push(&mut self, mv: Move);

    /// Whether the sink needs no further moves.
    #[inline]
    fn is_full(&self) -> bool {
        false
    }

    /// Whether the sink may need moves from a square that capture at most `reach` King steps away.
    #[inline]
    fn is_within(&self, _from: Square, _reach: u8) -> bool {
        true
    }

    /// Whether the sink may need moves along the ray from a square in a direction. Most of the cost of finding attacks is following rays
    /// without success.
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

/// Finds out whether a move captures on a square.
pub(super) struct Capture {
    target: Square,
    found: bool,
}

impl Capture {
    /// Looks for captures on this square, which has an enemy of the mover.
    pub const fn at(target: Square) -> Self {
        Self { target, found: false }
    }

    /// Whether there was such a move.
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
