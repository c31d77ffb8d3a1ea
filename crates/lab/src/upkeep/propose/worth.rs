//! The order of worth of the cases of a variant whose rules are in its data alone.

use super::{DataMutant, mutants};
use crate::upkeep::audit::{by_worth, cost};
use rayon::prelude::*;
use std::collections::HashMap;
use vperft::inner::backend::InProcess;
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::suite::{Case, Corpus, Tier};
use vperft::inner::game::variant::VariantId;

/// The ids of the cases of the smoke tier, those that find most for their cost first: the bugs and clauses that a case names, since some
/// mistakes are in no data, then mutants of the data. `progress` is called after each case.
#[must_use]
pub fn smoke_by_worth(corpus: &Corpus, variant: VariantId, progress: &(dyn Fn() + Sync)) -> Vec<String> {
    let is_of_tier = |case: &Case| case.list().any(|check| case.tier(check) == Tier::Smoke);
    let cases: Vec<_> =
        corpus.of_variant(variant).map(|(_, case)| case).filter(|case| is_of_tier(case)).collect();
    let mutants = mutants(variant);
    let noticed = |case: &&&Case| -> Vec<u32> {
        let vfen = &corpus.position(case).vfen;
        let notices = |mutant: &DataMutant| {
            let mut backend = InProcess::new("mutant".to_owned(), mutant.rules.clone());
            let mut checks = case.list().filter(|check| check.tier() == Tier::Smoke);
            checks.any(|check| !judge_check(&mut backend, variant, vfen, case, check).is_pass())
        };
        let found = (0..).zip(&mutants).filter(|(_, mutant)| notices(mutant)).map(|(number, _)| number);
        let found = found.collect();
        progress();
        found
    };
    let found = cases.par_iter().map(|case| (noticed(&case), cost(case))).collect();
    let mut numbers = HashMap::new();
    let mut named = Vec::new();
    for &case in &cases {
        let words = case.bugs.iter().chain(&case.clauses);
        let number = |word| {
            let next = numbers.len() as u32;
            *numbers.entry(word).or_insert(next)
        };
        named.push((words.map(number).collect(), cost(case)));
    }
    by_worth(&[named, found]).into_iter().map(|index| cases[index].id.clone()).collect()
}
