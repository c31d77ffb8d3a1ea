//! The part of a page that needs no scripts: the verdict, the sums, and what was checked.

use super::data::{Change, Data, clean};
use super::run::{Case, Run, Verdict};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vperft::inner::game::drawing::words;
use vperft::inner::game::variant::{Clause, Variant, VariantId};
use vperft::inner::support::plural::{counted, grouped};
use vperft_run::Tally;

/// The most causes of a group, and the most other entries of a list.
pub(super) const MAX_LISTED: usize = 20;
/// The most characters of a title.
pub(super) const MAX_TITLE: usize = 160;
/// The most characters of a text.
pub(super) const MAX_TEXT: usize = 400;

/// The verdict on a run.
#[derive(Serialize)]
pub(super) struct Judgement {
    /// The class of its look: `pass`, `fail` or `warn`.
    look: &'static str,
    word: &'static str,
    title: String,
    notes: Vec<String>,
    /// The sums in words, for the bar.
    shares: String,
}

/// A part of the bar of the sums.
#[derive(Serialize)]
pub(super) struct Part {
    class: &'static str,
    x: usize,
    width: usize,
}

/// A row of the sums.
#[derive(Serialize)]
pub(super) struct Row {
    title: String,
    cases: String,
    checks: String,
    passed: String,
    failed: String,
    rare: Vec<String>,
    nodes: String,
}

/// The checks of a variant, by clause.
#[derive(Serialize)]
pub(super) struct Checked {
    title: String,
    summary: String,
    clauses: Vec<CheckedClause>,
}

/// The cases of a clause.
#[derive(Serialize)]
struct CheckedClause {
    id: String,
    cases: usize,
    failing: usize,
    text: String,
}

/// The title of a variant.
pub(super) fn title(variant: VariantId) -> String {
    clean(&Variant::get(variant).title, MAX_TEXT)
}

/// The verdict.
pub(super) fn judgement(run: &Run, against: Option<&Run>, data: &Data) -> Judgement {
    let Tally { checks, passed, failed, expected, other_reason, unsupported, .. } = run.total;
    let all = counted(checks, "check");
    let (look, word, title) = if failed > 0 {
        ("fail", "Failed", format!("{} of {all} failed", grouped(failed)))
    } else if !run.fixed.is_empty() {
        let word = if run.fixed.len() == 1 { "occurs" } else { "occur" };
        ("fail", "Failed", format!("{} no longer {word}", counted(run.fixed.len(), "known failure")))
    } else if !run.complete {
        (
            "warn",
            "Incomplete",
            format!("{} of {} made", grouped(checks), counted(run.planned.checks, "check")),
        )
    } else if passed == 0 {
        ("warn", "Nothing passed", format!("None of {all} passed"))
    } else if passed == checks {
        ("pass", "Passed", format!("All {all} passed"))
    } else {
        ("pass", "Passed", format!("No check failed, {} of {all} passed", grouped(passed)))
    };
    let mut notes = Vec::new();
    if !run.complete {
        let why = match (run.unanswered, run.interrupted) {
            (true, _) => "The run was given up, because the backend answered no check",
            (_, true) => "The run was interrupted",
            _ => "The run stopped at its limit of failing checks",
        };
        notes.push(format!(
            "{why}: {} of {} were made.",
            grouped(checks),
            counted(run.planned.checks, "check")
        ));
    }
    if let Some(against) = against {
        let of = |change| counted(data.changes.get(&change).copied().unwrap_or_default(), "failure");
        notes.push(format!(
            "Compared with the run of {}: {} new, {} fixed, {} the same.",
            clean(&against.identity, MAX_TEXT),
            of(Change::New),
            of(Change::Fixed),
            of(Change::Same)
        ));
    }
    let named = run.fixed.iter().take(MAX_LISTED).map(|fixed| {
        let check = fixed.check.as_ref().map_or_else(String::new, |check| format!(" {check}"));
        clean(&format!("{}{check}", fixed.case), MAX_TEXT)
    });
    let named: Vec<_> = named.collect();
    if !named.is_empty() {
        notes.push(format!("Known failures that no longer occur: {}.", named.join(", ")));
    }
    let parts = [
        (passed, "passed"),
        (failed, "failed"),
        (expected, "known to fail"),
        (other_reason, "refused for another reason"),
        (unsupported, "not supported"),
    ];
    let shares = parts.iter().filter(|(count, _)| *count > 0);
    let shares: Vec<_> = shares.map(|(count, word)| format!("{} {word}", grouped(*count))).collect();
    Judgement { look, word, title, notes, shares: shares.join(", ") }
}

/// The bar of the sums, in thousandths. Every part can be seen.
pub(super) fn bar(total: &Tally) -> Vec<Part> {
    let counts = [
        ("failed", total.failed),
        ("expected", total.expected),
        ("other", total.other_reason),
        ("unsupported", total.unsupported),
    ];
    let all = total.checks.max(1);
    let (mut parts, mut end) = (Vec::new(), 1000);
    for (class, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        let width = (count * 1000 / all).max(6).min(end);
        end -= width;
        parts.push(Part { class, x: end, width });
    }
    if total.passed > 0 {
        parts.push(Part { class: "passed", x: 0, width: end });
    }
    parts
}

