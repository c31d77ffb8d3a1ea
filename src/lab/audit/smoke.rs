//! A small set of cases that notices nearly everything the whole corpus notices.

use super::cover::cover;
use super::fault::STATE;
use super::worth::{Audit, RULEBOOK};
use crate::corpus::suite::{Case, Check, Corpus, Tier};
use std::collections::BTreeSet;

/// Of a hundred generated mutants that the corpus notices, so many may be left to the other tiers.
const SPARE_PERCENT: usize = 1;

/// The ids of the cases of the smoke tier, chosen anew: with their cheap checks alone they notice every mutant of the
/// rulebook and every wrong state that cheap checks notice, and of the other generated mutants all but one in a hundred.
#[must_use]
pub fn smoke(corpus: &Corpus, audit: &Audit) -> Vec<String> {
    // Few, and noticed by nothing else: each of these counts.
    let is_due = |kind: &str| RULEBOOK.contains(&kind) || kind == STATE;
    let is_due_of = |mutant: u32| is_due(audit.mutants[mutant as usize].kind);
    let spared = || audit.mutants.iter().filter(|row| !is_due(row.kind));
    let sets = |wanted: &dyn Fn(u32) -> bool| -> Vec<(Vec<u32>, u64)> {
        let set = |(number, kills): &(usize, Vec<super::score::Kill>)| {
            let case = &corpus.cases[*number].1;
            let checks: Vec<_> = case.list().collect();
            let kills = kills.iter().map(|kill| kill.mutant).filter(|mutant| wanted(*mutant));
            (kills.collect(), cost(case, &checks))
        };
        audit.matrix.iter().map(set).collect()
    };
    let rules = cover(&sets(&is_due_of), &BTreeSet::new(), 0);
    let kept: BTreeSet<_> = rules.iter().copied().collect();
    let spare = spared().count() * SPARE_PERCENT / 100;
    // Alive mutants count as left, so that the share is that of all generated ones.
    let alive = spared().filter(|row| row.killed.is_none()).count();
    let others = cover(&sets(&|mutant| !is_due_of(mutant)), &kept, spare.saturating_sub(alive));
    let chosen: BTreeSet<_> = rules.into_iter().chain(others).collect();
    let mut ids: Vec<_> =
        chosen.into_iter().map(|index| corpus.cases[audit.matrix[index].0].1.id.clone()).collect();
    ids.sort();
    ids
}

/// What the cheap checks of a case cost, so that of two cases that notice as much the cheaper is taken: a case as such
/// costs as much as a count of a thousand nodes.
fn cost(case: &Case, checks: &[&Check]) -> u64 {
    let nodes: u128 =
        checks.iter().filter(|check| check.tier() == Tier::Smoke).map(|check| check.nodes()).sum();
    1000 + nodes as u64 + 10 * case.moves.len() as u64
}
