//! Hands out cases to the workers and decides when to stop.

use super::Run;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Hands out the cases in order until the failure limit is reached.
///
/// The failure limit counts failures in the order of the cases, not in the order of time. Workers finish all
/// cases before the one with the last failure that counts, so results do not depend on the number of workers.
pub(super) struct WorkQueue<'t, 'r, 'a> {
    run: &'t Run<'r, 'a>,
    next: AtomicUsize,
    /// The index of the last case that counts.
    last: AtomicUsize,
    /// Whether everything that counts has been reported.
    is_closed: AtomicBool,
    /// The case of every failed check; recorded only if there is a failure limit.
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

    /// The next case to check, if any is left.
    pub(super) fn next(&self) -> Option<usize> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        (index < self.run.selected.len() && self.is_wanted(index)).then_some(index)
    }

    /// Whether the checks of a case still count.
    pub(super) fn is_wanted(&self, index: usize) -> bool {
        let is_over = self.is_closed.load(Ordering::Relaxed) || self.run.is_stopped();
        index <= self.last.load(Ordering::Relaxed) && !is_over
    }

    /// Stops handing out cases: later results are not reported.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Records that a check of a case failed. Returns whether the other checks of the case still count.
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
