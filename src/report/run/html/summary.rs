//! The part of a page that needs no scripts: the verdict, the sums, the causes, and what was checked.

use super::data::{Change, Data, clean};
use super::run::{Case, Explanation, Run, Verdict};
use crate::corpus::run::Tally;
use crate::corpus::suite::Bugs;
use crate::game::drawing::words;
use crate::game::variant::{Clause, Variant, VariantId};
use crate::support::plural::plural;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most causes of a group, and the most other entries of a list.
const MAX_LISTED: usize = 20;
/// The most cases that a cause names.
const MAX_CASES: usize = 5;
/// The most characters of a title.
const MAX_TITLE: usize = 160;
/// The most characters of a text.
const MAX_TEXT: usize = 400;

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

/// Causes of one kind.
#[derive(Serialize)]
pub(super) struct Group {
    id: &'static str,
    title: &'static str,
    lead: Vec<String>,
    causes: Vec<Cause>,
    more: usize,
    commands: Vec<String>,
}

/// A cause.
#[derive(Default, Serialize)]
struct Cause {
    size: String,
    of: String,
    title: String,
    tag: String,
    text: String,
    /// The name of a filter and its value.
    filter: Option<[String; 2]>,
    cases: Vec<String>,
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

/// A number with a comma between groups of three digits.
fn grouped(number: impl ToString) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut text = digits[..first].to_owned();
    for (index, digit) in digits[first..].char_indices() {
        if index % 3 == 0 && !text.is_empty() {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 check` or `2 checks`, with a comma between groups of three digits.
fn counted(number: usize, word: &str) -> String {
    plural(number, word).replacen(&number.to_string(), &grouped(number), 1)
}

/// The title of a variant.
fn title(variant: VariantId) -> String {
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

/// The causes, the likeliest first.
pub(super) fn causes(run: &Run, bugs: &Bugs) -> Vec<Group> {
    let has_variants = run.variants.len() > 1;
    let of = |variant: VariantId| if has_variants { title(variant) } else { String::new() };
    let groups = [
        mistakes(&run.explanations, &of),
        group("errors", "Errors of the backend", &run.causes.errors, |one| Cause {
            size: grouped(one.checks),
            of: if one.checks == 1 { "check" } else { "checks" }.into(),
            title: clean(&one.message, MAX_TITLE),
            tag: clean(&one.kind, MAX_TITLE),
            text: format!("In {}, the first is:", counted(one.cases, "case")),
            cases: vec![clean(&one.first, MAX_TEXT)],
            ..Cause::default()
        }),
        group("clauses", "Clauses whose cases fail", &run.causes.clauses, |one| Cause {
            size: grouped(one.failed),
            of: format!("of {}", counted(one.cases, "case")),
            title: clean(&one.id, MAX_TEXT),
            tag: of(one.variant),
            text: rule(&one.id),
            filter: Some(["clause".into(), clean(&one.id, MAX_TEXT)]),
            ..Cause::default()
        }),
        group("bugs", "Known bugs that fit", &run.causes.bugs, |one| {
            let bug = bugs.get(one.variant, &one.id);
            Cause {
                size: grouped(one.failed),
                of: format!("of {}", counted(one.cases, "case")),
                title: clean(bug.map_or(&one.id, |bug| &bug.title), MAX_TEXT),
                tag: of(one.variant),
                text: bug.map_or_else(String::new, |bug| clean(&bug.text, MAX_TEXT)),
                filter: Some(["cause".into(), format!("b{}/{}", one.variant, clean(&one.id, MAX_TEXT))]),
                ..Cause::default()
            }
        }),
        group("moves", "Moves that differ", &run.causes.moves, |one| {
            let pieces = one.pieces.iter().take(MAX_LISTED).map(|(label, count)| format!("{label} {count}"));
            let pieces: Vec<_> = pieces.collect();
            Cause {
                size: grouped(one.count),
                of: if one.count == 1 { "move" } else { "moves" }.into(),
                title: difference(&one.kind),
                tag: of(one.variant),
                text: clean(&format!("By piece: {}", pieces.join(", ")), MAX_TEXT),
                ..Cause::default()
            }
        }),
    ];
    groups.into_iter().filter(|group| !group.causes.is_empty() || !group.commands.is_empty()).collect()
}

/// How moves differ, in words.
fn difference(kind: &str) -> String {
    match kind {
        "missing" => "legal moves are missing".into(),
        "extra" => "illegal moves are in the answer".into(),
        "duplicate" => "moves are in the answer more than once".into(),
        "wrong-child" => "moves lead to a wrong position".into(),
        "accepted" => "illegal moves are accepted".into(),
        "refused" => "legal moves are refused".into(),
        other => clean(other, MAX_TEXT),
    }
}

/// The first entries of a list as a group.
fn group<T>(id: &'static str, title: &'static str, list: &[T], cause: impl Fn(&T) -> Cause) -> Group {
    Group {
        id,
        title,
        lead: Vec::new(),
        causes: list.iter().take(MAX_LISTED).map(cause).collect(),
        more: list.len().saturating_sub(MAX_LISTED),
        commands: Vec::new(),
    }
}

/// The mistakes that explain most wrong answers.
fn mistakes(explanations: &[Explanation], of: &impl Fn(VariantId) -> String) -> Group {
    let all = explanations.iter().flat_map(|one| one.mistakes.iter().map(move |mistake| (one, mistake)));
    let mut all: Vec<_> = all.collect();
    all.sort_by_key(|(_, mistake)| Reverse(mistake.explained));
    let mut made = group("mistakes", "Likely mistakes", &all, |(one, mistake)| {
        let rule = mistake.clause.as_deref().map_or_else(String::new, |id| format!("{id}: {}", rule(id)));
        let known = mistake.known.as_deref().filter(|known| *known != mistake.mistake);
        let text = known.map_or(rule, str::to_owned);
        Cause {
            size: grouped(mistake.explained),
            of: format!("of {}", counted(one.wrong, "answer")),
            title: clean(&mistake.mistake, MAX_TEXT),
            tag: of(one.variant),
            text: clean(&text, MAX_TEXT),
            cases: mistake.cases.iter().take(MAX_CASES).map(|id| clean(id, MAX_TEXT)).collect(),
            ..Cause::default()
        }
    });
    let lines = explanations.iter().filter(|one| one.wrong > 0 || one.only_counts > 0).map(|one| {
        let counts = match one.only_counts {
            0 => String::new(),
            cases => format!(" In {} only counts are wrong.", counted(cases, "case")),
        };
        let of = of(one.variant);
        let of = if of.is_empty() { of } else { format!("{of}: ") };
        format!("{of}{} of {} explained.{counts}", grouped(one.explained), counted(one.wrong, "wrong answer"))
    });
    made.lead = lines.collect();
    let commands = explanations.iter().flat_map(|one| [Some(&one.diagnose), one.descend.as_ref()]);
    made.commands =
        commands.flatten().map(|command| clean(command, 3 * MAX_TEXT)).take(2 * MAX_LISTED).collect();
    made
}

/// The words of a clause.
fn rule(id: &str) -> String {
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
