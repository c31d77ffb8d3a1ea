//! The answers of a backend about a position, and the differences between two such answers.

use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use vperft::inner::backend::{BackendError, MemoryBudget, PositionPath, VariantBackend};
use vperft::inner::corpus::relation::check_length;
use vperft::inner::game::notation;
use vperft::inner::game::rules::Status;

/// A move that a backend lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ListedMove {
    /// The text.
    pub text: String,
    /// The VFEN after it, if the backend reports that.
    pub vfen: Option<String>,
}

impl ListedMove {
    /// A move that answers can share.
    pub fn new(text: String, vfen: Option<String>) -> Arc<Self> {
        Arc::new(Self { text, vfen })
    }
}

/// The answers of a backend about a position or an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answers {
    /// The position, as VFEN. Empty if the backend shows no positions.
    pub vfen: String,
    /// The legal moves, sorted. Most answers about a position have most of them in common, so that they are shared.
    pub moves: Vec<Arc<ListedMove>>,
    /// The status, if the backend reports one.
    pub status: Option<Status>,
}

/// The answers about an input; `None` if it is refused.
pub(super) type Response = Option<Answers>;

/// One thing that is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum WrongAnswer {
    /// The position or the move is refused.
    Refused,
    /// An invalid position or an illegal move is accepted.
    Accepted,
    /// A legal move is missing.
    Missing {
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// An illegal move is listed.
    Extra {
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// A move is listed more than once.
    Duplicate {
        /// The move.
        #[serde(rename = "move")]
        text: String,
    },
    /// A field of the position after a move differs. Each field is a wrong answer of its own, so that several
    /// mistakes in one move are separate.
    Child {
        /// The move.
        #[serde(rename = "move")]
        text: String,
        /// The name of the field, one of [`FIELDS`].
        field: &'static str,
        /// The right value.
        expected: String,
        /// The value of the backend; empty if there is none.
        answered: String,
    },
    /// The status differs.
    Status {
        /// The right status.
        expected: String,
        /// The status of the backend.
        answered: String,
    },
}

impl WrongAnswer {
    /// The move that it is about.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Missing { text } | Self::Extra { text } | Self::Duplicate { text } => Some(text),
            Self::Child { text, .. } => Some(text),
            Self::Refused | Self::Accepted | Self::Status { .. } => None,
        }
    }
}

/// The names of the fields of a VFEN. The last one holds everything after the sixth field.
pub(super) const FIELDS: [&str; 7] =
    ["board", "side to move", "unmoved", "en passant", "clock", "move number", "extra field"];

/// The parts of an answer that the backend gave. A question that it did not answer is evidence neither for nor against a
/// mistake.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Whether it listed all moves, or refused the position.
    pub moves: bool,
    /// The squares whose moves it listed.
    pub squares: BTreeSet<String>,
    /// The moves whose children it reported.
    pub children: BTreeSet<String>,
    /// Whether it reported the status.
    pub status: bool,
    /// The illegal moves and duplicates that it listed, if not all are known.
    pub some_of: Option<BTreeSet<String>>,
}

impl Known {
    /// The parts that are known from a response.
    pub fn from_response(response: &Response) -> Self {
        let Some(given) = response else { return Self { moves: true, ..Self::default() } };
        let reported = given.moves.iter().filter(|listed| listed.vfen.is_some());
        let children = reported.map(|listed| listed.text.clone()).collect();
        Self { moves: true, children, status: given.status.is_some(), ..Self::default() }
    }

    /// Whether the backend listed the moves of the square on which the move starts.
    pub fn lists(&self, text: &str) -> bool {
        self.moves || self.squares.iter().any(|square| notation::starts_on(text, square))
    }

    /// Whether the backend would have shown the difference.
    pub fn shows(&self, difference: &WrongAnswer) -> bool {
        let is_listed = |text: &str| self.lists(text);
        match difference {
            WrongAnswer::Refused | WrongAnswer::Accepted => true,
            WrongAnswer::Missing { text } => is_listed(text) || self.children.contains(text),
            WrongAnswer::Extra { text } | WrongAnswer::Duplicate { text } => {
                is_listed(text) && self.some_of.as_ref().is_none_or(|known| known.contains(text))
            }
            WrongAnswer::Child { text, .. } => self.children.contains(text),
            WrongAnswer::Status { .. } => self.status,
        }
    }
}

impl Answers {
    /// Asks about the end of a path. Unsupported questions are left out; a refusal of the path is an answer.
    ///
    /// # Errors
    /// If the backend does not answer.
    pub fn ask(
        view: &mut dyn VariantBackend,
        path: PositionPath<'_>,
        requests: &mut u64,
    ) -> Result<Response, BackendError> {
        *requests += 1;
        let shown = match path.canonical(view) {
            Err(BackendError::Unsupported(_)) => Ok(String::new()),
            answer => answer,
        };
        let Some(vfen) = unless_refused(shown)? else { return Ok(None) };
        *requests += 1;
        let Some(mut texts) = unless_refused(view.moves(path))? else { return Ok(None) };
        check_length(&texts)?;
        texts.sort();
        let mut listed = Vec::with_capacity(texts.len());
        let mut moves = path.moves.to_vec();
        let mut held = MemoryBudget::default();
        for text in texts {
            moves.push(text);
            *requests += 1;
            // A move that is listed and then refused has no position to compare.
            let vfen = if_answered(view.after(PositionPath { moves: &moves, ..path }))?;
            held.add(MemoryBudget::size(vfen.as_deref()))?;
            listed.push(ListedMove::new(moves.pop().unwrap_or_default(), vfen));
        }
        *requests += 1;
        let status = if_answered(view.status(path))?;
        Ok(Some(Self { vfen, moves: listed, status }))
    }

