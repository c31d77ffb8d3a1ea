//! Tiers: how much work a check may be.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// How expensive a check is, by the nodes its case counts up to and including it. A run at a tier does the
/// cheaper ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// Below 100,000 nodes a case, of the cases chosen for it: few that notice nearly everything that all notice.
    Smoke,
    /// Below 10,000,000 nodes a case.
    Ci,
    /// From 10,000,000 nodes a case.
    Deep,
}

impl Tier {
    /// Every tier, the cheapest first.
    pub const ALL: [Self; 3] = [Self::Smoke, Self::Ci, Self::Deep];

    /// The tier of so many nodes.
    #[must_use]
    pub const fn of(nodes: u128) -> Self {
        match nodes {
            0..100_000 => Self::Smoke,
            100_000..10_000_000 => Self::Ci,
            _ => Self::Deep,
        }
    }
}

/// Its name.
impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// No tier has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown tier `{0}`; expected smoke, ci or deep")]
pub struct UnknownTier(String);

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        let tier = Self::ALL.into_iter().find(|tier| tier.to_string() == name);
        tier.ok_or_else(|| UnknownTier(name.to_owned()))
    }
}
