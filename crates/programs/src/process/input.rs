//! Writes to the stdin of a program in a thread, so that a program that does not read cannot block the harness.

use super::PipeError;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// The number of unread bytes from which the sender waits.
const MAX_QUEUED: usize = 64 << 10;

#[derive(Default)]
struct Queue {
    bytes: Vec<u8>,
    /// No more lines will be queued.
    is_closed: bool,
    /// The program has closed its stdin.
    is_broken: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stdin of a program.
pub(super) struct Input(Arc<Shared>);

impl Input {
    /// Starts the thread that writes to the stream.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub fn start(stream: impl Write + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let queue = Arc::clone(&shared);
        thread::Builder::new().spawn(move || write(&queue, stream))?;
        Ok(Self(shared))
    }

    /// Queues lines, each with its line feed.
    ///
    /// A program that has closed its stdin is not an error here: its answer will be missing, and earlier answers can still be read.
    pub fn send(&self, lines: &[u8], deadline: Instant) -> Result<(), PipeError> {
        let mut queue = self.0.lock();
        while !queue.is_broken && !queue.bytes.is_empty() && queue.bytes.len() + lines.len() > MAX_QUEUED {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(PipeError::Timeout);
            }
            let waited = self.0.changed.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if !queue.is_broken && !queue.is_closed {
            queue.bytes.extend_from_slice(lines);
            self.0.changed.notify_all();
        }
        Ok(())
    }

    /// Closes the stream once everything in the queue is written.
    pub fn close(&self) {
        self.0.lock().is_closed = true;
        self.0.changed.notify_all();
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.close();
    }
}

fn write(shared: &Shared, mut stream: impl Write) {
    loop {
        let mut queue = shared.lock();
        while queue.bytes.is_empty() && !queue.is_closed {
            queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        let bytes = std::mem::take(&mut queue.bytes);
        drop(queue);
        if bytes.is_empty() {
            return;
        }
        shared.changed.notify_all();
        if stream.write_all(&bytes).and_then(|()| stream.flush()).is_err() {
            shared.lock().is_broken = true;
            shared.changed.notify_all();
            return;
        }
    }
}
