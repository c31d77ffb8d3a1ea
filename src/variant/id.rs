//! The names of the variants.

use std::fmt;
use std::str::FromStr;

/// The variants vperft has a corpus for, in the order in which reports list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VariantId {
    /// Vanguard Chess, 16 x 16.
    Vanguard,
    /// Ryugi, 10 x 10.
    Ryugi,
    /// Cetran Chess 3, 12 files and 12, 10 or 8 ranks.
    Cetran3,
    /// Rococo with mirror arrays, 10 x 10 with edge squares.
    Rococo,
    /// Sandbox, 10 x 10.
    Sandbox,
    /// Chess, 8 x 8: its corpus is published numbers only, to check the harness itself by.
    Chess,
}

impl VariantId {
    /// Every variant.
    pub const ALL: [Self; 6] =
        [Self::Vanguard, Self::Ryugi, Self::Cetran3, Self::Rococo, Self::Sandbox, Self::Chess];

    /// The name used on the command line, in file names and in ids.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vanguard => "vanguard",
            Self::Ryugi => "ryugi",
            Self::Cetran3 => "cetran3",
            Self::Rococo => "rococo",
            Self::Sandbox => "sandbox",
            Self::Chess => "chess",
        }
    }
}

impl fmt::Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// No variant has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant `{0}`; known are vanguard, ryugi, cetran3, rococo, sandbox, chess")]
pub struct UnknownVariant(String);

impl FromStr for VariantId {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Self::ALL.into_iter().find(|id| id.name() == name).ok_or_else(|| UnknownVariant(name.to_owned()))
    }
}
