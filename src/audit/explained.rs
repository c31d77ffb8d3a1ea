//! Mutants that no case can notice, each with the reason.

use super::worth::MutantRow;
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

/// All of them. That one is noticed after all, or is no mutant, the audit says.
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

/// The titles of the entries of a variant that explain nothing: the mutant is noticed, or there is none of this title.
#[must_use]
pub fn stale(variant: VariantId, mutants: &[MutantRow]) -> Vec<&'static str> {
    let explains =
        |one: &&Explained| mutants.iter().any(|row| row.title == one.title && row.killed.is_none());
    let of_variant = EXPLAINED.iter().filter(|one| one.variant == variant);
    of_variant.filter(|one| !explains(one)).map(|one| one.title).collect()
}
