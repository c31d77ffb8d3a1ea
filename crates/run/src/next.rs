//! In which order the parts of rules code are best written, and what code that answers only a part should answer next: the pieces and fields
//! with which most further cases can be answered.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::corpus::check::{CaseResult, CheckResult, SelectedCase};
use vperft::inner::corpus::needs::{Need, Step, needs, order};
use vperft::inner::corpus::question::{Expected, Verdict};
use vperft::inner::game::variant::{Variant, VariantId};

/// The most steps of a variant.
const MAX_STEPS: usize = 3;

/// Parts of rules code to write next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NextStep {
    /// The variant.
    pub variant: VariantId,
    /// The labels of pieces and the names of fields.
    pub needs: Vec<String>,
    /// The clauses about the pieces.
    pub clauses: BTreeSet<String>,
    /// The number of further cases that have nothing else that is new, after the steps before.
    pub cases: usize,
}

/// The steps that make most unsupported cases answerable, by variant.
#[must_use]
pub fn next_steps(results: &[CaseResult<'_>]) -> Vec<NextStep> {
    let mut variants = BTreeMap::<VariantId, (BTreeSet<Need>, Vec<BTreeSet<Need>>)>::new();
    let is_partial = |one: &CheckResult<'_>| matches!(one.verdict, Verdict::Unsupported { .. });
    // Most backends answer everything, and positions need not be read.
    if !results.iter().flat_map(|result| &result.checks).any(is_partial) {
        return Vec::new();
    }
    for result in results {
        // Code may refuse what it does not know.
        let checks = || {
            let refused = |expected: &Expected| matches!(expected, Expected::InvalidPosition(_));
            result.checks.iter().filter(move |one| !refused(&one.check.expected))
        };
        let is_answered = || {
            checks().any(|one| {
                matches!(one.verdict, Verdict::Pass | Verdict::Fail { .. } | Verdict::OtherReason { .. })
            })
        };
        let is_unsupported = || checks().next().is_some() && checks().all(is_partial);
        let Some(needs) = needs(result.variant, result.vfen) else { continue };
        let (known, unsupported) = variants.entry(result.variant).or_default();
        if is_answered() {
            known.extend(needs);
        } else if is_unsupported() {
            unsupported.push(needs);
        }
    }
    let of = |(variant, (known, unsupported)): (VariantId, (BTreeSet<Need>, Vec<BTreeSet<Need>>))| {
        order(&known, &unsupported).into_iter().take(MAX_STEPS).map(move |step| NextStep::new(variant, &step))
    };
    variants.into_iter().flat_map(of).collect()
}

/// The order in which the pieces and fields of cases are best added, by variant.
#[must_use]
pub fn order_of(selected: &[SelectedCase<'_>]) -> Vec<NextStep> {
    let mut variants = BTreeMap::<VariantId, Vec<BTreeSet<Need>>>::new();
    for item in selected {
        variants.entry(item.variant).or_default().extend(needs(item.variant, item.vfen));
    }
    let of = |(variant, positions): (VariantId, Vec<_>)| {
        order(&BTreeSet::new(), &positions).into_iter().map(move |step| NextStep::new(variant, &step))
    };
    variants.into_iter().flat_map(of).collect()
}

impl NextStep {
    fn new(variant: VariantId, step: &Step) -> Self {
        let table = Variant::get(variant);
        let clauses = step.needs.iter().flat_map(|need| need.clauses(table));
        Self {
            variant,
            needs: step.needs.iter().map(|need| need.name(table).to_owned()).collect(),
            clauses: clauses.map(|clause| clause.id().to_owned()).collect(),
            cases: step.cases,
        }
    }
}
