//! The causes of a run, in groups, as a page lists them.

use super::data::clean;
use super::run::{Explanation, Run};
use super::summary::{MAX_LISTED, MAX_TEXT, MAX_TITLE, rule, title};
use serde::Serialize;
use std::cmp::Reverse;
use vperft::inner::corpus::suite::Bugs;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::plural::{counted, grouped};

/// The most cases that a cause names.
const MAX_CASES: usize = 5;

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
