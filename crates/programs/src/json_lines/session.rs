//! One run of a program, from its start to the first error.

use super::hello::Hello;
use super::message::{self, Reply, Request};
use super::size;
use crate::process::{PipeError, Process};
use std::process::ExitStatus;
use std::time::Duration;
use vperft::inner::backend::{BackendError, Limits};

/// A running program that has answered `hello`.
pub(crate) struct Session {
    process: Process,
    limits: Limits,
    /// The numbers of the next request to send and of the next answer to receive.
    next: u64,
    expected: u64,
}

impl Session {
    /// Starts a program without sending anything.
    pub fn spawn(words: &[String], limits: &Limits) -> Result<Self, PipeError> {
        let process = Process::spawn(words, limits)?;
        Ok(Self { process, limits: *limits, next: 0, expected: 0 })
    }

    /// Starts a program and asks for its `hello`.
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
    /// If there is no answer. Nothing can be asked afterwards.
    pub fn ask(&mut self, request: &Request) -> Result<Reply, BackendError> {
        self.send(request)?;
        self.receive(request)
    }

    /// Sends a request. Returns its size in bytes.
    pub fn send(&mut self, request: &Request) -> Result<usize, BackendError> {
        let line = request.line(self.next);
        let sent = self.process.send(&line, self.limits.deadline());
        sent.map_err(|error| error.asking(&request.name(), self.limits.timeout))?;
        self.next += 1;
        Ok(line.len() + 1)
    }

    /// Receives the answer to the oldest open request.
    pub fn receive(&mut self, request: &Request) -> Result<Reply, BackendError> {
        let line = self.process.receive(self.limits.deadline());
        let line = line.map_err(|error| error.asking(&request.name(), self.limits.timeout))?;
        let seq = self.expected;
        self.expected += 1;
        Ok(message::parse_reply(&line, seq)?.map_err(size::truncate))
    }

    /// Closes stdin and waits for the program to end.
    pub fn end(&mut self, timeout: Duration) -> Option<ExitStatus> {
        self.process.close();
        self.process.wait(timeout)
    }
}
