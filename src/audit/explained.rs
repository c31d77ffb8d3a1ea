//! Mutants that no case can notice, each with the reason.

use super::amendment::Action;
use super::worth::{ClauseRow, MutantRow};
use crate::variant::VariantId;

/// A mutant that is right after all.
#[derive(Clone, Copy, Debug)]
pub struct Explained {
    /// The variants it is a mutant of.
    pub variants: &'static [VariantId],
    /// The title of the mutant.
    pub title: &'static str,
    /// Why nothing can notice it.
    pub reason: &'static str,
}

/// All of them. That one is noticed after all, or is no mutant, the audit says.
pub const EXPLAINED: &[Explained] = &[
    Explained {
        variants: &[VariantId::Vanguard, VariantId::Cetran3],
        title: "without GEN-ATTACK",
        reason: "no rule asks whether a square is attacked: there is no castling",
    },
    Explained {
        variants: &[VariantId::Ryugi],
        title: "without GEN-MOVE",
        reason: "no man can make the same move in two ways",
    },
    Explained {
        variants: &[VariantId::Ryugi, VariantId::Cetran3],
        title: "without GEN-NULL",
        reason: "every move takes its man to another square",
    },
    Explained {
        variants: &[VariantId::Ryugi, VariantId::Cetran3, VariantId::Sandbox],
        title: "without GEN-OVER",
        reason: "a King is never lost",
    },
    Explained {
        variants: &[VariantId::Cetran3],
        title: "ranks = 10",
        reason: "only the start position changes, and a VFEN says itself how high its board is",
    },
    Explained {
        variants: &[VariantId::Cetran3],
        title: "ranks = 8",
        reason: "only the start position changes, and a VFEN says itself how high its board is",
    },
    Explained {
        variants: &[VariantId::Rococo],
        title: "without GEN-PERFT",
        reason: "the mutant cuts counts where a move counter has run out, and there is none",
    },
    Explained { variants: &[VariantId::Rococo], title: "without GEN-CHECK", reason: "there is no check" },
    Explained {
        variants: &[VariantId::Rococo],
        title: "without GEN-ATTACK",
        reason: "no rule asks whether a square is attacked: there is neither check nor castling",
    },
];

/// The entries of a variant.
fn of(variant: VariantId) -> impl Iterator<Item = &'static Explained> {
    EXPLAINED.iter().filter(move |one| one.variants.contains(&variant))
}

/// Why a mutant cannot be noticed.
#[must_use]
pub fn reason(variant: VariantId, title: &str) -> Option<&'static str> {
    of(variant).find(|one| one.title == title).map(|one| one.reason)
}

/// The titles of the entries of a variant that explain nothing: the mutant is noticed, or there is none of this title, or
/// its clause acts somewhere.
#[must_use]
pub fn stale(variant: VariantId, mutants: &[MutantRow], clauses: &[ClauseRow]) -> Vec<&'static str> {
    let is_alive = |one: &Explained| mutants.iter().any(|row| row.title == one.title && row.killed.is_none());
    let acts = |one: &Explained| {
        let of_clause = |row: &&ClauseRow| one.title == format!("without {}", row.clause);
        clauses.iter().find(of_clause).is_some_and(|row| row.can.and(row.acts) != Action::default())
    };
    of(variant).filter(|one| !is_alive(one) || acts(one)).map(|one| one.title).collect()
}
