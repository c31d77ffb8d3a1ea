//! Counts by other conventions than GEN-PERFT: what becomes of games that end before the last ply, and of moves that
//! can be made in several ways.
//!
//! The positions of every ply are collected with the number of move sequences that lead to them, so that each is asked
//! about once.

use std::collections::HashMap;
use vperft::inner::backend::{BackendError, VariantBackend};
use vperft::inner::game::rules::Status;

/// The most positions of a ply that are asked about.
const MAX_POSITIONS: usize = 250_000;

/// The number of move sequences that lead to a position.
#[derive(Clone, Copy, Debug, Default)]
struct Sequences {
    /// All of them.
    all: u128,
    /// Those that pass no drawn position.
    undrawn: u128,
}

/// The sums over a tree from which the conventions follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EndCounts {
    /// The sequences that reach the last ply.
    whole: u128,
    /// Those of them that pass no drawn position.
    undrawn: u128,
    /// The sequences that end early because there is no legal move.
    ended: u128,
    /// Those of them that pass no drawn position.
    ended_undrawn: u128,
    /// The sequences to the first drawn position on their way, if it comes early and has legal moves.
    drawn: u128,
    /// The sequences that reach the last ply if its moves are listed once for each way of making them; `None` without
    /// rules that list them so.
    listed: Option<u128>,
}

impl EndCounts {
    /// Collects the sums of the tree below a position. `lister` knows the rules that list a move once for each way of
    /// making it.
    ///
    /// Returns `None` if a ply has too many positions, or if `is_stopped` says so.
    ///
    /// # Errors
    /// If a backend fails, or `view` does not report statuses.
    pub fn collect(
        view: &mut dyn VariantBackend,
        mut lister: Option<&mut dyn VariantBackend>,
        vfen: &str,
        depth: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, BackendError> {
        let mut sums = Self { listed: lister.as_ref().map(|_| 0), ..Self::default() };
        let mut ply = HashMap::from([(vfen.to_owned(), Sequences { all: 1, undrawn: 1 })]);
        for left in (1..=depth).rev() {
            let mut next: HashMap<String, Sequences> = HashMap::new();
            for (vfen, sequences) in &ply {
                if is_stopped() || next.len() > MAX_POSITIONS {
                    return Ok(None);
                }
                let path = vfen.as_str().into();
                // The positions after the last ply are only counted.
                let children = if left > 1 { view.children(path)? } else { Vec::new() };
                let moves = if left > 1 { children.len() as u128 } else { view.perft(path, 1)? };
                let mut below = *sequences;
                if moves == 0 {
                    sums.ended += sequences.all;
                    sums.ended_undrawn += sequences.undrawn;
                } else if view.status(path)? != Status::Ongoing {
                    sums.drawn += sequences.undrawn;
                    below.undrawn = 0;
                }
                if left == 1 {
                    sums.whole += below.all * moves;
                    sums.undrawn += below.undrawn * moves;
                    if let (Some(sum), Some(lister)) = (&mut sums.listed, &mut lister) {
                        *sum += below.all * lister.perft(path, 1)?;
                    }
                }
                for (_, child) in children {
                    let entry = next.entry(child).or_default();
                    entry.all += below.all;
                    entry.undrawn += below.undrawn;
                }
            }
            ply = next;
        }
        Ok(Some(sums))
    }

    /// The name of each convention, its description, and the count by it.
    pub fn conventions(&self) -> Vec<(&'static str, &'static str, u128)> {
        let ends = self.undrawn + self.drawn;
        let mut all = vec![
            (
                "game-ends-counted",
                "a game that ends before the last ply is counted as one",
                self.whole + self.ended,
            ),
            ("draws-end", "a drawn game goes no further, and is not counted", self.undrawn),
            ("draws-end-counted", "a drawn game goes no further, and is counted as one", ends),
            (
                "all-ends-counted",
                "a drawn game goes no further; every game that ends before the last ply is counted as one",
                ends + self.ended_undrawn,
            ),
        ];
        all.extend(self.listed.map(|listed| {
            let words = "a move of the last ply is counted once for each way of making it (GEN-MOVE)";
            ("last-ply-duplicates", words, listed)
        }));
        all
    }
}
