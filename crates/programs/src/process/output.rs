//! Reads the stdout of a program in a thread, so that waiting for a line can have a deadline.

use super::PipeError;
use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The size of a chunk in bytes.
const CHUNK: usize = 64 << 10;
/// The number of chunks in the queue, so that unsolicited output cannot fill the memory.
const MAX_QUEUED: usize = 4;

/// The stdout of a program.
pub(super) struct Output {
    chunks: Receiver<Vec<u8>>,
    /// The bytes not yet returned begin at `start`. None of those before `searched` is a line feed.
    buffer: Vec<u8>,
    start: usize,
    searched: usize,
    max_line: usize,
}

/// The outcome of waiting for a line.
pub(super) enum Waited {
    /// The line, without its line feed.
    Line(String),
    /// The timeout passed.
    Nothing,
    /// The stream has ended.
    End,
}

impl Output {
    /// Starts the thread that reads the stream. `max_line` is the maximum length of a line in bytes.
    ///
    /// # Errors
    /// If the system does not start the thread.
    pub fn start(mut stream: impl Read + Send + 'static, max_line: usize) -> io::Result<Self> {
        let (sender, chunks) = mpsc::sync_channel(MAX_QUEUED);
        thread::Builder::new().spawn(move || {
            let mut chunk = vec![0; CHUNK];
            while let Ok(length @ 1..) = stream.read(&mut chunk) {
                if sender.send(chunk[..length].to_vec()).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { chunks, buffer: Vec::new(), start: 0, searched: 0, max_line })
    }

    /// Waits for a line.
    pub fn wait(&mut self, timeout: Duration) -> Result<Waited, PipeError> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(line) = self.line()? {
                return Ok(Waited::Line(line));
            }
            match self.chunks.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.buffer.extend_from_slice(&chunk),
                Err(RecvTimeoutError::Timeout) => return Ok(Waited::Nothing),
                // Bytes after the last line feed are not a line: the program ended while it printed them.
                Err(RecvTimeoutError::Disconnected) => return Ok(Waited::End),
            }
        }
    }

    /// The next line, if it is complete.
    fn line(&mut self) -> Result<Option<String>, PipeError> {
        let end = memchr::memchr(b'\n', &self.buffer[self.searched..]).map(|at| self.searched + at);
        if end.unwrap_or(self.buffer.len()) - self.start > self.max_line {
            let shown = &self.buffer[self.start..self.buffer.len().min(self.start + 1024)];
            let start = String::from_utf8_lossy(shown).into_owned();
            return Err(PipeError::LineTooLong { limit: self.max_line, start });
        }
        let Some(end) = end else {
            self.buffer.drain(..self.start);
            self.start = 0;
            self.searched = self.buffer.len();
            return Ok(None);
        };
        let line = &self.buffer[self.start..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = match std::str::from_utf8(line) {
            Ok(text) => text.to_owned(),
            Err(_) => return Err(PipeError::NotUtf8 { text: String::from_utf8_lossy(line).into_owned() }),
        };
        self.start = end + 1;
        self.searched = self.start;
        Ok(Some(text))
    }
}
