//! Walks a program through every request, and says which answers are no answers.
//!
//! What is right by the rules is for the corpus to say. Here an answer only has to be one: of the right shape, in the right
//! form, and not in contradiction to the program's other answers.

use super::client::{move_texts, status, vfen};
use super::hello::Hello;
use super::message::{self, Reply, Request};
use super::session::Session;
use crate::backend::process::shorten;
use crate::backend::{BackendError, Limits, Runs};
use crate::notation::Entry;
use crate::position;
use crate::rules::Status;
use crate::variant::{Amended, ClauseSet, Variant, VariantId};
use serde::Serialize;
use std::sync::Arc;

/// What came of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// The answer is one.
    Ok,
    /// The program says that it does not support the request, which is its right.
    Unsupported {
        /// Why, in its words.
        reason: String,
    },
    /// The answer is none.
    Wrong {
        /// What is wrong.
        problem: String,
        /// What was expected.
        expected: String,
    },
}

/// A step and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The variant it is about, if it is about one.
    pub variant: Option<VariantId>,
    /// What was tried.
    pub step: &'static str,
    /// The lines that were sent, numbered as after a `hello`.
    pub requests: Vec<String>,
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// Why a reply is not what it should be; none if the program may refuse so.
type Judged<T> = Result<T, Outcome>;

fn wrong(problem: impl ToString, expected: &str) -> Outcome {
    Outcome::Wrong { problem: problem.to_string(), expected: expected.to_owned() }
}

/// A program on its walk.
struct Walker<'a> {
    words: &'a [String],
    limits: &'a Limits,
    sessions: Runs<Session>,
    findings: Vec<Finding>,
}

/// Walks a program through every request, for every variant it has, and through its end. Returns what it says of itself, if it
/// says hello.
#[must_use]
pub fn walk(words: &[String], limits: &Limits) -> (Option<Hello>, Vec<Finding>) {
    let (started, finding) = hello(words, limits);
    let findings = vec![finding];
    let Some((session, hello)) = started else { return (None, findings) };
    let sessions = Runs::new(session, limits.restarts);
    let mut walker = Walker { words, limits, sessions, findings };
    walker.strangers();
    for &variant in &hello.variants {
        walker.variant(&hello, variant);
    }
    walker.end();
    (Some(hello), walker.findings)
}

/// The first start of the program.
fn hello(words: &[String], limits: &Limits) -> (Option<(Session, Hello)>, Finding) {
    let expected = "an answer to `hello` as the protocol has it, within the time limit";
    let started = Session::start(words, limits);
    let outcome = match &started {
        Ok((_, hello)) if hello.variants.is_empty() => {
            let known = VariantId::ALL.map(VariantId::name).join(", ");
            wrong("`variants` names none that vperft knows", &format!("at least one of {known}"))
        }
        Ok(_) => Outcome::Ok,
        Err(error) => wrong(error, expected),
    };
    let requests = vec![Hello::request().line(0)];
    (started.ok(), Finding { variant: None, step: "hello", requests, outcome })
}

