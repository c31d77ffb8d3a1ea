//! The contents of the corpus files. The JSON Schemas next to the files describe the same formats.

use super::{Checks, Kind};
use crate::backend::PositionPath;
use crate::game::perft::Count;
use crate::game::variant::VariantId;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_with::rust::maps_duplicate_key_is_error as each_key_once;
use std::collections::BTreeMap;

/// The version of the file formats that this program reads.
pub(crate) const FORMAT: u32 = 1;

/// The format version of a file, which must be [`FORMAT`]. Callers report any other version in full.
#[derive(Debug)]
pub(crate) struct Format;

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
pub struct PositionFile {
    #[serde(rename = "format")]
    _format: Format,
    /// Its variant.
    pub variant: VariantId,
    /// The positions.
    pub positions: Vec<PositionEntry>,
}

/// A file of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteFile {
    #[serde(rename = "format")]
    _format: Format,
    /// Its variant.
    pub variant: VariantId,
    /// The cases.
    pub cases: Vec<Case>,
}

/// A position of the corpus.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionEntry {
    /// Its stable id, `<variant>/<slug>`.
    pub id: String,
    /// What the position shows.
    pub title: String,
    /// The canonical VFEN.
    pub vfen: String,
    /// The origin of the position.
    pub origin: Origin,
}

/// The origin of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Origin {
    /// Made by hand.
    Constructed,
    /// Assembled at random from pieces and fields of the variant.
    Chance {
        /// The seed of the positions it was selected from. Other versions of this program may generate other
        /// positions, so only the position itself is reproducible.
        seed: u64,
    },
    /// Published in print.
    Published {
        /// The publication.
        source: String,
    },
    /// Reached by random play from the start position; `vperft sample` with this seed reaches it again.
    Random {
        /// The seed of the game.
        seed: u64,
        /// The number of plies played.
        ply: u32,
    },
}

/// A case: a position and the expected answers of a backend.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its stable id, `<variant>/<slug>`.
    pub id: String,
    /// What the case shows or catches, in one sentence.
    pub title: String,
    /// The id of its position.
    pub position: String,
    /// The ids of the clauses the case exercises, the main one first.
    pub clauses: Vec<String>,
    /// The ids of the bugs the case catches, from the dictionary of its variant, the likeliest first.
    #[serde(default)]
    pub bugs: Vec<String>,
    /// The moves played from the position before the checks.
    #[serde(default, rename = "line")]
    pub moves: Vec<String>,
    /// The checks.
    pub checks: Checks,
    /// For counts of some depths, the legal moves with the count below each, from an imported suite. They show where a wrong count differs.
    #[serde(default, deserialize_with = "counts_by_move")]
    pub divides: BTreeMap<u32, BTreeMap<String, u128>>,
    /// The sources of the expected values: `hand` (derived from the rules text), `independent` (programs
    /// outside this crate agree), `published` (printed in the source of the position), `record` (`docs/records.md`), or
    /// the identity of a backend. `None` until `vperft bless` has confirmed the case.
    #[serde(default)]
    pub provenance: Option<Provenance>,
    /// Whether the cheap checks belong to the smoke tier, according to `smoke.json` next to the file.
    #[serde(skip)]
    pub smoke: bool,
    /// The place of the case among those of its variant, the ones that find most first, according to `smoke.json`. Cases that are not
    /// in that file share the last place.
    #[serde(skip)]
    pub worth: usize,
    /// The file stem, such as `clauses`.
    #[serde(skip)]
    pub file: String,
    /// Whether the case is embedded in the library rather than read from a folder.
    #[serde(skip)]
    pub is_embedded: bool,
}

/// The sources of the expected values of a case, by kind of check.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Provenance(
    /// The sources of each kind.
    #[serde(deserialize_with = "each_key_once::deserialize")]
    pub BTreeMap<Kind, Vec<String>>,
);

/// Reads the divides of a case.
fn counts_by_move<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<u32, BTreeMap<String, u128>>, D::Error> {
    let divides = BTreeMap::<u32, BTreeMap<String, Count>>::deserialize(from)?;
    let plain =
        |rows: BTreeMap<String, Count>| rows.into_iter().map(|(text, count)| (text, count.0)).collect();
    Ok(divides.into_iter().map(|(depth, rows)| (depth, plain(rows))).collect())
}

impl Case {
    /// The place of the checks, given the VFEN of the position.
    #[must_use]
    pub fn path<'a>(&'a self, vfen: &'a str) -> PositionPath<'a> {
        PositionPath { vfen, moves: &self.moves }
    }
}
