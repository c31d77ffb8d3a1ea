//! Answers requests of the json-lines protocol with any backend: the program's side of it, as `docs/protocol.md`
//! specifies it.
//!
//! Invariant: every line that is read is answered with one line, in order, whatever it is. This module shares no code
//! with the harness's side of the protocol, so that each checks the other.

mod answer;
mod request;

use crate::backend::Backend;
use crate::game::variant::{Rulings, VariantId};
use answer::answer;
use std::io::{self, BufRead, BufReader, Read, Write};

/// The highest version of the protocol that is spoken here.
const PROTOCOL: u32 = 1;
/// The most plies to count. Counting takes stack for every ply.
const LONGEST: u32 = 99;
/// The longest request that is read, in bytes.
const LONGEST_LINE: u64 = 16 << 20;

/// What answers.
pub struct Server<'a> {
    /// The backend.
    pub backend: &'a mut dyn Backend,
    /// The variants it is to answer for.
    pub variants: Vec<VariantId>,
    /// The reading of every ruling it follows.
    pub rulings: Rulings,
    /// What it says it answers of what is optional.
    pub native: &'static [&'static str],
}

/// Why no more requests are answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The requests could not be read, or one of them is too long.
    #[error("the requests: {0}")]
    Requests(io::Error),
    /// The answers could not be written.
    #[error("the answers: {0}")]
    Answers(io::Error),
}

/// What a program need not answer: requests, and `played`, moves that come before those that otherwise have none.
pub const OPTIONAL: &[&str] = &["perft", "divide", "status", "played"];

impl Server<'_> {
    /// Answers until there are no more requests.
    ///
    /// # Errors
    /// If they cannot be read, or the answers not be written.
    pub fn run(&mut self, requests: impl Read, mut answers: impl Write) -> Result<(), ServeError> {
        let mut requests = BufReader::new(requests);
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = (&mut requests).take(LONGEST_LINE).read_until(b'\n', &mut line);
            if read.map_err(ServeError::Requests)? == 0 {
                return answers.flush().map_err(ServeError::Answers);
            }
            if !line.ends_with(b"\n") && line.len() as u64 == LONGEST_LINE {
                let problem = format!("a request of more than {LONGEST_LINE} bytes");
                return Err(ServeError::Requests(io::Error::new(io::ErrorKind::InvalidData, problem)));
            }
            let answer = format!("{}\n", answer(self, &line));
            answers.write_all(answer.as_bytes()).map_err(ServeError::Answers)?;
            // Whoever asks ahead gets the answers together.
            if requests.buffer().is_empty() {
                answers.flush().map_err(ServeError::Answers)?;
            }
        }
    }
}
