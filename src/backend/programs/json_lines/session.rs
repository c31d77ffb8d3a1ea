//! One run of a program: from its start to the first thing that goes wrong.

use super::hello::Hello;
use super::message::{self, Reply, Request};
use super::size;
use crate::backend::programs::process::{PipeError, Process};
use crate::backend::{BackendError, Limits};
use std::process::ExitStatus;
use std::time::Duration;

/// A program that runs and has said hello.
pub(crate) struct Session {
    process: Process,
    limits: Limits,
    /// The numbers of the next request to be sent and of the next answer to be received.
    next: u64,
    expected: u64,
}

impl Session {
    /// Starts a program, without a word to it.
    pub fn spawn(words: &[String], limits: &Limits) -> Result<Self, PipeError> {
        let process = Process::spawn(words, limits)?;
        Ok(Self { process, limits: *limits, next: 0, expected: 0 })
    }

    /// Starts a program and exchanges hellos.
    pub fn start(words: &[String], limits: &Limits) -> Result<(Self, Hello), BackendError> {
        let request = Hello::request();
        let spawned = Self::spawn(words, limits);
        let mut session = spawned.map_err(|error| error.asking(&request.name(), limits.timeout))?;
        let hello = Hello::accept(session.ask(&request)?)?;
        Ok((session, hello))
    }

    /// Sends a request and receives its answer.
    ///
    /// # Errors
    /// If there is none; the program is of no more use then.
    pub fn ask(&mut self, request: &Request) -> Result<Reply, BackendError> {
        self.send(request)?;
        self.receive(request)
    }

    /// Sends a request. Returns how many bytes that were.
    pub fn send(&mut self, request: &Request) -> Result<usize, BackendError> {
        let line = request.line(self.next);
        let sent = self.process.send(&line, self.limits.deadline());
        sent.map_err(|error| error.asking(&request.name(), self.limits.timeout))?;
        self.next += 1;
        Ok(line.len() + 1)
    }

    /// Receives the answer to the oldest request that has none.
    pub fn receive(&mut self, request: &Request) -> Result<Reply, BackendError> {
        let line = self.process.receive(self.limits.deadline());
        let line = line.map_err(|error| error.asking(&request.name(), self.limits.timeout))?;
        let seq = self.expected;
        self.expected += 1;
        Ok(message::read(&line, seq)?.map_err(size::cut))
    }

    /// Ends its stdin and waits for it to end.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.process.close();
        self.process.wait(patience)
    }
}
