//! Spreads work over threads. Knows nothing of what the work is.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

/// Does the work of these numbers, from 0, with so many workers; the results have the order of the numbers. Every worker
/// has a state of its own.
///
/// # Panics
/// If the operating system gives no threads, or the work panics.
pub(crate) fn spread<S: Default, T: Send>(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(&mut S, usize) -> T + Sync),
) -> Vec<T> {
    spread_while(count, jobs, &|state, index| Some(work(state, index)))
}

/// As [`spread`], until there is no result any more for a number and all after it.
///
/// # Panics
/// As [`spread`] does.
pub(crate) fn spread_while<S: Default, T: Send>(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(&mut S, usize) -> Option<T> + Sync),
) -> Vec<T> {
    // Each takes the next piece when it has finished one, so that the dear ones do not pile up with one worker.
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut state = S::default();
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return done;
            }
            let Some(result) = work(&mut state, index) else { return done };
            done.push((index, result));
        }
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.clamp(1, count.max(1))).map(|_| scope.spawn(worker)).collect();
        let join = |worker: ScopedJoinHandle<'_, Vec<_>>| {
            worker.join().unwrap_or_else(|payload| panic::resume_unwind(payload))
        };
        workers.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
