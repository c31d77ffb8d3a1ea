//! Counts by class: walks to the last move of every sequence and sorts it.

use super::{CountError, CountObserver};
use crate::game::classes::{self, ClassCounts, ClassSet};
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::variant::Variant;

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
