//! The commands of an engine and its output, without their meaning.

use super::dialect::{Dialect, is_refusal, last_lines, with_lines};
use crate::backend::engine_text::perft_text::{self, IsMove};
use crate::backend::programs::process::{AnswerLines, Process, one_line, printable};
use crate::backend::{BackendError, Limits};
use crate::game::perft;
use std::time::{Duration, Instant};

/// How long a program that does not speak UCI is asked whether it speaks XBoard.
const XBOARD_WAIT: Duration = Duration::from_secs(1);

/// A running engine that has answered `uci`.
pub(super) struct Client {
    process: Process,
    limits: Limits,
    /// The name of the engine.
    pub name: String,
    options: Vec<Offer>,
    /// Whether lines of a count may still follow, such as times and rates below the total.
    pub may_trail: bool,
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

/// The output of a count.
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
        let (name, options) = (String::new(), Vec::new());
        let mut client = Self { process, limits: *limits, name, options, may_trail: false };
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
        let mut others = Vec::new();
        loop {
            let line = match self.line(&mut answer, "uci") {
                Ok(line) => line,
                Err(error) => return Err(self.no_uci(error, &others)),
            };
            let line = line.trim();
            if is_refusal(line) && line.contains("uci") {
                others.push(line.to_owned());
                let error = BackendError::Protocol(format!("refused `uci`: {}", last_lines(&others)));
                return Err(self.no_uci(error, &others));
            }
            if line == "uciok" {
                return self.ready("isready", deadline).map(drop);
            } else if let Some(name) = line.strip_prefix("id name ") {
                self.name = name.trim().to_owned();
            } else if let Some(option) = line.strip_prefix("option name ") {
                self.options.push(Offer::read(option));
            } else {
                others.push(line.to_owned());
                // Enough for a message.
                others.drain(..others.len().saturating_sub(8));
            }
        }
    }

    /// The error of a program that does not answer `uci`. A program that speaks XBoard is named as such.
    fn no_uci(&mut self, error: BackendError, lines: &[String]) -> BackendError {
        let is_running = matches!(error, BackendError::Timeout { .. } | BackendError::Protocol(_));
        let deadline = Instant::now() + XBOARD_WAIT.min(self.limits.timeout);
        if is_running && self.process.send("xboard\nprotover 2", deadline).is_ok() {
            let mut answer = AnswerLines::until(deadline);
            while let Ok(line) = answer.line(&mut self.process) {
                if line.trim_start().starts_with("feature ") {
                    let reason = "it speaks XBoard (it answers `protover 2`) and not UCI; a script around it that prints \
                         counts can be asked as `script:`";
                    return BackendError::Unsupported(reason.into());
                }
            }
        }
        with_lines(error, lines)
    }

    /// The time by which an answer to a request that begins now has to be complete.
    pub fn deadline(&self) -> Instant {
        self.limits.deadline()
    }

    fn offer(&self, name: &str) -> Option<&Offer> {
        self.options.iter().find(|offer| offer.name.eq_ignore_ascii_case(name))
    }

    /// Whether the engine has an option.
    pub fn has_option(&self, name: &str) -> bool {
        self.offer(name).is_some()
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
            let line = line.trim_start();
            let is_fen = line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("fen:"));
            if let Some(text) = line.get(4..).filter(|_| is_fen) {
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
    pub fn perft(
        &mut self,
        dialect: &Dialect,
        depth: u32,
        is_move: IsMove<'_>,
    ) -> Result<Counts, BackendError> {
        let mut moves = Vec::new();
        let total = self.perft_into(dialect, depth, is_move, &mut moves)?;
        Ok(Counts { moves, total })
    }

    /// Counts into `moves` and returns the total. On failure `moves` holds the moves that were counted.
    pub fn perft_into(
        &mut self,
        dialect: &Dialect,
        depth: u32,
        is_move: IsMove<'_>,
        moves: &mut Vec<(String, u128)>,
    ) -> Result<u128, BackendError> {
        assert!(depth > 0, "engines search at depth 0");
        let request = format!("{} {depth}", dialect.command);
        let deadline = self.limits.deadline();
        if self.may_trail {
            self.ready(&request, deadline)?;
        }
        self.may_trail = true;
        self.send(&request, &request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let (mut others, mut number) = (Vec::new(), 0);
        loop {
            number += 1;
            let line = self.line(&mut answer, &request).map_err(|error| with_lines(error, &others))?;
            if line.starts_with("bestmove") || moves.is_empty() && is_refusal(&line) {
                let reason =
                    format!("the engine has no `{}`: it answers `{}`", dialect.command, one_line(&line));
                return Err(BackendError::Unsupported(reason));
            }
            let mut found = perft_text::read_line(number, &line, Some(depth), is_move);
            if dialect.is_leading {
                found.take_leading();
            }
            if let Some((label, text)) = found.unread.take() {
                let error = perft_text::PerftTextError::Count { line: number, label, text };
                return Err(broken(&request, &error.to_string()));
            }
            if found.rows.is_empty() && found.totals.is_empty() {
                others.push(line);
                others.drain(..others.len().saturating_sub(8));
                continue;
            }
            if !found.rows.is_empty() {
                printable(&line.replace('\t', " ")).map_err(|problem| broken(&request, &problem))?;
            }
            moves.extend(found.rows.drain(..).map(|row| (row.label, row.count)));
            if found.totals.is_empty() {
                continue;
            }
            let sum = perft::total(moves.iter().map(|(_, count)| *count));
            let Some(total) = dialect.end(&found, depth, sum) else { continue };
            if dialect.lists && sum != Some(total) {
                let sum =
                    sum.map_or("counts that add up to more than 2^128 - 1".to_owned(), |sum| sum.to_string());
                let problem = format!("`{request}` ends with a total of {total}, but its moves have {sum}");
                return Err(BackendError::Protocol(problem));
            }
            if dialect.lists {
                return Ok(total);
            }
            // An engine that prints totals only may print those of all depths up to this one.
            let rest = self.ready(&request, deadline)?;
            let mut totals = rest.iter().filter_map(|line| {
                dialect.end(&perft_text::read_line(number, line, Some(depth), is_move), depth, None)
            });
            return Ok(totals.next_back().unwrap_or(total));
        }
    }

    /// Sends a line; `request` names it in errors.
    pub fn send(&mut self, line: &str, request: &str, deadline: Instant) -> Result<(), BackendError> {
        let sent = self.process.send(line, deadline);
        sent.map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// The next line of the answer to a request.
    fn line(&mut self, answer: &mut AnswerLines, request: &str) -> Result<String, BackendError> {
        answer.line(&mut self.process).map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// The next line of the answer to a request, if it comes until then.
    pub fn line_until(
        &mut self,
        answer: &mut AnswerLines,
        until: Instant,
        request: &str,
    ) -> Result<String, BackendError> {
        let line = answer.line_until(&mut self.process, until);
        line.map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// Waits until the engine is ready, and returns the lines that it printed meanwhile.
    pub fn ready(&mut self, request: &str, deadline: Instant) -> Result<Vec<String>, BackendError> {
        self.send("isready", request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let mut lines = Vec::new();
        loop {
            let line = self.line(&mut answer, request)?;
            if line.trim() == "readyok" {
                self.may_trail = false;
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
