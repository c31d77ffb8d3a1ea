//! The cost tiers of checks.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The cost of a check, by the nodes that its case counts up to and including it. A run at one tier includes
/// the cheaper ones.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Below 100,000 nodes per case, for a small selection of cases that catches nearly everything.
    Smoke,
    /// Below 10,000,000 nodes per case.
    Ci,
    /// Below 100,000,000,000 nodes per case.
    Deep,
    /// 100,000,000,000 nodes per case or more: published counts and records, for machines that have hours to spare.
    Record,
}

impl Tier {
    /// Every tier, the cheapest first.
    pub const ALL: [Self; 4] = [Self::Smoke, Self::Ci, Self::Deep, Self::Record];

    /// The tier for a number of nodes.
    #[must_use]
    pub const fn for_nodes(nodes: u128) -> Self {
        match nodes {
            0..100_000 => Self::Smoke,
            100_000..10_000_000 => Self::Ci,
            10_000_000..100_000_000_000 => Self::Deep,
            _ => Self::Record,
        }
    }
}

/// Writes the name.
impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The name is not that of a tier.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown tier `{0}`; expected smoke, ci, deep or record")]
pub struct UnknownTier(String);

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        let tier = Self::ALL.into_iter().find(|tier| tier.to_string() == name);
        tier.ok_or_else(|| UnknownTier(name.to_owned()))
    }
}
