//! Counts by class: walks to the last move of every sequence and sorts it.

use super::{CountError, CountObserver, Resources};
use crate::game::classes::{self, ClassCounts, ClassSet, ClassTable};
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::variant::Variant;

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
    #[cfg(feature = "fast")]
    return super::parallel::classes(rules, position, depth, resources, observer);
    #[cfg(not(feature = "fast"))]
    {
        let _ = resources;
        let mut rows = vec![ClassCounts::default(); depth as usize];
        let is_done = Walk::new(rules, observer).node(position, &mut rows, &mut Vec::new())?;
        Ok(is_done.then(|| ClassTable::new(rows)))
    }
}

/// The least number of plies left at which the observer is asked whether to stop.
const OBSERVED_PLIES: usize = 3;

/// A walk over the sequences.
pub(super) struct Walk<'a, R: ?Sized> {
    pub rules: &'a R,
    variant: &'static Variant,
    reads_children: bool,
    observer: &'a CountObserver<'a>,
}

impl<'a, R: Rules + ?Sized> Walk<'a, R> {
    pub fn new(rules: &'a R, observer: &'a CountObserver<'a>) -> Self {
        let variant = Variant::get(rules.variant());
        Self { rules, variant, reads_children: classes::reads_children(variant), observer }
    }

    /// The classes of a move from `position`, which is `before` as data, to `child`.
    pub fn sort(
        &self,
        position: &R::Position,
        before: &Position,
        mv: &R::Move,
        child: &R::Position,
    ) -> Result<ClassSet, CountError> {
        let data = self.rules.move_data(position, mv, before)?;
        let mut set = classes::of_move(self.variant, before, &data);
        if self.reads_children {
            set = set | classes::of_child(self.variant, before, &self.rules.position_data(child)?);
        }
        let is_check = self.variant.has_check && self.rules.is_check(child)?;
        Ok(set | classes::of_end(self.rules.status(child, 1), is_check))
    }

    /// Adds the sequences from a position to `rows`, one row for each length. `stack` holds the moves of the positions above, and is
    /// unchanged afterwards unless the walk ended early. Returns whether it was not stopped.
    pub fn node(
        &self,
        position: &R::Position,
        rows: &mut [ClassCounts],
        stack: &mut Vec<R::Move>,
    ) -> Result<bool, CountError> {
        let Some((row, below)) = rows.split_first_mut() else { return Ok(true) };
        if below.len() + 1 >= OBSERVED_PLIES && self.observer.is_stopped() {
            return Ok(false);
        }
        let base = stack.len();
        self.rules.legal_moves(position, stack);
        if stack.len() > base {
            let before = self.rules.position_data(position)?;
            for index in base..stack.len() {
                let child = self.rules.play(position, &stack[index]);
                row.add(self.sort(position, &before, &stack[index], &child)?);
                if !below.is_empty() && !self.node(&child, below, stack)? {
                    return Ok(false);
                }
            }
        }
        stack.truncate(base);
        Ok(true)
    }
}
