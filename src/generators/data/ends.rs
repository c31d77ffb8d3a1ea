//! The values of `variant.json` by which a game ends, and where castling leads. A mutant has others.

use crate::game::variant::{Castling, Dead, Extinction, Goal, Repetition, Results, Status, Variant};

/// Values that decide how a game ends, and where castling leads.
#[derive(Clone, Debug)]
pub struct Ends {
    /// What checkmate, stalemate and repetition are worth.
    pub results: Results,
    /// The plies without a capture or a Pawn move after which a game is drawn.
    pub counter_limit: Option<u32>,
    /// The positions that nobody can win.
    pub dead: Vec<Dead>,
    /// The results of a side with few pieces of some kinds.
    pub extinction: Vec<Extinction>,
    /// The squares to reach.
    pub goals: Vec<Goal>,
    /// The pieces that castle, and where they go.
    pub castling: Option<Castling>,
    /// The statuses that a game may have.
    statuses: Vec<Status>,
}

impl Ends {
    /// The values of a variant.
    #[must_use]
    pub fn of(variant: &Variant) -> Self {
        Self {
            results: variant.results.clone(),
            counter_limit: variant.counter_limit,
            dead: variant.dead.clone(),
            extinction: variant.extinction.clone(),
            goals: variant.goals.clone(),
            castling: variant.castling,
            statuses: variant.statuses.clone(),
        }
    }

    /// The status of a side without a legal move that is in check or not.
    #[must_use]
    pub fn without_moves(&self, is_check: bool) -> Status {
        self.results.without_moves(&self.statuses, is_check)
    }

    /// The occurrence of a position that counts, and the result of the side to move; `None` if repetition ends no game.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        self.results.counted_repetition(&self.statuses)
    }
}