    /// Asks rules in process, which answer about all children at once.
    ///
    /// # Errors
    /// If the rules do not answer.
    pub fn of_rules(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Result<Response, BackendError> {
        let Some(vfen) = unless_refused(path.canonical(view))? else { return Ok(None) };
        let Some(children) = unless_refused(view.children(path))? else { return Ok(None) };
        let listed = |(text, vfen)| ListedMove::new(text, Some(vfen));
        let mut moves: Vec<_> = children.into_iter().map(listed).collect();
        moves.sort();
        Ok(Some(Self { vfen, moves, status: Some(view.status(path)?) }))
    }

    /// The size in memory, in bytes.
    pub fn size(&self) -> usize {
        let of_moves =
            self.moves.iter().flat_map(|listed| [Some(listed.text.as_str()), listed.vfen.as_deref()]);
        MemoryBudget::size(of_moves.flatten().chain([self.vfen.as_str()]))
    }

    /// The listed move with this text.
    pub fn find(&self, text: &str) -> Option<&Arc<ListedMove>> {
        self.moves.iter().find(|listed| listed.text == text)
    }

    /// Shares the moves that another answer has too, so that a copy needs no memory for them and is compared by address.
    pub fn share(&mut self, other: &Self) {
        let mut others = other.moves.iter().peekable();
        for own in &mut self.moves {
            while others.next_if(|listed| *listed < own).is_some() {}
            if let Some(same) = others.next_if(|listed| *listed == own) {
                *own = Arc::clone(same);
            }
        }
    }

    /// The answer that an input is accepted.
    pub const fn accepted(vfen: String) -> Self {
        Self { vfen, moves: Vec::new(), status: None }
    }
}

/// The answer, or `None` if the input is refused.
pub(super) fn unless_refused<T>(answer: Result<T, BackendError>) -> Result<Option<T>, BackendError> {
    match answer {
        Err(error) if error.refuses_position() || error.refuses_move() => Ok(None),
        answer => answer.map(Some),
    }
}

/// The answer, or `None` if it is unsupported or the input is refused.
fn if_answered<T>(answer: Result<T, BackendError>) -> Result<Option<T>, BackendError> {
    match answer {
        Err(BackendError::Unsupported(_)) => Ok(None),
        answer => unless_refused(answer),
    }
}

/// All differences between a response and the right one.
pub(super) fn differences(right: &Response, other: &Response) -> BTreeSet<WrongAnswer> {
    let (right, other) = match (right, other) {
        (None, None) => return BTreeSet::new(),
        (Some(_), None) => return [WrongAnswer::Refused].into(),
        (None, Some(_)) => return [WrongAnswer::Accepted].into(),
        (Some(right), Some(other)) => (right, other),
    };
    let mut found = BTreeSet::new();
    // Most responses have the same moves.
    if right.moves != other.moves {
        compare_moves(&right.moves, &other.moves, &mut found);
    }
    if let (Some(right), Some(other)) = (right.status, other.status)
        && right != other
    {
        found.insert(WrongAnswer::Status { expected: right.to_string(), answered: other.to_string() });
    }
    found
}

/// Compares the moves and the positions after them. Both lists are sorted, and a legal move is listed once.
fn compare_moves(legal: &[Arc<ListedMove>], listed: &[Arc<ListedMove>], found: &mut BTreeSet<WrongAnswer>) {
    let missing = |own: &Arc<ListedMove>| WrongAnswer::Missing { text: own.text.clone() };
    let mut legal = legal.iter().peekable();
    for of_text in listed.chunk_by(|one, other| one.text == other.text) {
        let text = &of_text[0].text;
        while let Some(own) = legal.next_if(|own| own.text < *text) {
            found.insert(missing(own));
        }
        if of_text.len() > 1 {
            found.insert(WrongAnswer::Duplicate { text: text.clone() });
        }
        let Some(own) = legal.next_if(|own| own.text == *text) else {
            found.insert(WrongAnswer::Extra { text: text.clone() });
            continue;
        };
        let Some(right) = &own.vfen else { continue };
        for vfen in of_text.iter().filter_map(|listed| listed.vfen.as_ref()).filter(|vfen| *vfen != right) {
            found.extend(child_differences(text, right, vfen));
        }
    }
    found.extend(legal.map(missing));
}

/// The fields in which the position after a move differs from the right one.
pub(super) fn child_differences(text: &str, right: &str, other: &str) -> Vec<WrongAnswer> {
    let [right, other] = [right, other].map(|vfen| vfen.splitn(FIELDS.len(), ' ').collect::<Vec<_>>());
    let value =
        |fields: &[&str], index: usize| fields.get(index).map_or_else(String::new, |text| (*text).into());
    let fields = FIELDS.iter().enumerate();
    let differing = fields.map(|(index, field)| (field, value(&right, index), value(&other, index)));
    differing
        .filter(|(_, expected, answered)| expected != answered)
        .map(|(field, expected, answered)| WrongAnswer::Child {
            text: text.to_owned(),
            field,
            expected,
            answered,
        })
        .collect()
}
