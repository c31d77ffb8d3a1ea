//! The answer of a count.

/// The sum of counts; none if it is 2^128 or more.
pub fn total(counts: impl IntoIterator<Item = u128>) -> Option<u128> {
    counts.into_iter().try_fold(0, u128::checked_add)
}

/// What was counted below each move of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally<M> {
    /// The perft of the root; if the count was stopped, the sum over the moves that are finished.
    pub total: u128,
    /// Every legal move of the root, in the order in which it was generated, with the perft of its child one
    /// ply shallower if that is finished. Empty at depth 0.
    pub moves: Vec<(M, Option<u128>)>,
    /// How many threads counted.
    pub threads: usize,
    /// How many bytes the hash table took; 0 if there was none.
    pub hash_bytes: usize,
}

impl<M> Tally<M> {
    /// How many moves are not finished.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.moves.iter().filter(|(_, count)| count.is_none()).count()
    }

    /// Whether all moves are finished, so that the total is the perft.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unfinished() == 0
    }

    /// The tally with the moves written in another way.
    pub fn map<N>(self, mut write: impl FnMut(M) -> N) -> Tally<N> {
        let moves = self.moves.into_iter().map(|(mv, count)| (write(mv), count)).collect();
        Tally { total: self.total, moves, threads: self.threads, hash_bytes: self.hash_bytes }
    }
}
