//! Spreads work over threads. Does not know what the work is.
//!
//! Invariant: if the system does not provide all the threads, that is an error, and no work is begun.

use std::io;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Scope, ScopedJoinHandle};

/// The system does not provide this many threads.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot start {0}")]
pub struct NoThreads(pub(crate) String);

/// Work for a thread that ends before the scope does.
pub type Work<'scope, T> = Box<dyn FnOnce() -> T + Send + 'scope>;

/// Starts a thread for each work. No work begins before every thread has started.
///
/// # Errors
/// If the system does not provide that many threads. No work is done then.
pub fn spawn_all<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    works: Vec<Work<'scope, T>>,
) -> Result<Vec<ScopedJoinHandle<'scope, Option<T>>>, NoThreads> {
    let (threads, all_started) = (works.len(), Arc::new(OnceLock::<bool>::new()));
    let start = |work: Work<'scope, T>| {
        let all_started = Arc::clone(&all_started);
        thread::Builder::new().spawn_scoped(scope, move || all_started.wait().then(work))
    };
    let started = works.into_iter().map(start).collect::<io::Result<Vec<_>>>();
    all_started.get_or_init(|| started.is_ok());
    started.map_err(|error| NoThreads(format!("{threads} threads: {error}")))
}

/// The value a thread has returned.
///
/// # Panics
/// As the thread does.
pub fn join<T>(thread: ScopedJoinHandle<'_, Option<T>>) -> T {
    let returned = thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
    returned.expect("threads are joined only if all have started")
}

/// Calls `work` with every number below `count`, on `jobs` threads. The results are in the order of the numbers. Every thread has a
/// state of its own.
///
/// # Errors
/// If the system does not provide the threads.
///
/// # Panics
/// If the work panics.
pub fn spread<S: Default, T: Send>(
    count: usize,
    jobs: usize,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Result<Vec<T>, NoThreads> {
    spread_while(count, jobs, |state, index| Some(work(state, index)))
}

/// The same, until `work` returns `None`: that number and all later ones have no result.
///
/// # Errors
/// As [`spread`].
///
/// # Panics
/// As [`spread`] does.
pub fn spread_while<S: Default, T: Send>(
    count: usize,
    jobs: usize,
    work: impl Fn(&mut S, usize) -> Option<T> + Sync,
) -> Result<Vec<T>, NoThreads> {
    // Workers take one number at a time, so that expensive items are spread over them.
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
        let works = (0..jobs.clamp(1, count.max(1))).map(|_| Box::new(worker) as Work<'_, _>).collect();
        Ok(spawn_all(scope, works)?.into_iter().flat_map(join).collect::<Vec<_>>())
    })?;
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
