//! Counts by class on several threads.

use super::meter::Meter;
use super::threads;
use crate::game::classes::{ClassCounts, ClassTable};
use crate::game::perft::classes::Walk;
use crate::game::perft::{CountError, CountObserver, Resources};
use crate::game::rules::Rules;

/// Above this ply the threads share the moves of a position.
const SHARED_PLIES: usize = 3;

/// The least number of plies left at which threads share the moves of a position. Less work is not worth a hand-over.
const SHARED_DEPTH: usize = 3;

/// Counts the legal move sequences of every length up to `depth` (GEN-PERFT), and how many of their last moves are in each class.
///
/// There is no bulk counting and no hash table: every position up to the last ply is visited. `None` if the observer stopped the count.
///
/// # Errors
/// If a text of the rules cannot be read, a count is 2^128 or more, or the system does not provide the threads.
///
/// # Panics
/// If the rules panic.
pub fn classes<R: Rules + ?Sized>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    resources: &Resources,
    observer: &CountObserver<'_>,
) -> Result<Option<ClassTable>, CountError> {
    let threads = resources.threads.get();
    let work = SharedWalk { walk: Walk::new(rules, observer), meter: Meter::new(observer) };
    let rows = threads::with(threads, &|| work.node(position, depth as usize, 0, 1.0))?;
    Ok(rows.map(|rows| ClassTable { threads, ..ClassTable::new(rows) }))
}

/// A walk that several threads share.
struct SharedWalk<'a, R: ?Sized> {
    walk: Walk<'a, R>,
    meter: Meter<'a>,
}

impl<R: Rules + ?Sized> SharedWalk<'_, R> {
    /// The rows of a position, whose tree is this fraction of the whole; `None` if the walk was stopped.
    fn node(
        &self,
        position: &R::Position,
        depth: usize,
        ply: usize,
        fraction: f64,
    ) -> Result<Option<Vec<ClassCounts>>, CountError> {
        let mut rows = vec![ClassCounts::default(); depth];
        if ply >= SHARED_PLIES || depth < SHARED_DEPTH {
            let is_done = self.walk.node(position, &mut rows, &mut Vec::new())?;
            self.meter.advance(rows.last().map_or(0, ClassCounts::nodes), fraction);
            return Ok(is_done.then_some(rows));
        }
        if self.meter.is_stopped() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        self.walk.rules.legal_moves(position, &mut moves);
        if moves.is_empty() {
            self.meter.advance(0, fraction);
            return Ok(Some(rows));
        }
        let before = self.walk.rules.position_data(position)?;
        let fraction = fraction / moves.len() as f64;
        let below = |index: usize| -> Result<_, CountError> {
            let mv = &moves[index];
            let child = self.walk.rules.play(position, mv);
            let set = self.walk.sort(position, &before, mv, &child)?;
            let below = self.node(&child, depth - 1, ply + 1, fraction)?;
            Ok(below.map(|below| (set, below)))
        };
        let below = threads::each(moves.len(), &below)?;
        let Some(below) = below.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        for (set, counts) in below {
            rows[0].add(set);
            for (row, counts) in rows[1..].iter_mut().zip(&counts) {
                *row = std::mem::take(row).plus(counts, 1).ok_or(CountError::Overflow)?;
            }
        }
        Ok(Some(rows))
    }
}
