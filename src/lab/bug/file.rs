//! The format.

use super::answered::{Answered, ask};
use crate::backend::{BackendError, PositionPath, Question};
use crate::corpus::question::Query;
use crate::game::variant::{Clause, Ruling, Rulings, VariantId};
use crate::lab::descend::{Kind, Side};
use crate::support::sanitise::escape;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format that is written, and the only one that is read.
const FORMAT: u32 = 1;

/// A failure and all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug {
    /// The version of the program that wrote it.
    pub vperft: String,
    /// The version of the suite it had.
    pub suite: Option<String>,
    /// The variant.
    pub variant: VariantId,
    /// The readings of its rulings.
    pub rulings: Rulings,
    /// The position from which the moves are played.
    pub root: String,
    /// The moves.
    pub moves: Vec<String>,
    /// Where they lead by the side that is believed.
    pub vfen: String,
    /// What kind of mistake it is.
    pub kind: Kind,
    /// The ids of the clauses that it is about, as far as that is known.
    pub clauses: Vec<String>,
    /// What one that was just started is asked before, so that it keeps of it what makes it answer wrongly; none if that needs nothing,
    /// or is not known.
    pub before: Vec<Earlier>,
    /// What is asked there.
    pub question: Query,
    /// The side that is believed, and its answer.
    pub a: BugSide,
    /// The other.
    pub b: BugSide,
    /// A record of both, beside the file.
    pub record: Option<String>,
}

/// A question that is asked before another one, at the end of moves from the same root.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    /// The moves.
    pub moves: Vec<String>,
    /// What is asked there.
    pub question: Query,
}

/// A side, and what it answered.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BugSide {
    /// What it was opened by, such as `cmd:python3 mine.py`; none of what somebody counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// Its name and version.
    pub identity: String,
    /// The ids of the clauses it was to ignore.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The options that were set, if it is an engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// What it answered.
    pub answer: Answered,
}

/// What is wrong with a bug file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BugError {
    /// It is none.
    #[error("{0}; expected a bug file, as docs/bug.schema.json says")]
    Malformed(String),
    /// It is of another version of the format.
    #[error("`format`: {found}; this program reads format {FORMAT}, another version of it may read this one")]
    Format {
        /// The version it has.
        found: u32,
    },
    /// Its variant is not known.
    #[error("`variant`: {0}; --variant DIR brings a variant")]
    Variant(String),
    /// A field does not say what it should.
    #[error("`{field}`: {problem}")]
    Field {
        /// Which.
        field: &'static str,
        /// What is wrong with it, and what was expected.
        problem: String,
    },
}

/// A file as it stands.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    vperft: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    suite: Option<String>,
    variant: String,
    readings: BTreeMap<String, String>,
    root: String,
    moves: Vec<String>,
    vfen: String,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    clauses: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<Earlier>,
    question: Query,
    a: BugSide,
    b: BugSide,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

impl Earlier {
    /// Everything at every position on the way along these moves.
    pub(super) fn on_the_way(moves: &[String]) -> Vec<Self> {
        let probes = || {
            [
                Query::Ask(Question::Moves),
                Query::Ask(Question::Read),
                Query::Ask(Question::Status),
                Query::Ask(Question::Perft { depth: 2 }),
            ]
        };
        let at = |length: usize| probes().map(|question| Self { moves: moves[..length].to_vec(), question });
        (0..=moves.len()).flat_map(at).collect()
    }

    /// Asks it, whatever the answer.
    pub(super) fn ask(&self, side: &mut Side<'_>, root: &str) {
        let _: Result<_, BackendError> =
            ask(&self.question, side, PositionPath { vfen: root, moves: &self.moves });
    }
}

impl Bug {
    /// The place where the question is asked.
    #[must_use]
    pub fn path(&self) -> PositionPath<'_> {
        PositionPath { vfen: &self.root, moves: &self.moves }
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let of_variant = Ruling::of(self.variant);
        let reading =
            |ruling: &Ruling| Some((ruling.name.to_owned(), self.rulings.get(ruling.name)?.to_owned()));
        let file = File {
            format: FORMAT,
            vperft: self.vperft.clone(),
            suite: self.suite.clone(),
            variant: self.variant.name().to_owned(),
            readings: of_variant.filter_map(reading).collect(),
            root: self.root.clone(),
            moves: self.moves.clone(),
            vfen: self.vfen.clone(),
            kind: self.kind,
            clauses: self.clauses.clone(),
            before: self.before.clone(),
            question: self.question.clone(),
            a: self.a.clone(),
            b: self.b.clone(),
            record: self.record.clone(),
        };
        let text = serde_json::to_string_pretty(&file).expect("texts and numbers are JSON");
        // Line by line: what is escaped are characters in texts.
        text.lines().map(|line| format!("{}\n", escape(line))).collect()
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is no bug file, of another version, or of a variant or of readings that are not known.
    pub fn read(text: &str) -> Result<Self, BugError> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let malformed = |error: serde_json::Error| BugError::Malformed(error.to_string());
        let Format { format } = serde_json::from_str(text).map_err(malformed)?;
        if format != FORMAT {
            return Err(BugError::Format { found: format });
        }
        let file: File = serde_json::from_str(text).map_err(malformed)?;
        let field = |field, problem: String| BugError::Field { field, problem };
        let variant: VariantId =
            file.variant.parse().map_err(|error| BugError::Variant(format!("{error}")))?;
        let mut rulings = Rulings::default();
        for (name, reading) in &file.readings {
            if Ruling::named(name).is_some_and(|ruling| ruling.variant != variant) {
                return Err(field("readings", format!("ruling `{name}` is none of {variant}")));
            }
            rulings.set(name, reading).map_err(|error| field("readings", error.to_string()))?;
        }
        let not_clause = |ids: &[String]| ids.iter().find_map(|id| id.parse::<Clause>().err());
        if let Some(error) = not_clause(&file.clauses) {
            return Err(field("clauses", error.to_string()));
        }
        for (name, side) in [("a", &file.a), ("b", &file.b)] {
            if let Some(error) = not_clause(&side.without) {
                return Err(field(name, error.to_string()));
            }
            if !side.answer.fits(&file.question) {
                return Err(field(name, format!("`answer` is none to the question for {}", file.question)));
            }
        }
        if file.a.answer.is_same(&file.b.answer) {
            return Err(field("b", "`answer` is that of `a`; expected another one".into()));
        }
        let File { vperft, suite, root, moves, vfen, kind, clauses, before, question, a, b, record, .. } =
            file;
        Ok(Self {
            vperft,
            suite,
            variant,
            rulings,
            root,
            moves,
            vfen,
            kind,
            clauses,
            before,
            question,
            a,
            b,
            record,
        })
    }
}
