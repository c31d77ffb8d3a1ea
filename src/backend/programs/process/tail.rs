//! Reads a program's stderr, so that the program never waits for it, and keeps the end.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How much is kept, in bytes.
const KEPT: usize = 4096;

/// The end of a stream that is being read.
pub(super) struct Tail {
    kept: Arc<Mutex<VecDeque<u8>>>,
    /// Nothing is sent; it disconnects when the stream has ended.
    end: Receiver<()>,
}

impl Tail {
    /// Starts reading.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn of(mut stream: impl Read + Send + 'static) -> io::Result<Self> {
        let kept = Arc::new(Mutex::new(VecDeque::with_capacity(KEPT)));
        let (open, end) = mpsc::channel();
        let sink = Arc::clone(&kept);
        thread::Builder::new().spawn(move || {
            let _open = open;
            let mut chunk = [0; KEPT];
            while let Ok(length @ 1..) = stream.read(&mut chunk) {
                let mut kept = sink.lock().unwrap_or_else(PoisonError::into_inner);
                let surplus = (kept.len() + length).saturating_sub(KEPT);
                kept.drain(..surplus);
                kept.extend(&chunk[..length]);
            }
        })?;
        Ok(Self { kept, end })
    }

    /// What is kept, once the stream has ended or this time has passed.
    pub fn text(&self, patience: Duration) -> String {
        // A program that is dead may have left a child that keeps the stream open.
        let (Ok(()) | Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)) =
            self.end.recv_timeout(patience);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }
}
