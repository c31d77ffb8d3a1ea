//! The result of a count.

/// The sum of counts. `None` if it is 2^128 or more.
pub fn total(counts: impl IntoIterator<Item = u128>) -> Option<u128> {
    counts.into_iter().try_fold(0, u128::checked_add)
}

/// The perft of a position, split by its legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally<M> {
    /// The perft of the root. If the count was stopped, the sum over the finished moves.
    pub total: u128,
    /// Every legal move of the root in the order of generation, with the perft of its child one ply shallower, or
    /// `None` if that is not finished. Empty at depth 0.
    pub moves: Vec<(M, Option<u128>)>,
    /// The number of threads that counted.
    pub threads: usize,
    /// The size of the hash table in bytes. 0 if there was none.
    pub hash_bytes: usize,
}

impl<M> Tally<M> {
    /// The number of moves that are not finished.
    #[must_use]
    pub fn unfinished(&self) -> usize {
        self.moves.iter().filter(|(_, count)| count.is_none()).count()
    }

    /// Whether all moves are finished. Only then the total is the perft.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unfinished() == 0
    }

    /// Converts the moves.
    pub fn map<N>(self, mut convert: impl FnMut(M) -> N) -> Tally<N> {
        let moves = self.moves.into_iter().map(|(mv, count)| (convert(mv), count)).collect();
        Tally { total: self.total, moves, threads: self.threads, hash_bytes: self.hash_bytes }
    }
}
