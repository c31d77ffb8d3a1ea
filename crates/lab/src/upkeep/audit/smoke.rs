//! Selects a small set of cases that notices nearly everything the whole corpus notices, and puts it in the order of worth.

use super::cover::{by_worth, cover};
use super::results::{Audit, RULEBOOK};
use crate::mistakes::known::{FieldError, STATE};
use std::collections::BTreeSet;
use vperft::inner::corpus::suite::{Case, Corpus, Tier};

/// The percentage of generated mutants that may be left to the other tiers.
const SPARE_PERCENT: usize = 1;

/// Selects the ids of the cases of the smoke tier, those that find most for their cost first. Their cheap checks notice every rulebook mutant, every
/// state fault and every fault in a field that any cheap check notices. Of the other generated mutants they miss at most one percent.
#[must_use]
pub fn smoke(corpus: &Corpus, audit: &Audit) -> Vec<String> {
    // These mutants are few and noticed by little else, so each one counts.
    let fields = [FieldError::Forgotten, FieldError::Wrong].map(FieldError::kind);
    let is_required_kind = |kind: &str| RULEBOOK.contains(&kind) || fields.contains(&kind) || kind == STATE;
    let is_required_mutant = |mutant: u32| is_required_kind(audit.mutants[mutant as usize].kind);
    let spareable = || audit.mutants.iter().filter(|row| !is_required_kind(row.kind));
    let sets = |wanted: &dyn Fn(u32) -> bool| -> Vec<(Vec<u32>, u64)> {
        let set = |(number, kills): &(usize, Vec<super::score::Kill>)| {
            let case = &corpus.cases[*number].1;
            let kills = kills.iter().map(|kill| kill.mutant).filter(|mutant| wanted(*mutant));
            (kills.collect(), cost(case))
        };
        audit.matrix.iter().map(set).collect()
    };
    let rules = cover(&sets(&is_required_mutant), &BTreeSet::new(), 0);
    let kept: BTreeSet<_> = rules.iter().copied().collect();
    let spare = spareable().count() * SPARE_PERCENT / 100;
    // Mutants that nothing notices count as left, so the share refers to all generated mutants.
    let alive = spareable().filter(|row| row.killed.is_none()).count();
    let others = cover(&sets(&|mutant| !is_required_mutant(mutant)), &kept, spare.saturating_sub(alive));
    let chosen: BTreeSet<_> = rules.into_iter().chain(others).collect();
    // A mistake of a program is more often a whole rule than a part of one piece's moves.
    let chosen: Vec<_> = chosen.into_iter().collect();
    let of_chosen = |all: Vec<(Vec<u32>, u64)>| chosen.iter().map(|&index| all[index].clone()).collect();
    let order = by_worth(&[of_chosen(sets(&is_required_mutant)), of_chosen(sets(&|_| true))]);
    order.into_iter().map(|index| corpus.cases[audit.matrix[chosen[index]].0].1.id.clone()).collect()
}

/// The cost of the cheap checks of a case, to choose the cheaper of two equally good cases. Each case costs
/// as much as 1,000 nodes.
pub fn cost(case: &Case) -> u64 {
    let nodes: u128 =
        case.list().filter(|check| check.tier() == Tier::Smoke).map(|check| check.nodes()).sum();
    1000 + nodes as u64 + 10 * case.moves.len() as u64
}
