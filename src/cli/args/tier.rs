//! The tiers as values of an argument.

use crate::corpus::suite::Tier;

/// A tier, as `--tier` takes it and `--help` describes it.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum TierArg {
    /// Below 100,000 nodes a case, of the cases chosen for it: few that notice nearly everything that all notice
    Smoke,
    /// Below 10,000,000 nodes a case
    Ci,
    /// From 10,000,000 nodes a case
    Deep,
}

impl From<TierArg> for Tier {
    fn from(tier: TierArg) -> Self {
        match tier {
            TierArg::Smoke => Self::Smoke,
            TierArg::Ci => Self::Ci,
            TierArg::Deep => Self::Deep,
        }
    }
}
