//! Mutants that no case can notice. The table of the variant lists them with reasons.

use super::results::{ClauseRow, MutantRow};
use super::rulebook::Action;
use vperft::inner::game::variant::{Variant, VariantId};

/// The reason why a mutant cannot be noticed.
#[must_use]
pub fn reason(variant: VariantId, title: &str) -> Option<&'static str> {
    Variant::get(variant).explained.get(title).map(String::as_str)
}

/// The titles of stale explanations: the mutant is noticed or does not exist, or its clause has an effect.
#[must_use]
pub fn stale(variant: VariantId, mutants: &[MutantRow], clauses: &[ClauseRow]) -> Vec<&'static str> {
    let is_alive = |title: &str| mutants.iter().any(|row| row.title == title && row.killed.is_none());
    let acts = |title: &str| {
        let row = clauses.iter().find(|row| title == format!("without {}", row.clause));
        row.is_some_and(|row| row.can.union(row.acts) != Action::default())
    };
    let titles = Variant::get(variant).explained.keys().map(String::as_str);
    titles.filter(|title| !is_alive(title) || acts(title)).collect()
}
