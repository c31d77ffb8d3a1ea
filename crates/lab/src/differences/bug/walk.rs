//! The bug file of a wrong count, walked down to what is wrong.

use super::file::Bug;
use super::make::ReproContext;
use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::descend::{Descent, ReportedCounts, Side, descend};
use crate::differences::search::{SearchEnd, SearchObserver};
use crate::differences::shrink::{ShrinkSettings, shrink};
use vperft::inner::backend::BackendError;
use vperft::inner::corpus::question::Query;

/// The most questions to both sides to make one position smaller.
const MAX_REQUESTS: u64 = 600;

impl ReproContext<'_> {
    /// The file about the cause of a wrong count: the smallest position that shows it, and the clauses that decide there. `None` if
    /// the bug is not about a count, or no cause is found.
    ///
    /// # Errors
    /// If the trusted side does not answer.
    pub fn walked_down(
        &self,
        bug: &Bug,
        clause_switch: &ClauseSwitch<'_>,
        [a, b]: [&mut Side<'_>; 2],
        observer: &SearchObserver<'_>,
    ) -> Result<Option<Bug>, BackendError> {
        let (root, depth) = match &bug.question {
            Query::Ask(question) if bug.question.is_count() => (bug.path(), question.depth().unwrap_or(1)),
            _ => return Ok(None),
        };
        let descent = Descent { root, depth, causes: 1 };
        let found = descend(&descent, a, Some(b), &ReportedCounts::default(), observer)?;
        let Some(cause) = found.causes.first() else { return Ok(None) };
        let below = u32::try_from(cause.path.len()).unwrap_or(depth);
        let shrinking = ShrinkSettings {
            variant: self.variant,
            rulings: self.rulings,
            root,
            depth: depth.saturating_sub(below),
            max_requests: MAX_REQUESTS,
            clause_switch: Some(clause_switch),
            accepts: None,
        };
        let small = shrink(&shrinking, cause, a, b, observer)?;
        match small.end {
            SearchEnd::NotReproduced => self.of_cause(cause, root, depth, a, Some(b)),
            _ => self.of_shrunk(&small, shrinking.depth, a, b),
        }
    }
}
