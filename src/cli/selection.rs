//! Which checks of the corpus a command is about.

use super::tier::TierArg;
use crate::check::Selection;
use crate::variant::VariantId;

/// The cases and checks to take.
#[derive(Debug, clap::Args)]
pub(super) struct SelectionArgs {
    /// The most expensive checks to take, by the nodes a case counts
    #[arg(long, value_enum, default_value = "ci")]
    tier: TierArg,
    /// Only the cases whose id fits this pattern with * and ?, such as 'ryugi/ep-*'
    #[arg(long, value_name = "ID-GLOB")]
    filter: Option<String>,
    /// Only the check of this name, such as perft:3 or moves_of:e4, whatever its tier
    #[arg(long, value_name = "CHECK")]
    check: Option<String>,
}

impl SelectionArgs {
    /// What fits of these variants; of all if there are none.
    pub fn of(&self, variants: Vec<VariantId>) -> Selection {
        Selection { variants, tier: self.tier.into(), filter: self.filter.clone(), check: self.check.clone() }
    }
}
