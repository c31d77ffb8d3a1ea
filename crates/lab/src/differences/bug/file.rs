//! The format of a bug file.

use super::answered::{Answered, ask};
use crate::differences::descend::{Kind, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vperft::inner::backend::{BackendError, PositionPath, Question};
use vperft::inner::corpus::question::Query;
use vperft::inner::game::variant::{Clause, Ruling, Rulings, VariantId};
use vperft::inner::support::sanitise::{escape, is_printable, sanitise_within};

/// The version of the format.
const FORMAT: u32 = 1;

/// A failure with everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug {
    /// The version of the program that wrote it.
    pub vperft: String,
    /// The version of its suite.
    pub suite: Option<String>,
    /// The variant.
    pub variant: VariantId,
    /// The readings of its rulings.
    pub rulings: Rulings,
    /// The VFEN of the root.
    pub root: String,
    /// The moves played from the root.
    pub moves: Vec<String>,
    /// The VFEN at the end, by the trusted side.
    pub vfen: String,
    /// The kind of mistake.
    pub kind: Kind,
    /// The ids of the clauses that it is about, if known.
    pub clauses: Vec<String>,
    /// Queries that have to come first so that a fresh process answers wrongly. Empty if none are needed, or if they are unknown.
    pub before: Vec<EarlierQuery>,
    /// The query at the end of the moves.
    pub question: Query,
    /// The trusted side and its answer.
    pub a: BugSide,
    /// The other side and its answer.
    pub b: BugSide,
    /// The name of a record of both sides, next to the file.
    pub record: Option<String>,
}

/// A query that comes before another one, at the end of moves from the same root.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierQuery {
    /// The moves.
    pub moves: Vec<String>,
    /// The query at the end of the moves.
    pub question: Query,
}

/// A side and its answer.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BugSide {
    /// The name that opened it, such as `cmd:python3 mine.py`; `None` for counts from elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backend: Option<String>,
    /// Its name and version.
    pub identity: String,
    /// The ids of the clauses that were switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The engine options that were set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// The answer.
    pub answer: Answered,
}

/// An error in a bug file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BugError {
    /// It is not a bug file.
    #[error("{0}; expected a bug file as in docs/bug.schema.json")]
    Malformed(String),
    /// It has another version of the format.
    #[error("`format`: {found}; this version of vperft reads only format {FORMAT}")]
    Format {
        /// The version of the file.
        found: u32,
    },
    /// Its variant is unknown.
    #[error("`variant`: {0}; --variant DIR adds a variant")]
    Variant(String),
    /// A field is wrong.
    #[error("`{field}`: {problem}")]
    Field {
        /// The name of the field.
        field: &'static str,
        /// The problem, and what was expected.
        problem: String,
    },
}

/// The most bytes of a VFEN or a move. The longest VFEN of a board of 16 x 16 squares is shorter.
const MAX_TEXT: usize = 4096;

/// Checks the texts that are asked about, printed and written to a corpus: VFENs and moves are short and printable.
fn check_texts(file: &File) -> Result<(), BugError> {
    let asked = |question: &Query| match question {
        Query::Ask(Question::After { text }) => Some(text.clone()),
        Query::Ask(Question::MovesOf { square }) => Some(square.to_string()),
        _ => None,
    };
    let earlier = file.before.iter().flat_map(|one| one.moves.iter().cloned().chain(asked(&one.question)));
    let texts = [
        ("root", vec![file.root.clone()]),
        ("vfen", vec![file.vfen.clone()]),
        ("moves", file.moves.clone()),
        ("question", asked(&file.question).into_iter().collect()),
        ("before", earlier.collect()),
    ];
    for (field, texts) in texts {
        // A case may ask whether any text is refused as a move.
        let is_any = matches!(field, "question" | "before");
        let is_wrong = |text: &&String| text.len() > MAX_TEXT || !is_any && !text.chars().all(is_printable);
        if let Some(text) = texts.iter().find(is_wrong) {
            let problem = format!(
                "`{}`; expected at most {MAX_TEXT} bytes of printable characters",
                sanitise_within(text, MAX_QUOTED)
            );
            return Err(BugError::Field { field, problem });
        }
    }
    Ok(())
}

/// The most characters of a wrong text that an error quotes.
const MAX_QUOTED: usize = 100;

/// The file as JSON.
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
    before: Vec<EarlierQuery>,
    question: Query,
    a: BugSide,
    b: BugSide,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    record: Option<String>,
}

impl EarlierQuery {
    /// Several queries at every position along these moves.
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

    /// Asks the query and ignores the answer.
    pub(super) fn ask(&self, side: &mut Side<'_>, root: &str) {
        let _: Result<_, BackendError> =
            ask(&self.question, side, PositionPath { vfen: root, moves: &self.moves });
    }
}

impl Bug {
    /// The path of the query.
    #[must_use]
    pub fn path(&self) -> PositionPath<'_> {
        PositionPath { vfen: &self.root, moves: &self.moves }
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        let of_variant = Ruling::of_variant(self.variant);
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
        // Escapes line by line, so that the line feeds of the JSON stay.
        text.lines().map(|line| format!("{}\n", escape(line))).collect()
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is not a bug file, has another version, or names an unknown variant or reading.
    pub fn parse(text: &str) -> Result<Self, BugError> {
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
                return Err(field("readings", format!("{variant} has no ruling `{name}`")));
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
                return Err(field(
                    name,
                    format!("`answer` does not answer the question for {}", file.question),
                ));
            }
        }
        check_texts(&file)?;
        if file.a.answer.is_same(&file.b.answer) {
            return Err(field("b", "`answer` equals that of `a`, so nothing differs".into()));
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
