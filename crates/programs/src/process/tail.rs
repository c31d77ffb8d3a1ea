//! Reads the stderr of a program, so that the program never blocks on it, and keeps the end.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The number of bytes to keep.
const TAIL_BYTES: usize = 4096;

/// The end of a stream that is being read.
pub(super) struct Tail {
    tail: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnects when the stream ends; nothing is sent.
    end: Receiver<()>,
}

impl Tail {
    /// Starts the thread that reads the stream.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub fn start(mut stream: impl Read + Send + 'static) -> io::Result<Self> {
        let tail = Arc::new(Mutex::new(VecDeque::with_capacity(TAIL_BYTES)));
        let (open, end) = mpsc::channel();
        let sink = Arc::clone(&tail);
        thread::Builder::new().spawn(move || {
            let _open = open;
            let mut chunk = [0; TAIL_BYTES];
            while let Ok(length @ 1..) = stream.read(&mut chunk) {
                let mut tail = sink.lock().unwrap_or_else(PoisonError::into_inner);
                let surplus = (tail.len() + length).saturating_sub(TAIL_BYTES);
                tail.drain(..surplus);
                tail.extend(&chunk[..length]);
            }
        })?;
        Ok(Self { tail, end })
    }

    /// The end of the stream so far. It waits until the stream ends or the timeout passes.
    pub fn text(&self, timeout: Duration) -> String {
        // A child of an ended program can keep the stream open.
        let (Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)) =
            self.end.recv_timeout(timeout);
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(tail.make_contiguous()).into_owned()
    }
}
