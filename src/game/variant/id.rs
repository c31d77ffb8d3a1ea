//! The names of the variants.

use super::loaded;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A variant: one of those that are part of the program, or one that was loaded from a folder. A number that stands for
/// the name, so that it can be copied and compared; reports list the variants in its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariantId(u8);

include!(concat!(env!("OUT_DIR"), "/variants.rs"));

impl VariantId {
    /// Every variant: the built-in ones, then those that were loaded.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let count = NAMES.len() + loaded::count();
        // Loading refuses what would not fit.
        (0..count).map(|index| Self(u8::try_from(index).expect("there are at most 256 variants"))).collect()
    }

    /// The name used on the command line, in file names and in ids.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.get(self.index()).copied().unwrap_or_else(|| loaded::get(self).name)
    }

    /// Whether the variant is part of the program.
    #[must_use]
    pub const fn is_built_in(self) -> bool {
        self.index() < NAMES.len()
    }

    /// The table of a built-in variant, as its file holds it.
    pub(super) fn table(self) -> &'static str {
        TABLES[self.index()]
    }

    /// Its number among all variants.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The id of the loaded variant with this number, if there can be so many.
    pub(super) fn loaded(number: usize) -> Option<Self> {
        u8::try_from(NAMES.len() + number).ok().map(Self)
    }

    /// The number of a variant among the loaded ones, if it is one.
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
