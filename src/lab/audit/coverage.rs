//! Clause coverage: every clause is cited by a case that exercises it.

use crate::backend::Backend as _;
use crate::corpus::check::judge_check;
use crate::corpus::suite::{Case, Corpus, Tier};
use crate::game::variant::{Clause, ClauseSet, ModifiedRulebook, VariantId};
use crate::generators::reference;
use serde::Serialize;
use std::collections::BTreeMap;

/// What the rulebook's record says of the corpus.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// Every clause of the variants that are looked at, by its id, with the ids of the cases that cite and exercise it, in the order of the
    /// corpus.
    pub clauses: BTreeMap<&'static str, Vec<String>>,
    /// Citations of clauses that were not asked about while their case was checked: the case shows where the
    /// clause does not act.
    pub idle: Vec<IdleClause>,
}

/// A citation of a clause that does not act in its case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IdleClause {
    /// The id of the case.
    pub case: String,
    /// The clause it cites.
    pub clause: String,
}

impl Coverage {
    /// The clauses no case cites and exercises, by id.
    pub fn uncovered(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.clauses.iter().filter(|(_, cases)| cases.is_empty()).map(|(&clause, _)| clause)
    }

    /// Whether every clause is exercised.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.uncovered().next().is_none()
    }
}

/// Checks every case of these variants, its `smoke` checks, with the reference backend and compares what it cites with
/// what the rulebook was asked. Variants the backend has no rules of are passed over.
#[must_use]
pub fn coverage(corpus: &Corpus, variants: &[VariantId]) -> Coverage {
    let mut idle = Vec::new();
    let book = ModifiedRulebook::default();
    let mut backend = reference::all(&book);
    let mut known = backend.variants();
    known.retain(|variant| variants.contains(variant));
    let mut clauses: BTreeMap<_, Vec<String>> = Clause::all()
        .filter(|clause| clause.variant().is_none_or(|variant| known.contains(&variant)))
        .map(|clause| (clause.id(), Vec::new()))
        .collect();
    let mut exercise = |variant: VariantId, case: &Case| -> ClauseSet {
        for check in case.list().filter(|check| check.tier() == Tier::Smoke) {
            judge_check(&mut backend, variant, &corpus.position(case).vfen, case, check);
        }
        book.take_asked()
    };
    for (variant, case) in corpus.cases.iter().filter(|(variant, _)| known.contains(variant)) {
        let asked = exercise(*variant, case);
        for id in &case.clauses {
            match id.parse::<Clause>() {
                Ok(clause) if asked.contains(clause) => {
                    clauses.entry(clause.id()).or_default().push(case.id.clone());
                }
                _ => idle.push(IdleClause { case: case.id.clone(), clause: id.clone() }),
            }
        }
    }
    Coverage { clauses, idle }
}
