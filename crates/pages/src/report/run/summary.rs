//! The table at the end of a run, and the notes below it.

use crate::report::table::{fitted, table};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vperft::inner::corpus::check::{CaseResult, LeftOut};
use vperft::inner::corpus::failure::reasons;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_run::{NextStep, Tally, tally};

/// The table: one row per variant, and the totals. Columns for known failures and for refusals with another reason
/// appear if there are any. Times are the backend's, summed over the workers. The lines fit the width.
#[must_use]
pub fn summary(results: &[CaseResult<'_>], width: usize) -> String {
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
    fitted(table, width)
}

/// Columns that most tables do not need.
#[derive(Clone, Copy)]
struct Rare {
    expected: bool,
    other_reason: bool,
}

/// A row of the table.
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

/// The reasons why checks are unsupported, with the number of checks, the most frequent first.
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

/// What to add next to code that answers only a part, a line a variant. Nothing if no case lacks pieces or fields.
#[must_use]
pub fn next_steps(results: &[CaseResult<'_>]) -> Vec<String> {
    let steps = vperft_run::next_steps(results);
    let of_variant = |steps: &[NextStep]| {
        let cases = |at, cases: usize| if at == 0 { plural(cases, "more case") } else { cases.to_string() };
        let step =
            |(at, step): (usize, &NextStep)| format!("{} ({})", step.needs.join(", "), cases(at, step.cases));
        let listed: Vec<_> = steps.iter().enumerate().map(step).collect();
        format!("next in {}: {}", steps[0].variant, listed.join(", then "))
    };
    steps.chunk_by(|a, b| a.variant == b.variant).map(of_variant).collect()
}

/// The pairs of expected and actual reasons for refusals, with the number of checks, the most frequent first.
#[must_use]
pub fn other_reasons(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let pairs = checks.filter_map(|one| match (&one.verdict, &one.known) {
        (Verdict::OtherReason { expected, actual }, None) => Some(reasons(*expected, actual)),
        _ => None,
    });
    let pairs: Vec<_> = pairs.collect();
    let line = |(pair, count)| format!("other reason: {}: {pair}", plural(count, "check"));
    frequent(pairs.iter().map(String::as_str)).into_iter().map(line).collect()
}

/// The sources of expected values other than the corpus, with the number of checks.
#[must_use]
pub fn bases(results: &[CaseResult<'_>]) -> Vec<String> {
    let checks = results.iter().flat_map(|result| &result.checks);
    let bases = checks.filter_map(|one| one.basis.as_deref());
    let line = |(basis, count)| format!("expected values by {}: {}", sanitise(basis), plural(count, "check"));
    frequent(bases).into_iter().map(line).collect()
}

/// The reasons for leaving out cases or checks, with their number, the most frequent first.
#[must_use]
pub fn left_out(list: &[LeftOut]) -> Vec<String> {
    let reasons = list.iter().map(|one| one.reason.as_str());
    let line =
        |(reason, count)| format!("left out: {}: {}", plural(count, "case or check"), sanitise(reason));
    frequent(reasons).into_iter().map(line).collect()
}

/// The distinct words with their frequency, the most frequent first.
fn frequent<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize)> {
    let mut counts = BTreeMap::<&str, usize>::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts
}
