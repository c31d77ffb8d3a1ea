//! A program under check, and the exchanges so far.

use super::exchange::{Assessed, Assessment, Exchange, wrong};
use crate::backend::programs::RestartPolicy;
use crate::backend::programs::json_lines::{Reply, Request, Session};
use crate::backend::{BackendError, Limits};
use crate::game::variant::VariantId;

/// A program under check.
pub(super) struct Checker<'a> {
    words: &'a [String],
    limits: &'a Limits,
    sessions: RestartPolicy<Session>,
    /// The exchanges so far.
    pub exchanges: Vec<Exchange>,
}

impl<'a> Checker<'a> {
    /// A program that has answered `hello`.
    pub fn new(words: &'a [String], limits: &'a Limits, session: Session, first: Exchange) -> Self {
        let sessions = RestartPolicy::new(session, *limits);
        Self { words, limits, sessions, exchanges: vec![first] }
    }

    /// The limits of the program.
    pub const fn limits(&self) -> &Limits {
        self.limits
    }

    /// Adds an exchange.
    pub fn record(
        &mut self,
        variant: Option<VariantId>,
        step: &'static str,
        requests: &[Request],
        assessment: Assessment,
    ) {
        let requests = (1..).zip(requests).map(|(seq, request)| request.line(seq)).collect();
        self.exchanges.push(Exchange { variant, step, requests, assessment });
    }

    /// The running program, restarted if necessary.
    pub fn session(&mut self) -> Result<&mut Session, BackendError> {
        let Self { words, limits, sessions, .. } = self;
        sessions.running(|| Ok(Session::start(words, limits)?.0))
    }

    /// Sends requests together and returns their replies. After an error the program is restarted.
    pub fn ask(&mut self, requests: &[Request]) -> Result<Vec<Reply>, BackendError> {
        let session = self.session()?;
        let sent = requests.iter().try_for_each(|request| session.send(request).map(drop));
        let replies = sent.and_then(|()| requests.iter().map(|request| session.receive(request)).collect());
        replies.map_err(|error| self.sessions.end(error))
    }

    /// Runs a step of one request. Returns the value of `assess`, or `None` if it rejects the reply.
    pub fn step<T>(
        &mut self,
        variant: Option<VariantId>,
        step: &'static str,
        request: &Request,
        expected: &str,
        assess: impl FnOnce(Reply) -> Assessed<T>,
    ) -> Option<T> {
        let assessed = match self.ask(std::slice::from_ref(request)) {
            Ok(mut replies) => assess(replies.remove(0)),
            Err(error) => Err(wrong(error, expected)),
        };
        let (assessment, value) = match assessed {
            Ok(value) => (Assessment::Ok, Some(value)),
            Err(assessment) => (assessment, None),
        };
        self.record(variant, step, std::slice::from_ref(request), assessment);
        value
    }
}
