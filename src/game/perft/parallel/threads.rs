//! Threads that share the moves of a position.
//!
//! It knows numbers of moves, not rules, so that it is compiled once and not for the rules of every variant. Handing over the tree
//! below a move takes much longer than the dynamic call.

use crate::game::perft::CountError;
use rayon::prelude::*;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, OnceLock};
use std::thread;

/// The stack of a thread in bytes. A thread that waits for others takes other work meanwhile, so several lines of play may be on its
/// stack.
pub(super) const THREAD_STACK: usize = 16 << 20;

/// Threads with stacks that are large enough for a count.
fn pool(threads: usize) -> Result<ThreadPool, CountError> {
    // A thread that ran before the system refuses a later one would find no memory for what it needs itself, and end the program.
    let all_started = Arc::new(OnceLock::<bool>::new());
    let start = |worker: ThreadBuilder| {
        let all_started = Arc::clone(&all_started);
        let run = move || {
            if *all_started.wait() {
                worker.run();
            }
        };
        thread::Builder::new().stack_size(THREAD_STACK).spawn(run).map(drop)
    };
    let pool = ThreadPoolBuilder::new().num_threads(threads).spawn_handler(start).build();
    all_started.get_or_init(|| pool.is_ok());
    pool.map_err(|error| CountError::Threads { threads, reason: error.to_string() })
}

/// Does the work on these threads.
///
/// # Errors
/// If the system does not provide the threads, or the work fails.
pub(super) fn with<T: Send>(
    threads: usize,
    work: &(dyn Fn() -> Result<T, CountError> + Sync),
) -> Result<T, CountError> {
    pool(threads)?.install(work)
}

/// The results for all numbers below `count`, in their order, by all idle threads.
///
/// # Errors
/// If one of them fails; the others may be left out then.
pub(super) fn each<T: Send, E: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, E> + Sync),
) -> Result<Vec<T>, E> {
    (0..count).into_par_iter().map(work).collect()
}
