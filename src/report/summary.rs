//! The table at the end of a run.

use super::table;
use crate::check::{CaseResult, LeftOut, Verdict};
use crate::suite::serialize_count;
use crate::variant::VariantId;
use serde::Serialize;
use std::cmp::Reverse;
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
    /// Checks it failed, or gave no answer to, and is not known to.
    pub failed: usize,
    /// Checks it is known not to pass.
    pub expected: usize,
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
                _ if one.known.is_some() => self.expected += 1,
                Verdict::Pass => self.passed += 1,
                Verdict::Unsupported { .. } => self.unsupported += 1,
                Verdict::Fail { .. } | Verdict::Error { .. } => self.failed += 1,
            }
        }
    }

    /// The row of a table, with the column of the known failures or without.
    fn row(&self, name: &str, expected: bool) -> Vec<String> {
        let mut row = vec![name.to_owned()];
        row.extend([self.cases, self.checks, self.passed, self.failed].map(|count| count.to_string()));
        row.extend(expected.then(|| self.expected.to_string()));
        row.push(self.unsupported.to_string());
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

/// The table: a row a variant, and the total, with a column of the known failures if there are any. The times
/// are the backend's, summed over the workers.
#[must_use]
pub fn summary(results: &[CaseResult<'_>]) -> String {
    let (variants, total) = tally(results);
    let expected = total.expected > 0;
    let mut columns = vec!["cases", "checks", "passed", "failed"];
    columns.extend(expected.then_some("expected"));
    columns.extend(["unsupported", "nodes", "time"]);
    let mut table = table(&["variant"], &columns);
    for (variant, tally) in &variants {
        table.add_row(tally.row(variant.name(), expected));
    }
    table.add_row(total.row("total", expected));
    table.trim_fmt()
}

/// Why checks are not supported, each reason once with the number of its checks, the most frequent first.
#[must_use]
pub fn unsupported(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let reasons = checks.filter_map(|one| match (&one.verdict, &one.known) {
        (Verdict::Unsupported { reason }, None) => Some(reason.as_str()),
        _ => None,
    });
    let line = |(reason, count)| format!("unsupported: {}: {reason}", plural(count, "check"));
    frequent(reasons).into_iter().map(line).collect()
}

/// Whose values were expected instead of those of the corpus, each with the number of its checks.
#[must_use]
pub fn bases(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let bases = checks.filter_map(|one| one.basis.as_deref());
    let line = |(basis, count)| format!("expected values by {basis}: {}", plural(count, "check"));
    frequent(bases).into_iter().map(line).collect()
}

/// What was left out of a run, each reason once with the number of its cases or checks.
#[must_use]
pub fn left_out(list: &[LeftOut]) -> Vec<String> {
    let reasons = list.iter().map(|one| one.reason.as_str());
    let line = |(reason, count)| format!("left out: {}: {reason}", plural(count, "case or check"));
    frequent(reasons).into_iter().map(line).collect()
}

/// Every word once with its frequency, the most frequent first.
fn frequent<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize)> {
    let mut counts = BTreeMap::<&str, usize>::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}

fn plural(count: usize, what: &str) -> String {
    match (count, what) {
        (1, what) => format!("1 {what}"),
        (count, "case or check") => format!("{count} cases or checks"),
        (count, what) => format!("{count} {what}s"),
    }
}
