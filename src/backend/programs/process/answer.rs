//! The answer to one question that may be many lines: they share one time limit and one size, so that a program that
//! prints without end is given up before it fills the memory or outlasts everybody's patience.

use super::Process;
use super::error::{PipeError, shorten};
use std::time::Instant;

/// The most an answer may have, in bytes. The moves of any position with their counts take a thirtieth of it.
const MOST: usize = 1 << 20;

/// What is left of an answer.
pub struct Answer {
    deadline: Instant,
    /// How many bytes of it were received.
    size: usize,
}

impl Answer {
    /// An answer that has to be there in full by then.
    #[must_use]
    pub const fn until(deadline: Instant) -> Self {
        Self { deadline, size: 0 }
    }

    /// Receives its next line, without its end.
    ///
    /// # Errors
    /// Like [`Process::receive`]; also if the answer is too long, or goes on after the deadline.
    pub fn line(&mut self, process: &mut Process) -> Result<String, PipeError> {
        // Of a program that prints all the time, the next line is always there.
        if Instant::now() >= self.deadline {
            return Err(PipeError::Timeout);
        }
        let line = process.receive(self.deadline)?;
        self.size += line.len() + 1;
        if self.size > MOST {
            return Err(PipeError::AnswerTooLong { limit: MOST, line: shorten(&line) });
        }
        Ok(line)
    }
}
