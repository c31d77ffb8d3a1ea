//! A conversation with an engine: the greeting, its options, positions, and what it is ready for. `count` holds the counts.

use super::learn::{is_refusal, last_lines, with_lines};
use super::protocol::{About, PROTOCOLS, Protocol};
use crate::process::{AnswerLines, Process, one_line, printable};
use std::time::{Duration, Instant};
use vperft::inner::backend::{BackendError, Limits};

/// How long a program that does not speak the protocol is asked whether it speaks another one.
const OTHER_WAIT: Duration = Duration::from_secs(1);
/// How long an engine may print nothing before it counts as ready, if its protocol cannot ask it.
const SILENCE: Duration = Duration::from_millis(500);
/// How long an engine may take between two lines about itself, unless it asks for more time.
const INTRODUCTION: Duration = Duration::from_secs(2);
/// How long an XBoard engine may say nothing about itself before it is asked whether it speaks the first version of the protocol.
const PATIENCE: Duration = Duration::from_secs(10);

/// A running engine that has answered the greeting of its protocol.
pub(super) struct Client {
    process: Process,
    pub(super) limits: Limits,
    pub(super) protocol: &'static dyn Protocol,
    /// What the engine says about itself.
    pub about: About,
    /// The name of the chosen variant in the engine.
    variant: String,
    /// The FEN of the current position, or of the start position.
    pub(super) fen: String,
    /// The commands that set the current position.
    pub(super) placed_by: String,
    /// The number of questions whether the engine is ready.
    questions: u32,
    /// Whether lines of a count may still follow, such as times and rates below the total.
    pub may_trail: bool,
    /// Whether the engine shows positions, once it was asked.
    shows: Option<bool>,
}

/// The output of `d`.
pub(super) struct Display {
    /// The position.
    pub fen: String,
    /// Whether the side to move is in check; `None` if the engine does not show that.
    pub in_check: Option<bool>,
}