impl Walker<'_> {
    fn note(
        &mut self,
        variant: Option<VariantId>,
        step: &'static str,
        requests: &[Request],
        outcome: Outcome,
    ) {
        let requests = (1..).zip(requests).map(|(seq, request)| request.line(seq)).collect();
        self.findings.push(Finding { variant, step, requests, outcome });
    }

    /// The program as it runs, started again if need be.
    fn session(&mut self) -> Result<&mut Session, BackendError> {
        let Self { words, limits, sessions, .. } = self;
        sessions.running(|| Ok(Session::start(words, limits)?.0))
    }

    /// The replies to requests that are sent together. After anything else than an answer the program is started again, as
    /// often as it may be.
    fn ask(&mut self, requests: &[Request]) -> Result<Vec<Reply>, BackendError> {
        let session = self.session()?;
        let sent = requests.iter().try_for_each(|request| session.send(request).map(drop));
        let replies = sent.and_then(|()| requests.iter().map(|request| session.receive(request)).collect());
        replies.map_err(|error| self.sessions.end(error))
    }

    /// Takes a step of one request. Returns what `judge` makes of the reply, if it is content.
    fn step<T>(
        &mut self,
        variant: Option<VariantId>,
        step: &'static str,
        request: &Request,
        expected: &str,
        judge: impl FnOnce(Reply) -> Judged<T>,
    ) -> Option<T> {
        let judged = match self.ask(std::slice::from_ref(request)) {
            Ok(mut replies) => judge(replies.remove(0)),
            Err(error) => Err(wrong(error, expected)),
        };
        let (outcome, value) = match judged {
            Ok(value) => (Outcome::Ok, Some(value)),
            Err(outcome) => (outcome, None),
        };
        self.note(variant, step, std::slice::from_ref(request), outcome);
        value
    }

    /// Requests nobody knows.
    fn strangers(&mut self) {
        let expected = "`unsupported` with a reason";
        let refused = |reply: Reply| match reply {
            Err(BackendError::Unsupported(_)) => Ok(()),
            Ok(result) => Err(wrong(format!("answered with the result {}", shorten(&result)), expected)),
            Err(error) => Err(wrong(error, expected)),
        };
        let unknown = Request { ask: "unknown-request", ..Request::default() };
        self.step(None, "an unknown request", &unknown, expected, refused);
        let vfen = Some(Arc::from("8/8/8/8/8/8/8/8 w - - 0 1"));
        let variant = Some("unknown-variant");
        let unknown = Request { ask: "moves", variant, vfen, ..Request::default() };
        self.step(None, "an unknown variant", &unknown, expected, refused);
    }

    /// Every request about a variant.
    fn variant(&mut self, hello: &Hello, id: VariantId) {
        let rulings = hello.rulings.clone().unwrap_or_default();
        let book = Amended::new(rulings.clone(), ClauseSet::default());
        let variant = Variant::get(id);
        let start = &variant.start(&rulings).vfen;
        let about = |ask: &'static str, text: &str| {
            let vfen = Some(Arc::from(text));
            Request { ask, variant: Some(id.name()), vfen, ..Request::default() }
        };
        let of = Some(id);

        // Whoever knows no castling may still know the position without the rights to it.
        let mut fields: Vec<_> = start.split(' ').collect();
        fields[2] = "-";
        let plain = fields.join(" ");
        let read_moves = |request: &Request, reply: Reply| -> Judged<Vec<String>> {
            let expected =
                "the legal moves of the start position: an array of canonical move texts, each once";
            let json = result(reply, expected)?;
            let moves = move_texts(request, &json).map_err(|error| wrong(error, expected))?;
            if moves.is_empty() {
                return Err(wrong("there are none", expected));
            }
            for (index, text) in moves.iter().enumerate() {
                Entry::parse(variant, text).map_err(|error| wrong(error, expected))?;
                if moves[..index].contains(text) {
                    return Err(wrong(format!("`{text}` is there twice"), expected));
                }
            }
            Ok(moves)
        };
        let listing = about("moves", start);
        let found =
            self.step(of, "moves", &listing, "an array of move texts", |reply| read_moves(&listing, reply));
        let (origin, moves) = match found {
            Some(moves) => (start.clone(), Some(moves)),
            None if plain != *start => {
                let listing = about("moves", &plain);
                let step = "moves, without castling rights";
                let found = self
                    .step(of, step, &listing, "an array of move texts", |reply| read_moves(&listing, reply));
                (plain, found)
            }
            None => (start.clone(), None),
        };

        // What an `after` has to lead to: the position itself, or any that is in canonical form.
        let read_vfen = |request: &Request, reply: Reply, same: Option<&str>| -> Judged<()> {
            let expected = match same {
                Some(text) => format!("the position in canonical form, {text}"),
                None => "the position after the move in canonical form".to_owned(),
            };
            let json = result(reply, &expected)?;
            let text = vfen(request, &json).map_err(|error| wrong(error, &expected))?;
            let parsed = position::parse(&text, variant, &book).map_err(|error| wrong(error, &expected))?;
            let canonical = position::print(&parsed, &rulings);
            if text != *same.unwrap_or(&canonical) {
                return Err(wrong(format!("answered with {text}"), &format!("{expected}: {canonical}")));
            }
            Ok(())
        };
        let after = |line: &[&str]| {
            let moves = Some(line.iter().map(|text| (*text).to_owned()).collect());
            Request { moves, ..about("after", &origin) }
        };
        let request = after(&[]);
        self.step(of, "after no moves", &request, "a VFEN", |reply| {
            read_vfen(&request, reply, Some(&origin))
        });
        let refuses_move = |reply: Reply| {
            let expected = "an error of kind `move`";
            match reply {
                Err(BackendError::RefusedMove(_)) => Ok(()),
                reply => Err(refusal(reply, expected)),
            }
        };
        if let Some(first) = moves.as_ref().and_then(|moves| moves.first()) {
            let request = after(&[first]);
            self.step(of, "after a move", &request, "a VFEN", |reply| read_vfen(&request, reply, None));
            // The mover is gone from its square, and it is the other side's turn.
            let request = after(&[first, first]);
            self.step(of, "after an illegal move", &request, "an error of kind `move`", refuses_move);
        }
        let request = after(&["no move"]);
        self.step(of, "after what is no move", &request, "an error of kind `move`", refuses_move);

        for (step, text) in [("no VFEN", "nonsense"), ("a board that is too small", "1/1 w - - 0 1")] {
            let Err(fault) = position::parse(text, variant, &book) else { continue };
            let expected = format!("an error of kind `position`, with the reason `{}` or none", fault.kind);
            self.step(of, step, &about("moves", text), &expected, |reply| match reply {
                Err(BackendError::RefusedPosition { reason, .. })
                    if reason.is_none_or(|reason| reason == fault.kind) =>
                {
                    Ok(())
                }
                reply => Err(refusal(reply, &expected)),
            });
        }

        let moves = moves.as_deref();
        self.optional(hello, id, &about("perft", &origin), moves);
        if let Some(moves) = moves {
            let requests = [about("moves", &origin), after(&[])];
            let outcome = self.together(&requests, moves, &origin);
            self.note(of, "two requests at once", &requests, outcome);
        }
    }

    /// The requests a program need not answer, if it says it does.
    fn optional(&mut self, hello: &Hello, id: VariantId, like: &Request, moves: Option<&[String]>) {
        let of = Some(id);
        if hello.native.perft {
            for (depth, count) in [(0, Some(1)), (1, moves.map(|moves| moves.len() as u128))] {
                let request = Request { depth: Some(depth), ..like.clone() };
                let expected =
                    count.map_or_else(|| "a count".to_owned(), |count| format!("the count {count}"));
                let step = if depth == 0 { "perft to depth 0" } else { "perft to depth 1" };
                self.step(of, step, &request, &expected, |reply| {
                    let json = result(reply, &expected)?;
                    match message::count(&request, &json) {
                        Ok(actual) if count.is_none_or(|count| count == actual) => Ok(()),
                        Ok(actual) => Err(wrong(format!("answered with {actual}"), &expected)),
                        Err(error) => Err(wrong(error, &expected)),
                    }
                });
            }
        }
        if hello.native.divide {
            let request = Request { ask: "divide", depth: Some(1), ..like.clone() };
            let expected = "each of the moves that `moves` lists, with the count 1";
            self.step(of, "divide to depth 1", &request, expected, |reply| {
                let json = result(reply, expected)?;
                let mut rows = message::counts(&request, &json).map_err(|error| wrong(error, expected))?;
                rows.sort();
                let Some(moves) = moves else { return Ok(()) };
                let mut due: Vec<_> = moves.iter().map(|text| (text.clone(), 1)).collect();
                due.sort();
                if rows == due {
                    return Ok(());
                }
                let other = rows
                    .iter()
                    .find(|row| !due.contains(row))
                    .or_else(|| due.iter().find(|row| !rows.contains(row)));
                let (text, count) = other.unwrap_or(&rows[0]);
                Err(wrong(format!("they differ in `{text}`: {count}"), expected))
            });
        }
        if hello.native.status {
            let request = Request { ask: "status", moves: Some(Vec::new()), ..like.clone() };
            let expected = "the status word `ongoing`";
            self.step(of, "status", &request, expected, |reply| {
                let json = result(reply, expected)?;
                match status(&request, &json) {
                    Ok(Status::Ongoing) => Ok(()),
                    Ok(other) => Err(wrong(format!("answered with `{other}`"), expected)),
                    Err(error) => Err(wrong(error, expected)),
                }
            });
        }
    }

    /// Two requests of which the second is sent before the first is answered.
    fn together(&mut self, requests: &[Request; 2], moves: &[String], origin: &str) -> Outcome {
        let expected = "the same answers as to one after the other, in the order of the requests";
        let replies = match self.ask(requests) {
            Ok(replies) => replies,
            Err(error) => return wrong(error, expected),
        };
        let same = match &replies[..] {
            [Ok(list), after] => {
                let mut list = move_texts(&requests[0], list).unwrap_or_default();
                let mut due = moves.to_vec();
                list.sort();
                due.sort();
                let after = match after {
                    Ok(json) => vfen(&requests[1], json).is_ok_and(|text| text == origin),
                    Err(error) => matches!(error, BackendError::Unsupported(_)),
                };
                list == due && after
            }
            _ => false,
        };
        if same { Outcome::Ok } else { wrong("the answers differ from those before", expected) }
    }

    /// The end of stdin.
    fn end(&mut self) {
        let expected = "the program ends by itself when its stdin does";
        let patience = self.limits.timeout;
        let outcome = match self.session() {
            Err(error) => wrong(error, expected),
            Ok(session) => match session.end(patience) {
                Some(_) => Outcome::Ok,
                None => wrong(format!("it still runs after {patience:?}"), expected),
            },
        };
        self.note(None, "the end of stdin", &[], outcome);
    }
}

/// The result of a reply that may be `unsupported`.
fn result(reply: Reply, expected: &str) -> Judged<String> {
    reply.map_err(|error| match error {
        BackendError::Unsupported(reason) => Outcome::Unsupported { reason },
        error => wrong(error, expected),
    })
}

/// What a reply is that should refuse something and does not, or not so.
fn refusal(reply: Reply, expected: &str) -> Outcome {
    match reply {
        Ok(json) => wrong(format!("answered with the result {}", shorten(&json)), expected),
        Err(BackendError::Unsupported(reason)) => Outcome::Unsupported { reason },
        Err(error) => wrong(error, expected),
    }
}
