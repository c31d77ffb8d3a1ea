//! Tiers: how much work a check may be.

/// How expensive a check is, by the nodes its case counts up to and including it. A run at a tier does the
/// cheaper ones too.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, clap::ValueEnum, strum::Display,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Below 100,000 nodes a case, of the cases chosen for it: few that notice nearly everything that all notice.
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
