//! Spreads work over threads. Knows nothing of what the work is.
//!
//! Invariant: where the system does not give all the threads, that is an error, and no work is begun.

use std::hint;
use std::io;
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// The memory that there must be room for before one more thread is started, in bytes. One that finds none for itself while it
/// begins ends the whole program, and no error is told.
const ROOM: usize = 8 << 20;
/// How long a thread may take to begin.
const PATIENCE: Duration = Duration::from_secs(10);

/// The system does not give these threads.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot start {0}")]
pub(crate) struct NoThreads(String);

/// Work for a thread that ends before the scope does.
pub(crate) type Work<'scope, T> = Box<dyn FnOnce() -> T + Send + 'scope>;

/// Starts a thread for each work; they begin when all of them are there. What a thread returns is there: it has begun.
///
/// # Errors
/// If the system does not give that many. No work is done then.
pub(crate) fn together<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    works: Vec<Work<'scope, T>>,
) -> Result<Vec<ScopedJoinHandle<'scope, Option<T>>>, NoThreads> {
    let (threads, are_there) = (works.len(), Arc::new(OnceLock::<bool>::new()));
    let start = |work: Work<'scope, T>| {
        let are_there = Arc::clone(&are_there);
        begun(|begins| {
            thread::Builder::new().spawn_scoped(scope, move || {
                let _ = begins.send(());
                are_there.wait().then(work)
            })
        })
    };
    let started = works.into_iter().map(start).collect::<io::Result<Vec<_>>>();
    are_there.get_or_init(|| started.is_ok());
    started.map_err(|error| NoThreads(format!("{threads} threads: {error}")))
}

/// Starts a thread, which says through the channel that it has begun, and waits until it has: what it needs to begin is taken then,
/// and what is left can be told.
fn begun<T>(start: impl FnOnce(Sender<()>) -> io::Result<T>) -> io::Result<T> {
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(ROOM)?;
    drop(hint::black_box(room));
    let (begins, has_begun) = channel();
    let thread = start(begins)?;
    let late = |_| io::Error::new(io::ErrorKind::TimedOut, "a thread has not begun in 10 s");
    has_begun.recv_timeout(PATIENCE).map_err(late)?;
    Ok(thread)
}

/// What a thread has returned.
///
/// # Panics
/// As the thread does.
pub(crate) fn join<T>(thread: ScopedJoinHandle<'_, Option<T>>) -> T {
    let returned = thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload));
    returned.expect("it is joined where all have begun")
}

/// Does the work of these numbers, from 0, with so many workers; the results have the order of the numbers. Every worker
/// has a state of its own.
///
/// # Errors
/// If the system gives no threads.
///
/// # Panics
/// If the work panics.
pub(crate) fn spread<S: Default, T: Send>(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(&mut S, usize) -> T + Sync),
) -> Result<Vec<T>, NoThreads> {
    spread_while(count, jobs, &|state, index| Some(work(state, index)))
}

/// As [`spread`], until there is no result any more for a number and all after it.
///
/// # Errors
/// As [`spread`].
///
/// # Panics
/// As [`spread`] does.
pub(crate) fn spread_while<S: Default, T: Send>(
    count: usize,
    jobs: usize,
    work: &(dyn Fn(&mut S, usize) -> Option<T> + Sync),
) -> Result<Vec<T>, NoThreads> {
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
        let works = (0..jobs.clamp(1, count.max(1))).map(|_| Box::new(worker) as Work<'_, _>).collect();
        Ok(together(scope, works)?.into_iter().flat_map(join).collect::<Vec<_>>())
    })?;
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Starts a thread of a pool, and waits until it has begun.
///
/// # Errors
/// If the system does not give it.
#[cfg(feature = "threads")]
pub(crate) fn spawn(thread: rayon::ThreadBuilder) -> io::Result<()> {
    let mut builder = thread::Builder::new();
    if let Some(bytes) = thread.stack_size() {
        builder = builder.stack_size(bytes);
    }
    begun(|begins| {
        builder.spawn(move || {
            let _ = begins.send(());
            thread.run();
        })
    })
    .map(drop)
}

/// Has the threads that iterators in parallel share started.
///
/// # Errors
/// If the system does not give them.
#[cfg(feature = "cli")]
pub(crate) fn start_shared() -> Result<(), NoThreads> {
    static STARTED: OnceLock<Result<(), NoThreads>> = OnceLock::new();
    let start = || rayon::ThreadPoolBuilder::new().spawn_handler(spawn).build_global();
    STARTED
        .get_or_init(|| start().map_err(|error| NoThreads(format!("the threads to work with: {error}"))))
        .clone()
}
