//! What the corpus files hold. The JSON Schemas beside the files say the same in another language.

use super::Count;
use crate::backend::Status;
use crate::position::VfenErrorKind;
use crate::variant::VariantId;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::marker::PhantomData;

/// The version of the file formats this program reads.
pub(super) const FORMAT: u32 = 1;

/// A file of positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionFile {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    pub variant: VariantId,
    pub positions: Vec<PositionEntry>,
}

/// A file of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuiteFile {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    pub variant: VariantId,
    pub cases: Vec<Case>,
}

/// A position of the corpus.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Origin {
    /// Made by hand.
    Constructed,
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
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its stable id, `<variant>/<slug>`.
    pub id: String,
    /// What it shows or catches, in one sentence.
    pub title: String,
    /// The id of its position.
    pub position: String,
    /// The ids of the clauses it exercises, the one it is about first.
    pub clauses: Vec<String>,
    /// Moves played from the position before the checks are made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// What is expected.
    pub checks: Checks,
    /// Where the expected values come from: `hand` (reasoned from the rules text), `independent` (programs
    /// that are not part of this crate agree on it), or the identity of a backend that computed it.
    #[serde(deserialize_with = "each_key_once")]
    pub provenance: BTreeMap<Kind, Vec<String>>,
}

/// The expectations of a case, by kind.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Checks {
    /// Depth to count.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "each_key_once")]
    pub perft: BTreeMap<u32, Count>,
    /// All legal moves, sorted bytewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Square to all legal moves whose mover starts there, sorted bytewise.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "each_key_once")]
    pub moves_of: BTreeMap<String, Vec<String>>,
    /// Texts that must be refused as moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub illegal: Vec<String>,
    /// Move to the VFEN after it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "each_key_once")]
    pub after: BTreeMap<String, String>,
    /// The status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// VFENs that must be refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rejects: Vec<Reject>,
}

/// A VFEN that must be refused.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reject {
    /// The malformed position.
    pub vfen: String,
    /// The kind of its fault.
    pub kind: VfenErrorKind,
}

/// The kinds of checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, strum::Display)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields of `Checks` are the documentation")]
pub enum Kind {
    Perft,
    Moves,
    MovesOf,
    Illegal,
    After,
    Status,
    Rejects,
}

/// Reads an object that holds no key twice: the second value would silently take the place of the first.
fn each_key_once<'de, K, V, D>(deserializer: D) -> Result<BTreeMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Ord + Display,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Entries<K, V>(PhantomData<(K, V)>);

    impl<'de, K: Deserialize<'de> + Ord + Display, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
        type Value = BTreeMap<K, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<BTreeMap<K, V>, A::Error> {
            let mut map = BTreeMap::new();
            while let Some(key) = entries.next_key::<K>()? {
                if map.contains_key(&key) {
                    return Err(A::Error::custom(format_args!("duplicate key `{key}`")));
                }
                map.insert(key, entries.next_value()?);
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(Entries(PhantomData))
}
