//! The table at the end of a run.

use super::table;
use crate::check::{CaseResult, Verdict};
use crate::suite::serialize_count;
use crate::variant::VariantId;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What came of all checks of a variant, or of all variants.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Cases with at least one selected check.
    pub cases: usize,
    /// Selected checks.
    pub checks: usize,
    /// Checks the backend passed.
    pub passed: usize,
    /// Checks it failed, or gave no answer to.
    pub failed: usize,
    /// Checks it does not support.
    pub unsupported: usize,
    /// Leaf nodes that were to be counted.
    #[serde(serialize_with = "serialize_count")]
    pub nodes: u128,
    /// The time the backend took, summed over the workers.
    #[serde(skip)]
    pub time: Duration,
}

impl Tally {
    fn add(&mut self, result: &CaseResult<'_>) {
        self.cases += 1;
        for one in &result.checks {
            self.checks += 1;
            self.nodes = self.nodes.saturating_add(one.check.nodes());
            self.time += one.time;
            match one.verdict {
                Verdict::Pass => self.passed += 1,
                Verdict::Unsupported { .. } => self.unsupported += 1,
                Verdict::Fail { .. } | Verdict::Error { .. } => self.failed += 1,
            }
        }
    }

    fn row(&self, name: &str) -> Vec<String> {
        let counts = [self.cases, self.checks, self.passed, self.failed, self.unsupported];
        let mut row = vec![name.to_owned()];
        row.extend(counts.map(|count| count.to_string()));
        row.push(self.nodes.to_string());
        row.push(format!("{:.2} s", self.time.as_secs_f64()));
        row
    }
}

/// The tally of each variant that was run, and the total.
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

/// The table: a row a variant, and the total. The times are the backend's, summed over the workers.
#[must_use]
pub fn summary(results: &[CaseResult<'_>]) -> String {
    let (variants, total) = tally(results);
    let mut table =
        table(&["variant"], &["cases", "checks", "passed", "failed", "unsupported", "nodes", "time"]);
    for (variant, tally) in &variants {
        table.add_row(tally.row(variant.name()));
    }
    table.add_row(total.row("total"));
    table.trim_fmt()
}