impl Client {
    /// Starts a program, greets it and sets the options, all with one deadline.
    pub fn start(
        words: &[String],
        protocol: &'static dyn Protocol,
        limits: &Limits,
        settings: &[(String, String)],
    ) -> Result<Self, BackendError> {
        let deadline = limits.deadline();
        let process =
            Process::spawn(words, limits).map_err(|error| error.asking("its start", limits.timeout))?;
        let mut client = Self {
            process,
            limits: *limits,
            protocol,
            about: About::default(),
            variant: String::new(),
            fen: String::new(),
            placed_by: String::new(),
            questions: 0,
            may_trail: false,
            shows: None,
        };
        client.greet(words, deadline)?;
        for (name, value) in settings {
            let Some(offer) = client.about.offer(name) else {
                let known: Vec<_> = client.about.options.iter().map(|offer| offer.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { one_line(&known.join(", ")) };
                return Err(BackendError::Unsupported(format!("no option `{name}`; the engine has {known}")));
            };
            let name = offer.name.clone();
            client.set_by(deadline, &name, value)?;
        }
        if !settings.is_empty() {
            // An option that names a file of variants makes the engine offer more variants.
            client.greet(words, deadline)?;
        }
        Ok(client)
    }

    /// Greets the engine, and reads what it says about itself.
    fn greet(&mut self, words: &[String], deadline: Instant) -> Result<(), BackendError> {
        self.about = About::default();
        let greeting = self.protocol.greeting();
        let request = greeting.lines().next_back().unwrap_or(greeting);
        self.send(greeting, request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let (mut others, mut is_introduced) = (Vec::new(), false);
        let is_xboard = self.protocol.scheme() == "xboard";
        let mut may_be_first_version = is_xboard;
        while !self.about.is_complete {
            let may_be_complete = is_introduced && is_xboard && !self.about.is_slow;
            let until = match may_be_complete {
                true => Instant::now() + INTRODUCTION,
                false if may_be_first_version && !is_introduced => {
                    deadline.min(Instant::now() + PATIENCE.min(self.limits.timeout / 2))
                }
                false => deadline,
            };
            let line = match self.line_until(&mut answer, until, request) {
                Ok(line) => line,
                Err(BackendError::Timeout { .. }) if may_be_complete => break,
                Err(BackendError::Timeout { .. }) if until < deadline => {
                    may_be_first_version = false;
                    if self.refuses_a_move() {
                        break;
                    }
                    continue;
                }
                Err(error) => return Err(self.other_protocol(words, error, &others)),
            };
            let line = line.trim();
            if is_refusal(line) && request.split(' ').next().is_some_and(|word| line.contains(word)) {
                others.push(line.to_owned());
                let error = BackendError::Protocol(format!("refused `{request}`: {}", last_lines(&others)));
                match self.other_protocol(words, error, &others) {
                    BackendError::Protocol(_) if is_xboard && self.refuses_a_move() => break,
                    error => return Err(error),
                }
            }
            if self.protocol.introduce(line, &mut self.about) {
                is_introduced = true;
            } else {
                others.push(line.to_owned());
                // Enough for a message.
                others.drain(..others.len().saturating_sub(8));
            }
        }
        self.ready(request, deadline).map(drop)
    }

    /// Whether a program answers an illegal move as every XBoard engine does. One of the first version knows no `protover`.
    fn refuses_a_move(&mut self) -> bool {
        let deadline = Instant::now() + OTHER_WAIT.min(self.limits.timeout);
        let mut answer = AnswerLines::until(deadline);
        self.process.send("new\nforce\ne2e5", deadline).is_ok()
            && std::iter::from_fn(|| answer.line(&mut self.process).ok())
                .any(|line| is_refusal(&line) && line.contains("e2e5"))
    }

    /// The error of a program that does not answer the greeting. If it speaks another protocol, the error names the backend to ask.
    fn other_protocol(&mut self, words: &[String], error: BackendError, lines: &[String]) -> BackendError {
        let is_running = matches!(error, BackendError::Timeout { .. } | BackendError::Protocol(_));
        let deadline = Instant::now() + OTHER_WAIT.min(self.limits.timeout);
        let own = self.protocol.scheme();
        let others = || PROTOCOLS.into_iter().filter(|other| other.scheme() != own);
        let greetings: Vec<_> = others().map(|other| other.greeting()).collect();
        if is_running && self.process.send(&greetings.join("\n"), deadline).is_ok() {
            let mut answer = AnswerLines::until(deadline);
            while let Ok(line) = answer.line(&mut self.process) {
                let found = others().find(|other| {
                    let mut about = About::default();
                    // Options look alike in several protocols.
                    other.introduce(line.trim(), &mut about)
                        && (about.is_complete || other.scheme() == "xboard")
                });
                let Some(other) = found else { continue };
                let greeting = other.greeting().lines().next_back().unwrap_or_default();
                let program = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
                let name = format!("{}:{program}", other.scheme());
                let name = shlex::try_quote(&name).map_or_else(|_| name.clone(), |name| name.into_owned());
                let (theirs, ours) = (other.title(), self.protocol.title());
                return BackendError::Unsupported(format!(
                    "it speaks {theirs} (it answers `{greeting}`) and not {ours}; pass --backend {name}"
                ));
            }
        }
        with_lines(error, lines)
    }

    /// The time by which an answer to a request that begins now has to be complete.
    pub fn deadline(&self) -> Instant {
        self.limits.deadline()
    }

    /// The variants that the engine offers; `None` if it does not say so.
    pub fn variants(&self) -> Option<&[String]> {
        self.protocol.variants(&self.about)
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BackendError> {
        self.set_by(self.deadline(), name, value)
    }

    fn set_by(&mut self, deadline: Instant, name: &str, value: &str) -> Result<(), BackendError> {
        let request = format!("setoption name {name}");
        self.send(&self.protocol.set_option(name, value), &request, deadline)?;
        self.ready(&request, deadline).map(drop)
    }

    /// Chooses a variant by its name in the engine.
    pub fn choose(&mut self, name: &str) -> Result<(), BackendError> {
        name.clone_into(&mut self.variant);
        let Some(commands) = self.protocol.choose(&self.about, name) else { return Ok(()) };
        let (request, deadline) = (format!("the variant {name}"), self.deadline());
        self.send(&commands, &request, deadline)?;
        self.ready(&request, deadline).map(drop)
    }

    /// The commands that set the start position of the variant, or another position, and play moves, all in the notation of the
    /// protocol.
    pub fn placing(&self, is_start: bool, fen: &str, moves: &[String]) -> Result<String, BackendError> {
        match is_start {
            true => Ok(self.protocol.start(&self.about, &self.variant, moves)),
            false => self.protocol.position(&self.about, fen, moves).map_err(BackendError::Unsupported),
        }
    }

    /// Sets a position, which has this FEN before the moves, by these commands.
    pub fn set_position(&mut self, fen: &str, commands: &str) -> Result<(), BackendError> {
        fen.clone_into(&mut self.fen);
        commands.clone_into(&mut self.placed_by);
        let (request, deadline) = (one_line(commands), self.deadline());
        self.send(commands, &request, deadline)?;
        if !self.protocol.shows() {
            let is_fault = |line: &&String| {
                let line = line.trim_start();
                line.starts_with("tellusererror") || line.starts_with("Illegal") || is_refusal(line)
            };
            if let Some(line) = self.ready(&request, deadline)?.iter().find(is_fault) {
                let message = format!("asked for {request}, it answers `{}`", one_line(line));
                return Err(BackendError::RefusedPosition { reason: None, message });
            }
        }
        Ok(())
    }

    /// Whether the protocol has a command that plays a move.
    pub fn plays(&self) -> bool {
        self.protocol.play(&self.about, "").is_some()
    }

    /// Whether the engine may show positions.
    pub fn may_show(&self) -> bool {
        self.protocol.shows() && self.shows != Some(false)
    }

    /// Shows the position; `None` if the engine does not.
    pub fn display(&mut self) -> Result<Option<Display>, BackendError> {
        if !self.may_show() {
            return Ok(None);
        }
        let deadline = self.deadline();
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
        self.shows.get_or_insert(fen.is_some());
        Ok(fen.map(|fen| Display { fen, in_check }))
    }

    /// Sends lines; `request` names them in errors.
    pub fn send(&mut self, lines: &str, request: &str, deadline: Instant) -> Result<(), BackendError> {
        let sent = self.process.send(lines, deadline);
        sent.map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// The next line of the answer to a request.
    pub(super) fn line(&mut self, answer: &mut AnswerLines, request: &str) -> Result<String, BackendError> {
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

    /// Whether the protocol can ask the engine whether it is ready.
    pub(super) fn can_be_asked(&self) -> bool {
        self.protocol.ready(&self.about, 0).is_some()
    }

    /// Asks whether the engine is ready, without waiting for the answer. Returns the end of the line that it answers with; `None` if its
    /// protocol has no such question.
    pub(super) fn ask_ready(
        &mut self,
        request: &str,
        deadline: Instant,
    ) -> Result<Option<String>, BackendError> {
        self.questions += 1;
        let Some((question, answer)) = self.protocol.ready(&self.about, self.questions) else {
            return Ok(None);
        };
        self.send(&question, request, deadline)?;
        Ok(Some(answer))
    }

    /// Waits until the engine is ready for the next command, and returns the lines before.
    pub(super) fn ready(&mut self, request: &str, deadline: Instant) -> Result<Vec<String>, BackendError> {
        let expected = self.ask_ready(request, deadline)?;
        let mut answer = AnswerLines::until(deadline);
        let mut lines = Vec::new();
        loop {
            let until = if expected.is_some() { deadline } else { Instant::now() + SILENCE };
            match self.line_until(&mut answer, until, request) {
                Ok(line) if is_ready(&line, expected.as_deref()) => break,
                Ok(line) => lines.push(line),
                Err(BackendError::Timeout { .. }) if expected.is_none() => break,
                Err(error) => return Err(error),
            }
        }
        self.may_trail = false;
        Ok(lines)
    }
}

/// Whether a line says that the engine is ready. A prompt may stand before that.
pub(super) fn is_ready(line: &str, expected: Option<&str>) -> bool {
    let rest = expected.and_then(|expected| line.trim().strip_suffix(expected));
    rest.is_some_and(|prompt| prompt.is_empty() || prompt.ends_with(' '))
}

/// The error of an answer with an unprintable text.
pub(super) fn broken(request: &str, problem: &str) -> BackendError {
    BackendError::Protocol(format!("answered `{request}` with {problem}"))
}
