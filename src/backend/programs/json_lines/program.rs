//! A program that is asked, started again when it has to be.

use super::hello::Hello;
use super::message::{self, Reply, Request};
use super::session::Session;
use crate::backend::programs::RestartPolicy;
use crate::backend::{BackendError, Limits, Options};
use std::collections::VecDeque;

/// How much may be asked ahead of the answers: so many requests, and so many bytes of them.
const AHEAD: usize = 32;
const AHEAD_BYTES: usize = 32 << 10;

/// A program that speaks the protocol.
pub(super) struct Program {
    words: Vec<String>,
    limits: Limits,
    hello: Hello,
    sessions: RestartPolicy<Session>,
}

/// Is told of a request what it was for and its reply, and may add more requests.
type Answered<'a, T> =
    &'a mut dyn FnMut(&Request, T, Reply, &mut Vec<(Request, T)>) -> Result<(), BackendError>;

/// Requests that were sent and have no answer as yet.
struct Ahead<T> {
    requests: VecDeque<(Request, T, usize)>,
    bytes: usize,
}

impl Program {
    /// Starts a program, given its name and its arguments.
    ///
    /// # Errors
    /// If it cannot be started, does not speak the protocol, or does not follow the rules that the options ask for.
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

    /// What the program says of itself.
    #[must_use]
    pub const fn hello(&self) -> &Hello {
        &self.hello
    }

    /// The running program, started again if the last run has come to an end.
    fn session(&mut self) -> Result<&mut Session, BackendError> {
        let Self { words, limits, hello, sessions } = self;
        sessions.running(|| match Session::start(words, limits)? {
            (session, again) if again == *hello => Ok(session),
            _ => {
                let problem = "answered `hello` otherwise than when it was first started";
                Err(BackendError::Protocol(problem.into()))
            }
        })
    }

    /// Asks one request.
    pub fn ask(&mut self, request: &Request) -> Reply {
        let replied = self.session()?.ask(request);
        replied.unwrap_or_else(|error| Err(self.sessions.end(error)))
    }

    /// Asks several requests ahead of their answers, each with what it is for. `answered` is told the replies in the order in
    /// which the requests were sent, and may add more, of which the last is sent first. An error from it ends everything.
    ///
    /// If the program ends or breaks the protocol while several requests have no answer, these are asked again one by one,
    /// which shows whose fault it is.
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

    /// Receives answers nobody wants any more, so that the next answer is one to the next request.
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
    /// Sends what may be sent, and receives one answer.
    fn exchange(
        &mut self,
        session: &mut Session,
        waiting: &mut Vec<(Request, T)>,
    ) -> Result<(Request, T, Reply), BackendError> {
        while self.requests.len() < AHEAD
            && (self.requests.is_empty() || self.bytes < AHEAD_BYTES)
            && let Some((request, part)) = waiting.pop()
        {
            // It counts as sent even if that fails: whoever asks again has to ask it as well.
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
