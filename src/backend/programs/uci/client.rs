//! The commands of an engine and its output, without their meaning.

use crate::backend::programs::process::{AnswerLines, Process, one_line, printable};
use crate::backend::{BackendError, Limits};
use crate::game::perft;
use std::time::Instant;

/// A running engine that has answered `uci`.
pub(super) struct Client {
    process: Process,
    limits: Limits,
    /// The name of the engine.
    pub name: String,
    options: Vec<Offer>,
}

/// An option that an engine offers.
struct Offer {
    name: String,
    /// The values of a combo.
    values: Vec<String>,
}

/// The output of `d`.
pub(super) struct Display {
    /// The position.
    pub fen: String,
    /// Whether the side to move is in check; `None` if the engine does not show that.
    pub in_check: Option<bool>,
}

/// The output of `go perft`.
pub(super) struct Counts {
    /// Moves in coordinates with their counts, in the order of the engine.
    pub moves: Vec<(String, u128)>,
    /// Their sum.
    pub total: u128,
}

impl Client {
    /// Starts a program, sends `uci` and sets the options, all with one deadline.
    pub fn start(
        words: &[String],
        limits: &Limits,
        settings: &[(String, String)],
    ) -> Result<Self, BackendError> {
        let deadline = limits.deadline();
        let process =
            Process::spawn(words, limits).map_err(|error| error.asking("its start", limits.timeout))?;
        let mut client = Self { process, limits: *limits, name: String::new(), options: Vec::new() };
        client.greet(deadline)?;
        for (name, value) in settings {
            let Some(offer) = client.offer(name) else {
                let known: Vec<_> = client.options.iter().map(|offer| offer.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { one_line(&known.join(", ")) };
                return Err(BackendError::Unsupported(format!("no option `{name}`; the engine has {known}")));
            };
            let name = offer.name.clone();
            client.set_by(deadline, &name, value)?;
        }
        if !settings.is_empty() {
            // An option that names a file of variants makes the engine offer more variants.
            client.greet(deadline)?;
        }
        Ok(client)
    }

    /// Sends `uci` and reads the name and the options.
    fn greet(&mut self, deadline: Instant) -> Result<(), BackendError> {
        self.options.clear();
        self.send("uci", "uci", deadline)?;
        let mut answer = AnswerLines::until(deadline);
        loop {
            let line = self.line(&mut answer, "uci")?;
            let line = line.trim();
            if line == "uciok" {
                return self.ready("isready", deadline).map(drop);
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().to_owned();
            } else if let Some(option) = line.strip_prefix("option name ") {
                self.options.push(Offer::read(option));
            }
        }
    }

    fn offer(&self, name: &str) -> Option<&Offer> {
        self.options.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// The variants that the engine offers; `None` without that option.
    pub fn variants(&self) -> Option<&[String]> {
        self.offer("UCI_Variant").map(|offer| &offer.values[..])
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BackendError> {
        self.set_by(self.limits.deadline(), name, value)
    }

    fn set_by(&mut self, deadline: Instant, name: &str, value: &str) -> Result<(), BackendError> {
        let request = format!("setoption name {name}");
        self.send(&format!("{request} value {value}"), &request, deadline)?;
        self.ready(&request, deadline).map(drop)
    }

    /// Sets the position: `startpos`, or `fen` and a FEN; `moves` and coordinates may follow.
    pub fn position(&mut self, position: &str) -> Result<(), BackendError> {
        let request = format!("position {position}");
        self.send(&request, &request, self.limits.deadline())
    }

    /// Shows the position; `None` if the engine does not.
    pub fn display(&mut self) -> Result<Option<Display>, BackendError> {
        let deadline = self.limits.deadline();
        self.send("d", "d", deadline)?;
        let (mut fen, mut in_check) = (None, None);
        for line in self.ready("d", deadline)? {
            if let Some(text) = line.strip_prefix("Fen: ") {
                let text = text.trim();
                printable(text).map_err(|problem| broken("d", &problem))?;
                fen = Some(text.to_owned());
            } else if let Some(squares) = line.strip_prefix("Checkers:") {
                in_check = Some(!squares.trim().is_empty());
            }
        }
        Ok(fen.map(|fen| Display { fen, in_check }))
    }

    /// Counts. Depth 0 is not allowed: it would start an endless search.
    pub fn perft(&mut self, depth: u32) -> Result<Counts, BackendError> {
        let mut moves = Vec::new();
        let total = self.perft_into(depth, &mut moves)?;
        Ok(Counts { moves, total })
    }

    /// Counts into `moves` and returns the total. On failure `moves` holds the moves that were counted.
    pub fn perft_into(&mut self, depth: u32, moves: &mut Vec<(String, u128)>) -> Result<u128, BackendError> {
        assert!(depth > 0, "engines search at depth 0");
        let request = format!("go perft {depth}");
        let deadline = self.limits.deadline();
        self.send(&request, &request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        loop {
            let line = self.line(&mut answer, &request)?;
            if line.starts_with("bestmove") || line.starts_with("Unknown command") {
                return Err(BackendError::Unsupported("the engine has no `go perft`".into()));
            }
            let Some((left, count)) = line.split_once(':') else { continue };
            let Ok(count) = count.trim().parse::<u128>() else { continue };
            let left = left.trim();
            if left.eq_ignore_ascii_case("Nodes searched") {
                let sum = perft::total(moves.iter().map(|(_, count)| *count));
                if sum != Some(count) {
                    let sum = sum.map_or("counts that add up to more than 2^128 - 1".to_owned(), |sum| {
                        sum.to_string()
                    });
                    let problem =
                        format!("`{request}` ends with a total of {count}, but its moves have {sum}");
                    return Err(BackendError::Protocol(problem));
                }
                return Ok(count);
            }
            if left.contains(' ') {
                continue;
            }
            printable(left).map_err(|problem| broken(&request, &problem))?;
            moves.push((left.to_owned(), count));
        }
    }

    fn send(&mut self, line: &str, request: &str, deadline: Instant) -> Result<(), BackendError> {
        let sent = self.process.send(line, deadline);
        sent.map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// The next line of the answer to a request.
    fn line(&mut self, answer: &mut AnswerLines, request: &str) -> Result<String, BackendError> {
        answer.line(&mut self.process).map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// Waits until the engine is ready, and returns the lines that it printed meanwhile.
    fn ready(&mut self, request: &str, deadline: Instant) -> Result<Vec<String>, BackendError> {
        self.send("isready", request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let mut lines = Vec::new();
        loop {
            let line = self.line(&mut answer, request)?;
            if line.trim() == "readyok" {
                return Ok(lines);
            }
            lines.push(line);
        }
    }
}

/// The error of an answer with an unprintable text.
fn broken(request: &str, problem: &str) -> BackendError {
    BackendError::Protocol(format!("answered `{request}` with {problem}"))
}

impl Offer {
    /// Reads what follows `option name`.
    fn read(text: &str) -> Self {
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        Self { name: name.trim().to_owned(), values }
    }
}
