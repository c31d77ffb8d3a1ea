//! The table at the end of a run.

use crate::corpus::check::{CaseResult, LeftOut};
use crate::corpus::failure::reasons;
use crate::corpus::question::Verdict;
use crate::corpus::run::{Tally, tally};
use crate::report::table::table;
use crate::support::plural::plural;
use crate::support::sanitise::sanitise;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The table: a row a variant, and the total, with columns of the known failures and of the refusals for another reason if there
/// are any. The times are the backend's, summed over the workers.
#[must_use]
pub fn summary(results: &[CaseResult<'_>]) -> String {
    let (variants, total) = tally(results);
    let rare = Rare { expected: total.expected > 0, other_reason: total.other_reason > 0 };
    let mut columns = vec!["cases", "checks", "passed", "failed"];
    columns.extend(rare.expected.then_some("expected"));
    columns.extend(rare.other_reason.then_some("other reason"));
    columns.extend(["unsupported", "nodes", "time"]);
    let mut table = table(&["variant"], &columns);
    for (variant, tally) in &variants {
        table.add_row(row(tally, variant.name(), rare));
    }
    table.add_row(row(&total, "total", rare));
    table.trim_fmt()
}

/// Which columns are there that most tables do not need.
#[derive(Clone, Copy)]
struct Rare {
    expected: bool,
    other_reason: bool,
}

/// The row of a table.
fn row(tally: &Tally, name: &str, rare: Rare) -> Vec<String> {
    let mut row = vec![name.to_owned()];
    row.extend([tally.cases, tally.checks, tally.passed, tally.failed].map(|count| count.to_string()));
    row.extend(rare.expected.then(|| tally.expected.to_string()));
    row.extend(rare.other_reason.then(|| tally.other_reason.to_string()));
    row.push(tally.unsupported.to_string());
    row.push(tally.nodes.to_string());
    row.push(format!("{:.2} s", tally.time.as_secs_f64()));
    row
}

/// Why checks are not supported, each reason once with the number of its checks, the most frequent first.
#[must_use]
pub fn unsupported(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let reasons = checks.filter_map(|one| match (&one.verdict, &one.known) {
        (Verdict::Unsupported { reason }, None) => Some(reason.as_str()),
        _ => None,
    });
    let line = |(reason, count)| format!("unsupported: {}: {}", plural(count, "check"), sanitise(reason));
    frequent(reasons).into_iter().map(line).collect()
}

/// For which other reasons positions were refused, each pair of reasons once with the number of its checks, the most frequent
/// first.
#[must_use]
pub fn other_reasons(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let pairs = checks.filter_map(|one| match (&one.verdict, &one.known) {
        (&Verdict::OtherReason { expected, actual }, None) => Some(reasons(expected, actual)),
        _ => None,
    });
    let pairs: Vec<_> = pairs.collect();
    let line = |(pair, count)| format!("other reason: {}: {pair}", plural(count, "check"));
    frequent(pairs.iter().map(String::as_str)).into_iter().map(line).collect()
}

/// Whose values were expected instead of those of the corpus, each with the number of its checks.
#[must_use]
pub fn bases(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let bases = checks.filter_map(|one| one.basis.as_deref());
    let line = |(basis, count)| format!("expected values by {}: {}", sanitise(basis), plural(count, "check"));
    frequent(bases).into_iter().map(line).collect()
}

/// What was left out of a run, each reason once with the number of its cases or checks.
#[must_use]
pub fn left_out(list: &[LeftOut]) -> Vec<String> {
    let reasons = list.iter().map(|one| one.reason.as_str());
    let line =
        |(reason, count)| format!("left out: {}: {}", plural(count, "case or check"), sanitise(reason));
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
