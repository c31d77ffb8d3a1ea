//! Counts the verdicts of a run.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use vperft::inner::corpus::check::CaseResult;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::game::perft::{deserialize_count, serialize_count};
use vperft::inner::game::variant::VariantId;

/// The verdict counts of one variant, or of all variants.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Tally {
    /// Cases with at least one selected check.
    pub cases: usize,
    /// Selected checks.
    pub checks: usize,
    /// Checks that passed.
    pub passed: usize,
    /// Checks that failed or got no answer, known failures excluded.
    pub failed: usize,
    /// Checks that did not pass, as a known failure says.
    pub expected: usize,
    /// Checks in which the backend refused invalid input for another reason than the expected one.
    pub other_reason: usize,
    /// Checks that the backend does not support.
    pub unsupported: usize,
    /// Leaf nodes of the counts that were answered.
    #[serde(serialize_with = "serialize_count", deserialize_with = "deserialize_count")]
    pub nodes: u128,
    /// The time spent in the backend, summed over the workers.
    #[serde(skip)]
    pub time: Duration,
}

impl Tally {
    fn add(&mut self, result: &CaseResult<'_>) {
        self.cases += 1;
        for one in &result.checks {
            self.checks += 1;
            self.time += one.time;
            if matches!(one.verdict, Verdict::Pass | Verdict::OtherReason { .. } | Verdict::Fail { .. }) {
                self.nodes = self.nodes.saturating_add(one.check.nodes());
            }
            match one.verdict {
                _ if one.known.is_some() => self.expected += 1,
                Verdict::Pass => self.passed += 1,
                Verdict::OtherReason { .. } => self.other_reason += 1,
                Verdict::Unsupported { .. } => self.unsupported += 1,
                Verdict::Fail { .. } | Verdict::Error { .. } => self.failed += 1,
            }
        }
    }
}

/// The tally of each variant in the results, and the total.
#[must_use]
pub fn tally(results: &[CaseResult<'_>]) -> (BTreeMap<VariantId, Tally>, Tally) {
    let mut variants = BTreeMap::<VariantId, Tally>::new();
    let mut total = Tally::default();
    for result in results {
        variants.entry(result.variant).or_default().add(result);
        total.add(result);
    }
    (variants, total)
}
