//! Answers the requests of a page.

use super::copies::{View, bug, copies};
use super::count::{Until, count};
use super::error::Refusal;
use super::line::Line;
use super::opened::open;
use super::place::Place;
use super::position::{compare, position};
use super::read::read_position;
use super::reasons::{Subject, explain};
use super::sides::{NamedBackend, Rules, Sides};
use serde::Deserialize;
use serde_json::{Value, json};
use vperft::inner::game::variant::VariantId;

/// A request. Each is about the position `at`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// The moves of a position and its status.
    Position { at: Place },
    /// What the named backends answer differently about a position.
    Compare { at: Place },
    /// The clauses behind a move, the moves of a piece, or the status.
    Explain { at: Place, about: Subject },
    /// The counts below some moves.
    Count {
        at: Place,
        depth: u32,
        moves: Vec<String>,
        #[serde(default)]
        side: Option<usize>,
    },
    /// The canonical VFEN of a text that people paste as the root.
    Read { at: Place },
    /// Commands, a case and a picture to take along.
    Copies {
        at: Place,
        #[serde(default)]
        view: View,
        #[serde(default)]
        clauses: Vec<String>,
    },
    /// The bug file about what a named backend answers differently.
    Bug {
        at: Place,
        side: usize,
        #[serde(default)]
        clauses: Vec<String>,
    },
    /// What a file says that people open.
    Open { at: Place, text: String, depth: u32 },
}

/// How long a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// The built-in rules answer at once.
    Quick,
    /// The named backends are asked.
    Comparison,
    /// Positions are counted.
    Count,
}

/// How long a request may take.
#[must_use]
pub fn cost(request: &str) -> Cost {
    #[derive(Deserialize)]
    struct Kind {
        ask: String,
    }
    match serde_json::from_str::<Kind>(request) {
        Ok(kind) if kind.ask == "count" => Cost::Count,
        Ok(kind) if kind.ask == "compare" => Cost::Comparison,
        _ => Cost::Quick,
    }
}

/// Answers the requests of a page.
pub struct Explorer {
    sides: Sides,
    line: Line,
}

impl Explorer {
    /// An explorer of these rules, which compares these backends with them.
    #[must_use]
    pub fn new(rules: Rules, named: Vec<NamedBackend>) -> Self {
        Self { sides: Sides::new(rules, named), line: Line::default() }
    }

    /// The variants that the rules or a named backend have.
    #[must_use]
    pub fn variants(&mut self) -> Vec<VariantId> {
        VariantId::all().into_iter().filter(|variant| self.sides.has(*variant)).collect()
    }

    /// The reply to a request: `{"ok": ...}`, or `{"error": {"message": ..., "context": [...], "index": ...}}`. A count ends without an
    /// answer once `is_stopped` is true.
    #[must_use]
    pub fn answer(&mut self, request: &str, is_stopped: &(dyn Fn() -> bool + Sync)) -> String {
        let reply = match serde_json::from_str(request) {
            Ok(request) => self.reply(request, &Until(is_stopped)),
            Err(error) => Err(Refusal::new(format!("the request: {error}"))),
        };
        reply.map_or_else(|refusal| refusal.reply(), |value| json!({ "ok": value })).to_string()
    }

    fn reply(&mut self, request: Request, until: &Until<'_>) -> Result<Value, Refusal> {
        let Self { sides, line } = self;
        match request {
            Request::Position { at } => position(&at.find()?, line, sides),
            Request::Compare { at } => compare(&at.find()?, line, sides),
            Request::Explain { at, about } => explain(&at.find()?, &about, line, sides),
            Request::Count { at, depth, moves, side } => {
                count(&at.find()?, depth, &moves, side, sides, until)
            }
            Request::Read { at } => read_position(&at.find()?, sides),
            Request::Copies { at, view, clauses } => copies(&at.find()?, &view, &clauses, line, sides),
            Request::Bug { at, side, clauses } => bug(&at.find()?, side, &clauses, line, sides),
            Request::Open { at, text, depth } => open(&at.find()?, &text, depth, line, sides),
        }
    }
}
