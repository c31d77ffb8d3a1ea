//! Clause coverage: every clause must be cited by a case that exercises it.

use serde::Serialize;
use std::collections::BTreeMap;
use vperft::inner::backend::Backend as _;
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::suite::{Case, Corpus, Tier};
use vperft::inner::game::variant::{Clause, ClauseSet, ModifiedRulebook, VariantId};
use vperft::inner::generators::reference;

/// The clause coverage of a corpus, according to the record of the rulebook.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// The clauses of the variants by id, each with the cases that cite and exercise it, in the order of the
    /// corpus.
    pub clauses: BTreeMap<&'static str, Vec<String>>,
    /// Citations of clauses that the rulebook was not asked about while the case was checked.
    pub idle: Vec<IdleClause>,
}

/// A citation of a clause that has no effect in the case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct IdleClause {
    /// The id of the case.
    pub case: String,
    /// The clause it cites.
    pub clause: String,
}

impl Coverage {
    /// The ids of clauses that no case cites and exercises.
    pub fn uncovered(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.clauses.iter().filter(|(_, cases)| cases.is_empty()).map(|(&clause, _)| clause)
    }

    /// Whether every clause is exercised.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.uncovered().next().is_none()
    }
}

/// Runs the cheap checks of every case with the reference backend and compares the cited clauses with the
/// questions to the rulebook. Variants without reference rules are skipped.
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
