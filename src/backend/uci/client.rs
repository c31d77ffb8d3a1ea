//! What is said to an engine and how its answers are read, without any meaning.

use crate::backend::process::Process;
use crate::backend::{BackendError, Limits};
use crate::perft;

/// More moves than any position has.
const MOST_MOVES: usize = 100_000;

/// A running engine that has said what it is.
pub(super) struct Client {
    process: Process,
    limits: Limits,
    /// What it calls itself.
    pub name: String,
    options: Vec<Offer>,
}

/// An option of an engine.
struct Offer {
    name: String,
    /// What a combo offers to choose from.
    values: Vec<String>,
}

/// What an engine shows of its position.
pub(super) struct Display {
    /// The position.
    pub fen: String,
    /// Whether the side to move is in check; none if it does not say.
    pub in_check: Option<bool>,
}

/// What an engine counts below every legal move.
pub(super) struct Counts {
    /// Moves in its coordinates, each with its count, in its order.
    pub moves: Vec<(String, u128)>,
    /// Their sum.
    pub total: u128,
}

impl Client {
    /// Starts a program, greets it and sets its options.
    pub fn start(
        words: &[String],
        limits: &Limits,
        settings: &[(String, String)],
    ) -> Result<Self, BackendError> {
        let process =
            Process::spawn(words, limits).map_err(|error| error.asking("its start", limits.timeout))?;
        let mut client = Self { process, limits: *limits, name: String::new(), options: Vec::new() };
        client.greet()?;
        for (name, value) in settings {
            let Some(offer) = client.offer(name) else {
                let known: Vec<_> = client.options.iter().map(|offer| offer.name.as_str()).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                return Err(BackendError::Unsupported(format!("no option `{name}`; the engine has {known}")));
            };
            let name = offer.name.clone();
            client.set(&name, value)?;
        }
        if !settings.is_empty() {
            // A file of variants that was just named makes the engine offer more of them.
            client.greet()?;
        }
        Ok(client)
    }

    /// Has it say who it is and what can be set.
    fn greet(&mut self) -> Result<(), BackendError> {
        self.options.clear();
        self.send("uci", "uci")?;
        let deadline = self.limits.deadline();
        loop {
            let line = self.process.receive(deadline);
            let line = line.map_err(|error| error.asking("uci", self.limits.timeout))?;
            let line = line.trim();
            if line == "uciok" {
                return self.ready("isready").map(drop);
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

    /// The variants it offers; none if it has no such choice.
    pub fn variants(&self) -> Option<&[String]> {
        self.offer("UCI_Variant").map(|offer| &offer.values[..])
    }

    /// Sets an option.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), BackendError> {
        let request = format!("setoption name {name}");
        self.send(&format!("{request} value {value}"), &request)?;
        self.ready(&request).map(drop)
    }

    /// Sets the position: `startpos`, or `fen` and a FEN; `moves` and coordinates may follow.
    pub fn position(&mut self, position: &str) -> Result<(), BackendError> {
        let request = format!("position {position}");
        self.send(&request, &request)
    }

    /// What it shows of its position; none if it does not.
    pub fn display(&mut self) -> Result<Option<Display>, BackendError> {
        self.send("d", "d")?;
        let (mut fen, mut in_check) = (None, None);
        for line in self.ready("d")? {
            if let Some(text) = line.strip_prefix("Fen: ") {
                fen = Some(text.trim().to_owned());
            } else if let Some(squares) = line.strip_prefix("Checkers:") {
                in_check = Some(!squares.trim().is_empty());
            }
        }
        Ok(fen.map(|fen| Display { fen, in_check }))
    }

    /// Counts. A depth of 0 would start a search without end.
    pub fn perft(&mut self, depth: u32) -> Result<Counts, BackendError> {
        assert!(depth > 0, "engines search at depth 0");
        let request = format!("go perft {depth}");
        self.send(&request, &request)?;
        let deadline = self.limits.deadline();
        let mut moves = Vec::new();
        loop {
            let line = self.process.receive(deadline);
            let line = line.map_err(|error| error.asking(&request, self.limits.timeout))?;
            if line.starts_with("bestmove") || line.starts_with("Unknown command") {
                return Err(BackendError::Unsupported("the engine has no `go perft`".into()));
            }
            let Some((left, count)) = line.split_once(':') else { continue };
            let Ok(count) = count.trim().parse::<u128>() else { continue };
            let left = left.trim();
            if left.eq_ignore_ascii_case("Nodes searched") {
                let sum = perft::total(moves.iter().map(|(_, count)| *count));
                if sum != Some(count) {
                    let sum = sum.map_or("more than can be held".to_owned(), |sum| sum.to_string());
                    let problem =
                        format!("`{request}` ends with a total of {count}, but its moves have {sum}");
                    return Err(BackendError::Protocol(problem));
                }
                return Ok(Counts { moves, total: count });
            }
            if left.contains(' ') {
                continue;
            }
            if moves.len() == MOST_MOVES {
                return Err(BackendError::Protocol(format!("`{request}` lists moves without end")));
            }
            moves.push((left.to_owned(), count));
        }
    }

    fn send(&mut self, line: &str, request: &str) -> Result<(), BackendError> {
        let sent = self.process.send(line, self.limits.deadline());
        sent.map_err(|error| error.asking(request, self.limits.timeout))
    }

    /// Waits until it has done what it was told, and returns what it printed meanwhile.
    fn ready(&mut self, request: &str) -> Result<Vec<String>, BackendError> {
        /// More lines than any engine prints there.
        const MOST: usize = 10_000;
        self.send("isready", request)?;
        let deadline = self.limits.deadline();
        let mut lines = Vec::new();
        while lines.len() < MOST {
            let line = self.process.receive(deadline);
            let line = line.map_err(|error| error.asking(request, self.limits.timeout))?;
            if line.trim() == "readyok" {
                return Ok(lines);
            }
            lines.push(line);
        }
        Err(BackendError::Protocol(format!("asked for `{request}`, it prints lines without end")))
    }
}

impl Offer {
    /// Reads what follows `option name`.
    fn read(text: &str) -> Self {
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        Self { name: name.trim().to_owned(), values }
    }
}
