//! A program that is asked, and restarted if necessary.

use super::hello::Hello;
use super::message::{self, Reply, Request};
use super::session::Session;
use crate::RestartPolicy;
use std::collections::VecDeque;
use vperft::inner::backend::{BackendError, Limits, Options};

/// The maximum number of requests without an answer.
const MAX_PIPELINED: usize = 32;
/// The size in bytes from which no more requests are sent ahead.
const MAX_PIPELINED_BYTES: usize = 32 << 10;

/// A program that speaks the protocol.
pub(super) struct Program {
    words: Vec<String>,
    limits: Limits,
    hello: Hello,
    sessions: RestartPolicy<Session>,
}

/// Receives a request, its purpose and its reply, and may add more requests.
type Answered<'a, T> =
    &'a mut dyn FnMut(&Request, T, Reply, &mut Vec<(Request, T)>) -> Result<(), BackendError>;

/// Requests that were sent and are not yet answered.
struct Ahead<T> {
    requests: VecDeque<(Request, T, usize)>,
    bytes: usize,
}

impl Program {
    /// Starts a program, given its name and arguments.
    ///
    /// # Errors
    /// If the program cannot be started, breaks the protocol, or does not follow the rules in the options.
    pub fn open(words: &[String], options: &Options) -> Result<Self, String> {
        let limits = options.limits;
        let (session, hello) = Session::start(words, &limits).map_err(|error| error.to_string())?;
        match hello.refuse(options) {
            Some(reason) => Err(reason),
            None => {
                let sessions = RestartPolicy::new(session, limits);
                Ok(Self { words: words.to_vec(), limits, hello, sessions })
            }
        }
    }

    /// The answer of the program to `hello`.
    #[must_use]
    pub const fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The running program, restarted if its last run has ended.
    fn session(&mut self) -> Result<&mut Session, BackendError> {
        let Self { words, limits, hello, sessions } = self;
        sessions.running(|| match Session::start(words, limits)? {
            (session, again) if again == *hello => Ok(session),
            _ => {
                let problem = "answered `hello` differently than at its first start";
                Err(BackendError::Protocol(problem.into()))
            }
        })
    }

    /// Sends one request and waits for the reply.
    pub fn ask(&mut self, request: &Request) -> Reply {
        let replied = self.session()?.ask(request);
        replied.unwrap_or_else(|error| Err(self.sessions.end(error)))
    }

    /// Sends several requests ahead of their answers. `answered` receives the replies in the order of the requests. It may add
    /// requests, of which the last is sent first, and its error ends the exchange.
    ///
    /// If the program ends or breaks the protocol while several requests are open, these are sent again one by one, to find the
    /// request that causes it.
    pub fn ask_ahead<T>(
        &mut self,
        first: Vec<(Request, T)>,
        answered: Answered<'_, T>,
    ) -> Result<(), BackendError> {
        let mut waiting = first;
        waiting.reverse();
        let mut sent = Ahead { requests: VecDeque::new(), bytes: 0 };
        while !(waiting.is_empty() && sent.requests.is_empty()) {
            let exchanged = sent.exchange(self.session()?, &mut waiting);
            match exchanged {
                Ok((request, part, reply)) => {
                    if let Err(error) = answered(&request, part, reply, &mut waiting) {
                        self.discard(&sent);
                        return Err(error);
                    }
                }
                Err(error) => {
                    let error = self.sessions.end(error);
                    if let Some((request, ..)) = sent.requests.front()
                        && (sent.requests.len() == 1 || matches!(error, BackendError::Timeout { .. }))
                    {
                        return Err(message::about(error, request));
                    }
                    sent.bytes = 0;
                    for (request, part, _) in sent.requests.drain(..) {
                        let replied = self.session()?.ask(&request);
                        let reply =
                            replied.map_err(|error| message::about(self.sessions.end(error), &request))?;
                        answered(&request, part, reply, &mut waiting)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Receives and drops the open answers, so that the next answer belongs to the next request.
    fn discard<T>(&mut self, sent: &Ahead<T>) {
        for (request, ..) in &sent.requests {
            if let Some(session) = self.sessions.current()
                && let Err(error) = session.receive(request)
            {
                self.sessions.end(error);
            }
        }
    }
}

impl<T> Ahead<T> {
    /// Sends as many requests as allowed, and receives one answer.
    fn exchange(
        &mut self,
        session: &mut Session,
        waiting: &mut Vec<(Request, T)>,
    ) -> Result<(Request, T, Reply), BackendError> {
        while self.requests.len() < MAX_PIPELINED
            && (self.requests.is_empty() || self.bytes < MAX_PIPELINED_BYTES)
            && let Some((request, part)) = waiting.pop()
        {
            // It counts as sent even on failure, because it has to be sent again.
            let sent = session.send(&request);
            self.requests.push_back((request, part, *sent.as_ref().unwrap_or(&0)));
            self.bytes += sent?;
        }
        let (request, ..) = self.requests.front().expect("something is waiting or was sent");
        let reply = session.receive(request)?;
        let (request, part, size) = self.requests.pop_front().expect("its answer was just received");
        self.bytes -= size;
        Ok((request, part, reply))
    }
}
