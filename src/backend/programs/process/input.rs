//! Writes to a program's stdin from a thread of its own: a program that does not read holds up nobody else.

use super::PipeError;
use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// How many bytes may wait for the program to read them before the sender has to wait as well.
const WAITING: usize = 64 << 10;

#[derive(Default)]
struct Queue {
    bytes: Vec<u8>,
    /// Nothing more will come.
    is_closed: bool,
    /// The program reads no more.
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
    /// Takes over the stream.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn of(stream: impl Write + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let queue = Arc::clone(&shared);
        thread::Builder::new().spawn(move || write(&queue, stream))?;
        Ok(Self(shared))
    }

    /// Queues lines that end with their newlines.
    ///
    /// Whether the program still reads does not matter here: if it does not, its answer will be missing, and what it
    /// has answered before is still to be read.
    pub fn send(&self, lines: &[u8], deadline: Instant) -> Result<(), PipeError> {
        let mut queue = self.0.lock();
        while !queue.is_broken && !queue.bytes.is_empty() && queue.bytes.len() + lines.len() > WAITING {
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

    /// Ends the stream once everything that is queued has been written.
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
