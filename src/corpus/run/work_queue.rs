//! Which case is checked next, and when it is enough.

use super::Run;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Hands the cases out to the workers, in their order, until so many checks have failed as end the run.
///
/// The last case that counts is the one with the last of these failures, counted in the order of the cases: so the results are
/// the same whatever the number of workers, and those that are at a case before it go on.
pub(super) struct WorkQueue<'t, 'r, 'a> {
    run: &'t Run<'r, 'a>,
    next: AtomicUsize,
    /// The last case that counts.
    last: AtomicUsize,
    /// Whether all that counts is told.
    is_closed: AtomicBool,
    /// The case of every check that failed, if that matters.
    failed: Mutex<Vec<usize>>,
}

impl<'t, 'r, 'a> WorkQueue<'t, 'r, 'a> {
    pub(super) fn new(run: &'t Run<'r, 'a>) -> Self {
        let last = AtomicUsize::new(usize::MAX);
        Self {
            run,
            next: AtomicUsize::new(0),
            last,
            is_closed: AtomicBool::new(false),
            failed: Mutex::default(),
        }
    }

    /// The next case, if there is one to be checked.
    pub(super) fn next(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.run.selected.len() && self.is_wanted(index)).then_some(index)
    }

    /// Whether the checks of a case still matter.
    pub(super) fn is_wanted(&self, index: usize) -> bool {
        let is_over = self.is_closed.load(Ordering::Relaxed) || (self.run.is_interrupted)();
        index <= self.last.load(Ordering::Relaxed) && !is_over
    }

    /// Hands nothing out any more: whatever else is found is not told.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Takes in that a check of a case failed. Returns whether the other checks of the case still matter.
    pub(super) fn record_failure(&self, index: usize) -> bool {
        let Some(most) = self.run.max_failures.map(NonZeroUsize::get) else { return true };
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.push(index);
        failed.sort_unstable();
        if let Some(&last) = failed.get(most - 1) {
            self.last.store(last, Ordering::Relaxed);
        }
        failed.iter().filter(|&&other| other <= index).count() < most
    }
}
