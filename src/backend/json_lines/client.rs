//! A program as a backend.

use super::derive::{self, Job};
use super::hello::Hello;
use super::message::{self, Reply, Request};
use super::session::Session;
use super::size;
use crate::backend::{Backend, BackendError, Child, Limits, Options, Runs, Survey};
use crate::rules::Status;
use crate::variant::{Rulings, VariantId};
use std::collections::VecDeque;
use std::sync::Arc;

/// How much may be asked ahead of the answers: so many requests, and so many bytes of them.
const AHEAD: usize = 32;
const AHEAD_BYTES: usize = 32 << 10;

/// A program that speaks the protocol.
pub struct Client {
    words: Vec<String>,
    limits: Limits,
    hello: Hello,
    sessions: Runs<Session>,
}

/// Is told of a request what it was for and its reply, and may add more requests.
type Answered<'a, T> =
    &'a mut dyn FnMut(&Request, T, Reply, &mut Vec<(Request, T)>) -> Result<(), BackendError>;

/// Requests that were sent and have no answer as yet.
struct Ahead<T> {
    requests: VecDeque<(Request, T, usize)>,
    bytes: usize,
}

impl Client {
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
                let sessions = Runs::new(session, limits.restarts);
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
    fn ask(&mut self, request: &Request) -> Reply {
        let replied = self.session()?.ask(request);
        replied.unwrap_or_else(|error| Err(self.sessions.end(error)))
    }

    /// Asks several requests ahead of their answers, each with what it is for. `answered` is told the replies in the order in
    /// which the requests were sent, and may add more, of which the last is sent first. An error from it ends everything.
    ///
    /// If the program ends or breaks the protocol while several requests have no answer, these are asked again one by one,
    /// which shows whose fault it is.
    pub(super) fn ask_ahead<T>(
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
                        return Err(derive::about(error, request));
                    }
                    sent.bytes = 0;
                    for (request, part, _) in sent.requests.drain(..) {
                        let replied = self.session()?.ask(&request);
                        let reply =
                            replied.map_err(|error| derive::about(self.sessions.end(error), &request))?;
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

    /// A request about a position of a variant the program has.
    fn request(&self, ask: &'static str, variant: VariantId, vfen: &str) -> Result<Request, BackendError> {
        if !self.hello.variants.contains(&variant) {
            let names: Vec<_> = self.hello.variants.iter().map(|id| id.name()).collect();
            let reason = format!("{variant}; it has {}", names.join(", "));
            return Err(BackendError::Unsupported(reason));
        }
        let (variant, vfen) = (Some(variant.name()), Some(Arc::from(vfen)));
        Ok(Request { ask, variant, vfen, ..Request::default() })
    }

    fn status_request(
        &self,
        variant: VariantId,
        vfen: &str,
        line: &[String],
    ) -> Result<Request, BackendError> {
        let request = self.request("status", variant, vfen)?;
        if !self.hello.native.status {
            return Err(BackendError::Unsupported("it does not answer `status`".into()));
        }
        Ok(Request { moves: Some(line.to_vec()), ..request })
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

/// The texts of moves that are the result of a request.
pub(super) fn move_texts(request: &Request, json: &str) -> Result<Vec<String>, BackendError> {
    let expected = "an array of move texts, each a string";
    let texts: Vec<String> = message::result(request, size::check(request, json, size::LIST)?, expected)?;
    texts.iter().try_for_each(|text| message::clean(request, text))?;
    Ok(texts)
}

/// The VFEN that is the result of a request.
pub(super) fn vfen(request: &Request, json: &str) -> Result<String, BackendError> {
    let text: String = message::result(request, size::check(request, json, size::VFEN)?, "a VFEN, a string")?;
    message::clean(request, &text)?;
    Ok(text)
}

/// The status word that is the result of a request.
pub(super) fn status(request: &Request, json: &str) -> Result<Status, BackendError> {
    let expected = "a status word: lost, won, checkmate, stalemate, draw-repetition, won-repetition, draw-counter, \
                    draw-dead or ongoing";
    message::result(request, json, expected)
}

impl Backend for Client {
    fn identity(&self) -> String {
        self.hello.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.hello.variants.clone()
    }

    fn declared(&self) -> Option<Rulings> {
        self.hello.rulings.clone()
    }

    fn read(&mut self, variant: VariantId, text: &str) -> Result<String, BackendError> {
        self.after(variant, text, &[])
    }

    fn moves(&mut self, variant: VariantId, vfen: &str) -> Result<Vec<String>, BackendError> {
        let request = self.request("moves", variant, vfen)?;
        move_texts(&request, &self.ask(&request)?)
    }

    fn perft(&mut self, variant: VariantId, vfen: &str, depth: u32) -> Result<u128, BackendError> {
        let count = self.perft_within(variant, vfen, depth, u128::MAX)?;
        Ok(count.expect("no count is larger than the largest"))
    }

    fn perft_within(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
        most: u128,
    ) -> Result<Option<u128>, BackendError> {
        let request = self.request("perft", variant, vfen)?;
        if !self.hello.native.perft {
            return derive::perft(self, &Job { variant, request, depth }, most);
        }
        let request = Request { depth: Some(depth), ..request };
        message::count(&request, &self.ask(&request)?).map(Some)
    }

    fn divide(
        &mut self,
        variant: VariantId,
        vfen: &str,
        depth: u32,
    ) -> Result<Vec<(String, u128)>, BackendError> {
        let request = self.request("divide", variant, vfen)?;
        if !self.hello.native.divide {
            return derive::divide(self, &Job { variant, request, depth });
        }
        let request = Request { depth: Some(depth), ..request };
        let json = self.ask(&request)?;
        message::counts(&request, size::check(&request, &json, size::LIST)?)
    }

    fn after(&mut self, variant: VariantId, text: &str, line: &[String]) -> Result<String, BackendError> {
        let request = Request { moves: Some(line.to_vec()), ..self.request("after", variant, text)? };
        vfen(&request, &self.ask(&request)?)
    }

    fn status(&mut self, variant: VariantId, vfen: &str, line: &[String]) -> Result<Status, BackendError> {
        let request = self.status_request(variant, vfen, line)?;
        status(&request, &self.ask(&request)?)
    }

    fn survey(&mut self, variant: VariantId, text: &str) -> Result<Survey, BackendError> {
        let status_of = self.status_request(variant, text, &[])?;
        let canonical = self.read(variant, text)?;
        let moves = self.moves(variant, text)?;
        let own = status(&status_of, &self.ask(&status_of)?)?;
        let count = self.perft(variant, text, 1)?;
        let mut requests = Vec::new();
        for mv in &moves {
            let line = Some(vec![mv.clone()]);
            requests.push((Request { ask: "after", moves: line.clone(), ..status_of.clone() }, ()));
            requests.push((Request { moves: line, ..status_of.clone() }, ()));
        }
        let (mut vfens, mut words) = (Vec::new(), Vec::new());
        self.ask_ahead(requests, &mut |request, (), reply, _| {
            let json = reply.map_err(|error| derive::about(error, request))?;
            match request.ask {
                "after" => vfens.push(vfen(request, &json)?),
                _ => words.push(status(request, &json)?),
            }
            Ok(())
        })?;
        let rows = moves.into_iter().zip(vfens).zip(words);
        let children = rows.map(|((text, vfen), status)| Child { text, vfen, status }).collect();
        Ok(Survey { vfen: canonical, status: own, children, count })
    }
}
