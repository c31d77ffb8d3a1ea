//! Tiers: how much work a check may be.

use std::fmt;

/// How expensive a check is, by the nodes its case counts up to and including it. A run at a tier does the
/// cheaper ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Below 100,000 nodes a case.
    Smoke,
    /// Below 10,000,000 nodes a case.
    Ci,
    /// From 10,000,000 nodes a case.
    Deep,
}

impl Tier {
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

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Smoke => "smoke",
            Self::Ci => "ci",
            Self::Deep => "deep",
        })
    }
}
