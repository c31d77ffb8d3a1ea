//! The ids of the variants.

use super::loaded;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The id of a variant, built-in or loaded from a folder. It is a small number that can be copied and compared. Reports list the variants
/// in the order of their ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariantId(u8);

include!(concat!(env!("OUT_DIR"), "/variants.rs"));

/// The rules that all variants share, `suites/RULES.md`.
pub const SHARED_RULES_TEXT: &str = include_str!("../../../suites/RULES.md");

impl VariantId {
    /// A variant that is only tried out, and in no list.
    pub(super) const TRIED: Self = Self(u8::MAX);

    /// All variants: the built-in ones, then the loaded ones.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let count = NAMES.len() + loaded::count();
        // Loading refuses a variant that would not fit.
        (0..count).map(|index| Self(u8::try_from(index).expect("there are at most 255 variants"))).collect()
    }

    /// The name on the command line, in file names and in the ids of cases.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or_else(|| loaded::get(self).name)
    }

    /// Whether the variant is built in.
    #[must_use]
    pub const fn is_built_in(self) -> bool {
        self.index() < NAMES.len()
    }

    /// The text of its `variant.json`.
    #[doc(hidden)]
    pub fn table_text(self) -> &'static str {
        TABLES.get(self.index()).copied().unwrap_or_else(|| loaded::get(self).table_text)
    }

    /// The rules text, the `RULES.md` of its folder. Empty if a loaded variant has none.
    #[must_use]
    pub fn rules_text(self) -> &'static str {
        RULES_TEXTS.get(self.index()).copied().unwrap_or_else(|| loaded::get(self).rules_text)
    }

    /// Its number among all variants.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id of the loaded variant with this number. `None` if there cannot be that many.
    pub(super) fn loaded(number: usize) -> Option<Self> {
        u8::try_from(NAMES.len() + number).ok().map(Self).filter(|id| *id != Self::TRIED)
    }

    /// The number of a loaded variant among all loaded ones. `None` if the variant is built in.
    pub(super) const fn loaded_number(self) -> Option<usize> {
        self.index().checked_sub(NAMES.len())
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No variant has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant `{name}`; known are {known}")]
pub struct UnknownVariant {
    name: String,
    known: String,
}

impl FromStr for VariantId {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let all = Self::all();
        all.iter().copied().find(|id| id.name() == name).ok_or_else(|| {
            let known: Vec<_> = all.iter().map(|id| id.name()).collect();
            UnknownVariant { name: name.to_owned(), known: known.join(", ") }
        })
    }
}

impl Serialize for VariantId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for VariantId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}
