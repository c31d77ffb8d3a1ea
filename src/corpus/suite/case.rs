//! What the corpus files hold. The JSON Schemas beside the files say the same in another language.

use super::{Checks, Kind};
use crate::backend::PositionPath;
use crate::game::variant::VariantId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_with::rust::maps_duplicate_key_is_error as each_key_once;
use std::collections::BTreeMap;

/// The version of the file formats this program reads.
pub(super) const FORMAT: u32 = 1;

/// The version of the format of a file, which is the one this program reads. Whoever reads a file of another says so in full.
#[derive(Debug)]
pub(super) struct Format;

impl<'de> Deserialize<'de> for Format {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match u32::deserialize(from)? {
            FORMAT => Ok(Self),
            format => Err(D::Error::custom(format_args!("format {format}"))),
        }
    }
}

/// A file of positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    #[serde(rename = "format")]
    _format: Format,
    pub variant: VariantId,
    pub positions: Vec<PositionEntry>,
}

/// A file of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteFile {
    #[serde(rename = "format")]
    _format: Format,
    pub variant: VariantId,
    pub cases: Vec<Case>,
}

/// A position of the corpus.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PositionEntry {
    /// Its stable id, `<variant>/<slug>`.
    pub id: String,
    /// What it shows, in words.
    pub title: String,
    /// The position, canonical.
    pub vfen: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a position comes from.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum Origin {
    /// Made by hand.
    Constructed,
    /// Put together by chance from pieces and fields of the variant.
    Chance {
        /// The seed of the positions it was chosen from. Other versions of this program may put others together, so that
        /// the position itself is the record.
        seed: u64,
    },
    /// Found in print.
    Published {
        /// Where.
        source: String,
    },
    /// Reached by random play from the start position: `vperft sample` with this seed reaches it again.
    Random {
        /// The seed of the game.
        seed: u64,
        /// The number of plies played.
        ply: u32,
    },
}

/// A case: a position and what is expected of a backend there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Case {
    /// Its stable id, `<variant>/<slug>`.
    pub id: String,
    /// What it shows or catches, in one sentence.
    pub title: String,
    /// The id of its position.
    pub position: String,
    /// The ids of the clauses it exercises, the one it is about first.
    pub clauses: Vec<String>,
    /// The ids of the bugs it catches, as in the dictionary of its variant, the likeliest first; there need not be any.
    #[serde(default)]
    pub bugs: Vec<String>,
    /// Moves played from the position before the checks are made.
    #[serde(default, rename = "line")]
    pub moves: Vec<String>,
    /// What is expected.
    pub checks: Checks,
    /// Where the expected values come from: `hand` (reasoned from the rules text), `independent` (programs
    /// that are not part of this crate agree on it), `published` (in print where the origin of the position says),
    /// or the identity of a backend that computed it. There is none yet before `vperft bless` has seen the case.
    #[serde(default)]
    pub provenance: Option<Provenance>,
    /// Whether its cheap checks are of the smoke tier; `smoke.json` beside the file says so.
    #[serde(skip)]
    pub smoke: bool,
    /// The name of its file without folders and ending, such as `clauses`.
    #[serde(skip)]
    pub file: String,
    /// Whether it is part of the library, and not of a folder.
    #[serde(skip)]
    pub is_embedded: bool,
}

/// Where the expected values of a case come from, by kind of check.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Provenance(
    /// The sources of each kind.
    #[serde(deserialize_with = "each_key_once::deserialize")]
    pub BTreeMap<Kind, Vec<String>>,
);

impl Case {
    /// Where its checks are made, given the VFEN of its position.
    #[must_use]
    pub fn path<'a>(&'a self, vfen: &'a str) -> PositionPath<'a> {
        PositionPath { vfen, moves: &self.moves }
    }
}
