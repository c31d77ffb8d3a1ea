//! The lines of a record.

use crate::backend::{PositionPath, Question};
use crate::game::variant::{Ruling, Rulings, Variant, VariantId};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::collections::BTreeMap;
use std::hash::Hasher as _;

/// The version of the format.
pub(super) const FORMAT: u32 = 1;

/// The first line.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Header {
    /// The version of the format.
    pub record: u32,
    /// The version of the program that wrote it.
    pub vperft: String,
    /// The version of its suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// The start time, in seconds since 1970.
    pub began: u64,
    /// The command line, word by word.
    pub command: Vec<String>,
}

/// An opened backend.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Opened {
    /// The name that opened it: `reference`, `cmd:python3 mine.py`.
    pub name: String,
    /// Its own name and version.
    pub identity: String,
    /// Its variants, each with its digest.
    pub variants: BTreeMap<String, String>,
    /// The readings that it declares or was opened with; `None` for the default readings of a backend that declares none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readings: Option<BTreeMap<String, String>>,
    /// The ids of the clauses that were switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// The engine options that were set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, String)>,
}

/// The kind of a line that only says that a variant was refused.
pub(super) const VARIANT: &str = "variant";

/// The kinds of questions in a record. `after` is [`Question::Read`] at a path with moves.
const KINDS: &[&str] = &[VARIANT, "read", "moves", "after", "perft", "divide", "status", "survey"];

/// The kind of a question that is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind(pub &'static str);

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = KINDS.iter().find(|kind| **kind == text);
        known.copied().map(Self).ok_or_else(|| D::Error::unknown_variant(&text, KINDS))
    }
}

/// A question as a line writes it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Asked<'a> {
    pub ask: &'static str,
    pub variant: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub vfen: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub moves: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl<'a> Asked<'a> {
    /// A question about the end of a path.
    pub fn new(variant: VariantId, path: PositionPath<'a>, question: &Question) -> Self {
        let ask = match question {
            Question::Read if !path.moves.is_empty() => "after",
            question => question.name(),
        };
        Self { ask, variant: variant.name(), vfen: path.vfen, moves: path.moves, depth: question.depth() }
    }

    /// The question whether the backend has rules of a variant.
    pub fn about_variant(variant: VariantId) -> Self {
        Self { ask: VARIANT, variant: variant.name(), vfen: "", moves: &[], depth: None }
    }

    /// The digest of the question to one of the backends of a record.
    pub fn key(&self, side: usize) -> [u64; 2] {
        let mut hasher = SipHasher13::new();
        let mut text = |text: &str| {
            hasher.write(text.as_bytes());
            // UTF-8 never contains this byte, so that it separates the texts.
            hasher.write_u8(0xff);
        };
        text(&side.to_string());
        text(self.ask);
        text(self.variant);
        text(&self.depth.map_or_else(String::new, |depth| depth.to_string()));
        text(self.vfen);
        self.moves.iter().for_each(|mv| text(mv));
        let digest = hasher.finish128();
        [digest.h1, digest.h2]
    }
}

/// The digest of the pieces, board and start of a variant. A record fits a variant with the same name and digest.
pub(super) fn digest(variant: VariantId) -> String {
    let table = Variant::get(variant);
    let mut hasher = SipHasher13::new();
    let mut text = |text: &str| {
        hasher.write(text.as_bytes());
        hasher.write_u8(0xff);
    };
    text(variant.name());
    for entry in &table.pieces {
        text(&entry.label);
        text(entry.kind.name());
    }
    for start in &table.starts {
        text(&start.vfen);
        for file in 0..start.shape.files() {
            text(&table.labels.file(file).to_string());
        }
        for rank in 0..start.shape.ranks() {
            text(&table.labels.rank(rank).to_string());
        }
    }
    format!("{:032x}", hasher.finish128().as_u128())
}

/// The readings of the rulings of these variants, by name.
pub(super) fn readings(rulings: &Rulings, variants: &[VariantId]) -> BTreeMap<String, String> {
    let concerned = Ruling::all().into_iter().filter(|ruling| variants.contains(&ruling.variant));
    let named =
        concerned.filter_map(|ruling| Some((ruling.name.to_owned(), rulings.get(ruling.name)?.to_owned())));
    named.collect()
}
