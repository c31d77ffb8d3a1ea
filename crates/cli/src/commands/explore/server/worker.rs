//! A thread that answers requests, one after the other.
//!
//! Backends stay on the thread that opened them, and a long answer does not keep the connections waiting.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use tokio::sync::oneshot;
use vperft_pages::explore::Explorer;

/// The stack of the thread, as deep as that of a command.
const THREAD_STACK: usize = 8 << 20;

/// A request and where its reply goes.
struct Job {
    request: String,
    is_stopped: Arc<AtomicBool>,
    reply: oneshot::Sender<String>,
}

/// The sending end of the thread.
#[derive(Clone)]
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
}

/// Ends the work on a request when no client waits for its reply any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// If there is no thread.
    pub fn start(explorer: Arc<impl Fn() -> Explorer + Send + Sync + 'static>) -> io::Result<Self> {
        let (jobs, received) = mpsc::channel::<Job>();
        let work = move || {
            let mut current = explorer();
            for Job { request, is_stopped, reply } in received {
                if is_stopped.load(Ordering::Relaxed) {
                    continue;
                }
                let stopped = || is_stopped.load(Ordering::Relaxed);
                match catch_unwind(AssertUnwindSafe(|| current.answer(&request, &stopped))) {
                    // The page may have left.
                    Ok(answer) => drop(reply.send(answer)),
                    Err(_) => current = explorer(),
                }
            }
        };
        thread::Builder::new().name("explore".into()).stack_size(THREAD_STACK).spawn(work)?;
        Ok(Self { jobs })
    }

    /// The reply to a request. `None` if its answer panicked. Dropping the future ends the work.
    pub async fn ask(&self, request: String) -> Option<String> {
        let is_stopped = Arc::new(AtomicBool::new(false));
        let _stop = StopOnDrop(Arc::clone(&is_stopped));
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job { request, is_stopped, reply }).ok()?;
        answer.await.ok()
    }
}
