//! An answer of several lines. The lines share one deadline and one size limit, so that a program that prints without end cannot
//! fill the memory or keep the harness waiting.

use super::Process;
use super::error::PipeError;
use std::time::Instant;
use vperft::inner::backend::engine_text::shorten;

/// The maximum size of an answer in bytes, about thirty times the longest list of moves with their counts.
const MAX_BYTES: usize = 1 << 20;

/// Reads the lines of one answer.
pub struct AnswerLines {
    deadline: Instant,
    /// The bytes received so far.
    size: usize,
}

impl AnswerLines {
    /// An answer that has to be complete at the deadline.
    #[must_use]
    pub const fn until(deadline: Instant) -> Self {
        Self { deadline, size: 0 }
    }

    /// Receives the next line, without its line feed.
    ///
    /// # Errors
    /// As [`Process::receive`], and if the answer is too long or not complete at the deadline.
    pub fn line(&mut self, process: &mut Process) -> Result<String, PipeError> {
        self.line_until(process, self.deadline)
    }

    /// Receives the next line if it comes until then, and before the deadline.
    ///
    /// # Errors
    /// As [`line`](Self::line).
    pub fn line_until(&mut self, process: &mut Process, until: Instant) -> Result<String, PipeError> {
        // A program that prints all the time always has a next line.
        if Instant::now() >= self.deadline {
            return Err(PipeError::Timeout);
        }
        let line = process.receive(until.min(self.deadline))?;
        self.size += line.len() + 1;
        if self.size > MAX_BYTES {
            return Err(PipeError::AnswerTooLong { limit: MAX_BYTES, line: shorten(&line) });
        }
        Ok(line)
    }
}
