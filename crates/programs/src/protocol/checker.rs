//! A program under check, and the exchanges so far.

use super::exchange::{Assessed, Assessment, Exchange, wrong};
use crate::RestartPolicy;
use crate::json_lines::{Reply, Request, Session};
use vperft::inner::backend::{BackendError, Limits};
use vperft::inner::game::variant::VariantId;

/// The name of the step that stands for all that were not made.
const GIVEN_UP: &str = "the other requests";

/// After this many requests in a row that time out, the check ends. Each costs the whole timeout.
const MAX_TIMEOUTS: usize = 10;

/// A program under check.
pub(super) struct Checker<'a> {
    words: &'a [String],
    limits: &'a Limits,
    sessions: RestartPolicy<Session>,
    /// The number of requests in a row that timed out.
    timeouts: usize,
    /// The exchanges so far.
    pub exchanges: Vec<Exchange>,
}

impl<'a> Checker<'a> {
    /// A program that has answered `hello`.
    pub fn new(words: &'a [String], limits: &'a Limits, session: Session, first: Exchange) -> Self {
        let sessions = RestartPolicy::new(session, *limits);
        Self { words, limits, sessions, timeouts: 0, exchanges: vec![first] }
    }

    /// The limits of the program.
    pub const fn limits(&self) -> &Limits {
        self.limits
    }

    /// Whether the program is asked nothing more.
    const fn has_given_up(&self) -> bool {
        self.timeouts >= MAX_TIMEOUTS
    }

    /// Adds an exchange. If the program is asked nothing more because of it, says so after it, and ignores all later ones.
    pub fn record(
        &mut self,
        variant: Option<VariantId>,
        step: &'static str,
        requests: &[Request],
        assessment: Assessment,
    ) {
        let is_over = |one: &Exchange| one.step == GIVEN_UP;
        if self.exchanges.last().is_some_and(is_over) {
            return;
        }
        let requests = (1..).zip(requests).map(|(seq, request)| request.line(seq)).collect();
        self.exchanges.push(Exchange { variant, step, requests, assessment });
        if self.has_given_up() {
            let problem = format!("no answer to {MAX_TIMEOUTS} requests in a row; the check was given up");
            let assessment = wrong(problem, "an answer to every request within the time limit");
            self.exchanges.push(Exchange { variant: None, step: GIVEN_UP, requests: Vec::new(), assessment });
        }
    }

    /// The running program, restarted if necessary.
    pub fn session(&mut self) -> Result<&mut Session, BackendError> {
        if self.has_given_up() {
            return Err(BackendError::NotAsked(format!("it left {MAX_TIMEOUTS} requests unanswered")));
        }
        let Self { words, limits, sessions, .. } = self;
        sessions.running(|| Ok(Session::start(words, limits)?.0))
    }

    /// Sends requests together and returns their replies. After an error the program is restarted.
    pub fn ask(&mut self, requests: &[Request]) -> Result<Vec<Reply>, BackendError> {
        let session = self.session()?;
        let sent = requests.iter().try_for_each(|request| session.send(request).map(drop));
        let replies = sent.and_then(|()| requests.iter().map(|request| session.receive(request)).collect());
        match &replies {
            Err(BackendError::Timeout { .. }) => self.timeouts += 1,
            _ => self.timeouts = 0,
        }
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
