//! Mutants that no case can notice, each with the reason.

use crate::variant::VariantId;

/// A mutant that is right after all.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// The variant.
    pub variant: VariantId,
    /// The title of the mutant.
    pub title: &'static str,
    /// Why nothing can notice it.
    pub reason: &'static str,
}

/// All of them. An entry that is killed after all, or is no mutant, is a fault of this list: a test says so.
pub const EXPLAINED: &[Explained] = &[
    Explained {
        variant: VariantId::Cetran3,
        title: "ranks = 10",
        reason: "only the start position changes, and a VFEN says itself how high its board is",
    },
    Explained {
        variant: VariantId::Cetran3,
        title: "ranks = 8",
        reason: "only the start position changes, and a VFEN says itself how high its board is",
    },
];

/// Why a mutant cannot be noticed.
#[must_use]
pub fn reason(variant: VariantId, title: &str) -> Option<&'static str> {
    EXPLAINED.iter().find(|one| one.variant == variant && one.title == title).map(|one| one.reason)
}