/// The names and values below the bar.
pub(super) fn facts(run: &Run, against: Option<&Run>) -> Vec<(&'static str, String)> {
    let mut facts =
        vec![("Backend", clean(&run.backend, MAX_TEXT)), ("Identity", clean(&run.identity, MAX_TEXT))];
    facts.extend(run.suite_version.as_ref().map(|version| ("Suite", clean(version, MAX_TEXT))));
    facts.push(("Signature", clean(&run.signature, MAX_TEXT)));
    if !run.readings.is_empty() {
        facts.push(("Readings", clean(&run.readings.join(", "), MAX_TEXT)));
    }
    facts.extend(against.map(|run| ("Compared with signature", clean(&run.signature, MAX_TEXT))));
    facts
}

/// The columns that most runs do not need, and the rows of the sums.
pub(super) fn tallies(run: &Run) -> (Vec<&'static str>, Vec<Row>) {
    let total = &run.total;
    let columns = [
        ("known", total.expected > 0),
        ("other reason", total.other_reason > 0),
        ("not supported", total.unsupported > 0),
    ];
    let row = |title: String, tally: &Tally| {
        let rare = [tally.expected, tally.other_reason, tally.unsupported];
        let rare = rare.iter().zip(columns).filter(|(_, (_, is_shown))| *is_shown);
        Row {
            title,
            cases: grouped(tally.cases),
            checks: grouped(tally.checks),
            passed: grouped(tally.passed),
            failed: grouped(tally.failed),
            rare: rare.map(|(count, _)| grouped(*count)).collect(),
            nodes: grouped(tally.nodes),
        }
    };
    let mut rows: Vec<_> = run.variants.iter().map(|(id, tally)| row(title(*id), tally)).collect();
    if rows.len() != 1 {
        rows.push(row("Total".into(), total));
    }
    (columns.into_iter().filter(|(_, is_shown)| *is_shown).map(|(name, _)| name).collect(), rows)
}

/// The words of a clause.
pub(super) fn rule(id: &str) -> String {
    id.parse::<Clause>().map_or_else(|_| String::new(), |clause| clean(words(clause), MAX_TEXT))
}

/// The checks of all variants, by clause.
pub(super) fn checked(run: &Run) -> Vec<Checked> {
    let of = |(variant, tally): &(VariantId, Tally)| {
        let cases = run.cases.iter().filter(|case| case.variant() == Some(*variant));
        let (mut clauses, mut kinds) =
            (BTreeMap::<&str, (usize, usize)>::new(), BTreeMap::<&str, usize>::new());
        for case in cases {
            let fails =
                usize::from(case.checks.iter().any(|one| one.reason.is_none() && one.result.is_failure()));
            for id in &case.clauses {
                let entry = clauses.entry(id).or_default();
                *entry = (entry.0 + 1, entry.1 + fails);
            }
            kinds_of(case).for_each(|kind| *kinds.entry(kind).or_default() += 1);
        }
        let kinds: Vec<_> =
            kinds.iter().map(|(kind, count)| format!("{} {}", grouped(*count), clean(kind, 40))).collect();
        let clauses = clauses.into_iter().map(|(id, (cases, failing))| CheckedClause {
            id: clean(id, 80),
            cases,
            failing,
            text: rule(id),
        });
        Checked {
            title: title(*variant),
            summary: format!(
                "{}, {}: {}",
                counted(tally.cases, "case"),
                counted(tally.checks, "check"),
                kinds.join(", ")
            ),
            clauses: clauses.take(1000).collect(),
        }
    };
    run.variants.iter().map(of).collect()
}

/// The kinds of the checks of a case: the part of the name before the colon.
fn kinds_of(case: &Case) -> impl Iterator<Item = &str> {
    case.checks.iter().map(|one| one.check.split(':').next().unwrap_or_default())
}

/// Why checks are not supported, were refused for another reason or were left out, the most frequent first.
pub(super) fn reasons(run: &Run) -> Vec<String> {
    let checks = run.cases.iter().flat_map(|case| &case.checks);
    let mut counts = BTreeMap::<String, usize>::new();
    let texts = checks.filter_map(|one| match &one.result {
        Verdict::Unsupported { reason } => Some(format!("Not supported: {reason}")),
        Verdict::OtherReason { expected, actual } => {
            Some(format!("Refused as {actual}, expected {expected}"))
        }
        _ => None,
    });
    let left_out = run.left_out.iter().map(|one| format!("Left out: {}", one.reason));
    texts.chain(left_out).for_each(|text| *counts.entry(clean(&text, MAX_TEXT)).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    counts.into_iter().take(MAX_LISTED).map(|(text, count)| format!("{text} ({})", grouped(count))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_numbers_are_grouped() {
        for (number, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), expected);
        }
        assert_eq!(
            (counted(1, "check"), counted(13_630, "check")),
            ("1 check".into(), "13,630 checks".into())
        );
    }
}
