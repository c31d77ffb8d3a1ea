//! The data of a page: the cases that differ, and tables of everything that they share.
//!
//! Every text comes from outside: it is sanitised and shortened here. The cases stop where the page would be too
//! large.

use super::run::{Case, Check, Failure, Run, Verdict};
use crate::report::page;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vperft::inner::corpus::suite::Bugs;
use vperft::inner::game::drawing::words;
use vperft::inner::game::variant::{Clause, Variant, VariantId};
use vperft::inner::support::sanitise::sanitise_within;

/// The most bytes of the cases.
const MAX_CASES: usize = 4_200_000;
/// The most moves of a list.
const MAX_MOVES: usize = 300;
/// The most characters of a position: one of 16 x 16 with two letters a piece has about 1,100.
const MAX_POSITION: usize = 1300;
/// The most characters of other texts.
const MAX_TEXT: usize = 600;

/// What changed since another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    New,
    Fixed,
    Same,
}

impl Change {
    /// Its name on the page.
    const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Fixed => "fixed",
            Self::Same => "same",
        }
    }
}

/// The data, and the cases that it leaves out.
pub(super) struct Data {
    pub value: Value,
    pub cases: usize,
    pub left_out: usize,
    pub changes: BTreeMap<Change, usize>,
}

/// A text for people of at most this many characters.
pub(super) fn clean(text: &str, most: usize) -> String {
    sanitise_within(text, most)
}

/// Texts that occur often, with a number for each.
#[derive(Default)]
struct Table {
    numbers: HashMap<String, usize>,
    list: Vec<Value>,
}

impl Table {
    /// The number of an entry, which `value` makes if it is new.
    fn number(&mut self, key: String, value: impl FnOnce(&str) -> Value) -> usize {
        *self.numbers.entry(key).or_insert_with_key(|key| {
            self.list.push(value(key));
            self.list.len() - 1
        })
    }
}

/// Collects the cases of a page.
pub(super) struct Collector<'r> {
    bugs: &'r Bugs,
    /// The bugs that fit the failures of the run.
    fitting: BTreeSet<(VariantId, &'r str)>,
    variants: BTreeSet<VariantId>,
    clauses: Table,
    known_bugs: Table,
    replays: Table,
    cases: Vec<Value>,
    bytes: usize,
    left_out: usize,
    changes: BTreeMap<Change, usize>,
}

/// A check of a case to show, with the answer that is shown and what changed.
type Shown<'r> = (&'r Check, &'r Verdict, Option<Change>);

/// The verdicts of a run by case and check.
type Verdicts<'r> = HashMap<(&'r str, &'r str), &'r Check>;

/// The data for a run, and for what changed since another one.
pub(super) fn data(run: &Run, against: Option<&Run>, bugs: &Bugs) -> Data {
    let fitting = run.causes.bugs.iter().map(|share| (share.variant, share.id.as_str())).collect();
    let mut collector = Collector {
        bugs,
        fitting,
        variants: BTreeSet::new(),
        clauses: Table::default(),
        known_bugs: Table::default(),
        replays: Table::default(),
        cases: Vec::new(),
        bytes: 0,
        left_out: 0,
        changes: BTreeMap::new(),
    };
    let earlier = against.map(verdicts);
    for case in &run.cases {
        let shown: Vec<_> = case.checks.iter().filter_map(|one| shown(case, one, earlier.as_ref())).collect();
        collector.add(case, &shown);
    }
    collector.finish(run)
}

/// The checks of a run by their names.
fn verdicts(run: &Run) -> Verdicts<'_> {
    run.cases
        .iter()
        .flat_map(|case| case.checks.iter().map(|one| ((case.id.as_str(), one.check.as_str()), one)))
        .collect()
}

/// What the page shows of a check, if anything.
fn shown<'r>(case: &'r Case, one: &'r Check, earlier: Option<&Verdicts<'r>>) -> Option<Shown<'r>> {
    let before = earlier.map(|earlier| earlier.get(&(case.id.as_str(), one.check.as_str())).copied());
    let failed_before = before.map(|check| check.is_some_and(|check| check.result.is_failure()));
    match (&one.result, failed_before) {
        (verdict, None) if verdict.is_failure() => Some((one, verdict, None)),
        (verdict, Some(true)) if verdict.is_failure() => Some((one, verdict, Some(Change::Same))),
        (verdict, Some(false)) if verdict.is_failure() => Some((one, verdict, Some(Change::New))),
        (verdict @ Verdict::OtherReason { .. }, _) => Some((one, verdict, None)),
        (Verdict::Pass, Some(true)) => {
            let check = before.flatten()?;
            Some((check, &check.result, Some(Change::Fixed)))
        }
        _ => None,
    }
}

impl Collector<'_> {
    /// Adds a case, if there is something to show and room.
    fn add(&mut self, case: &Case, shown: &[Shown<'_>]) {
        let Some(variant) = case.variant().filter(|_| !shown.is_empty()) else { return };
        for change in shown.iter().filter_map(|(_, _, change)| *change) {
            *self.changes.entry(change).or_default() += 1;
        }
        if self.left_out > 0 {
            self.left_out += 1;
            return;
        }
        let clauses: Vec<_> = case.clauses.iter().map(|id| self.clause(id)).collect();
        let fitting = case.bugs.iter().filter(|id| self.fitting.contains(&(variant, id.as_str())));
        let fitting: Vec<_> = fitting.cloned().collect();
        let bugs: Vec<_> = fitting.iter().filter_map(|id| self.bug(variant, id)).collect();
        let checks: Vec<_> = shown.iter().map(|&shown| self.check_json(case, shown)).collect();
        let value = json!({
            "id": clean(&case.id, MAX_TEXT), "variant": variant, "title": clean(&case.title, MAX_TEXT),
            "vfen": clean(&case.vfen, MAX_POSITION), "clauses": clauses, "bugs": bugs, "checks": checks,
        });
        let size = value.to_string().len();
        if self.bytes + size > MAX_CASES {
            self.left_out = 1;
            return;
        }
        self.bytes += size;
        self.variants.insert(variant);
        self.cases.push(value);
    }

    /// The number of a clause: its id and its words.
    fn clause(&mut self, id: &str) -> usize {
        self.clauses.number(clean(id, MAX_TEXT), |id| {
            let text = id.parse::<Clause>().map(words).unwrap_or_default();
            json!([id, clean(text, 4 * MAX_TEXT)])
        })
    }

    /// The number of a bug: its name with the variant, its title and its text.
    fn bug(&mut self, variant: VariantId, id: &str) -> Option<usize> {
        let bug = self.bugs.get(variant, id)?;
        Some(self.known_bugs.number(format!("{variant}/{id}"), |name| {
            json!([name, clean(&bug.title, MAX_TEXT), clean(&bug.text, MAX_TEXT)])
        }))
    }

    /// A check with what is wrong.
    fn check_json(&mut self, case: &Case, (one, verdict, change): Shown<'_>) -> Value {
        let mut value = Map::new();
        let name = clean(&one.check, MAX_TEXT);
        value.insert("name".into(), name.as_str().into());
        describe(verdict, &mut value);
        let replay = one.replay.as_ref().and_then(|command| self.replay(&case.id, &one.check, command));
        let texts = [("basis", one.basis.as_ref()), ("known", one.reason.as_ref())];
        value.extend(replay.map(|number| ("replay".into(), number.into())));
        let texts = texts.into_iter().filter_map(|(key, text)| Some((key, clean(text?, MAX_TEXT))));
        value.extend(texts.map(|(key, text)| (key.into(), text.into())));
        value.extend(change.map(|change| ("change".into(), change.name().into())));
        value.extend(one.rerun.as_ref().map(|rerun| ("flaky".into(), in_short(rerun).into())));
        value.into()
    }

    /// The number of a command without the names of case and check, which the page fills in again.
    fn replay(&mut self, id: &str, check: &str, command: &str) -> Option<usize> {
        let command = clean(command, 4 * MAX_TEXT);
        let template = command.replace(id, "{id}").replace(check, "{check}");
        let is_same = template.replace("{id}", id).replace("{check}", check) == command;
        is_same.then(|| self.replays.number(template, |text| text.into()))
    }

    /// The tables and the cases.
    fn finish(self, run: &Run) -> Data {
        let variants: Vec<_> = self.variants.into_iter().collect();
        let tables = variants.iter().map(|&id| (id.name().to_owned(), page::variant(Variant::get(id))));
        let tables: Map<_, _> = tables.collect();
        let mistakes = run.explanations.iter().flat_map(|one| &one.mistakes);
        let causes: Vec<_> = mistakes
            .map(|one| {
                let cases: Vec<_> = one.cases.iter().map(|id| clean(id, MAX_TEXT)).collect();
                json!({ "title": clean(&one.mistake, MAX_TEXT), "cases": cases })
            })
            .collect();
        Data {
            cases: self.cases.len(),
            left_out: self.left_out,
            changes: self.changes,
            value: json!({
                "variants": tables, "symbols": page::symbols(&variants), "clauses": self.clauses.list,
                "bugs": self.known_bugs.list, "replays": self.replays.list, "causes": causes, "cases": self.cases,
            }),
        }
    }
}

/// Adds the kind of a verdict and what belongs to it.
fn describe(verdict: &Verdict, value: &mut Map<String, Value>) {
    let moves = |list: &[String]| list.iter().take(MAX_MOVES).map(|text| clean(text, 80)).collect::<Vec<_>>();
    let position = |text: &str| clean(text, MAX_POSITION);
    let described = match verdict {
        Verdict::Pass => json!({ "kind": "passes" }),
        Verdict::Unsupported { reason } => {
            json!({ "kind": "unsupported", "message": clean(reason, MAX_TEXT) })
        }
        Verdict::Error { kind, message } => {
            json!({ "kind": clean(kind, MAX_TEXT), "message": clean(message, 2 * MAX_TEXT) })
        }
        Verdict::OtherReason { expected, actual } => {
            json!({ "kind": "other-reason", "expected": clean(expected, MAX_TEXT), "actual": clean(actual, MAX_TEXT) })
        }
        Verdict::Fail { failure } => match failure {
            Failure::Moves { missing, extra, duplicate, more } => {
                let cut = |list: &[String]| list.len().saturating_sub(MAX_MOVES);
                let more = more.unwrap_or_default();
                json!({
                    "kind": "moves", "missing": moves(missing), "extra": moves(extra), "duplicate": moves(duplicate),
                    "more": [cut(missing), cut(extra) + more.extra, cut(duplicate) + more.duplicate],
                })
            }
            Failure::WrongCount { expected, actual, is_more } => {
                let (expected, actual) = (expected.to_string(), actual.to_string());
                json!({ "kind": "wrong-count", "expected": expected, "actual": actual, "is_more": is_more })
            }
            Failure::WrongChild { expected, actual } => {
                json!({ "kind": "wrong-child", "expected": position(expected), "actual": position(actual) })
            }
            Failure::WrongStatus { expected, actual } => {
                let (expected, actual) = (clean(expected, MAX_TEXT), clean(actual, MAX_TEXT));
                json!({ "kind": "wrong-status", "expected": expected, "actual": actual })
            }
            Failure::IllegalMoveAccepted { child } => {
                json!({ "kind": "illegal-move-accepted", "child": position(child) })
            }
            Failure::InvalidPositionAccepted { vfen, expected } => {
                json!({ "kind": "invalid-position-accepted", "vfen": position(vfen), "expected": clean(expected, MAX_TEXT) })
            }
            Failure::BrokenRelation { relation, what, rows } => {
                let rows: Vec<_> = rows
                    .iter()
                    .take(8)
                    .map(|row| [clean(&row.name, MAX_TEXT), clean(&row.texts.join("; "), 2 * MAX_TEXT)])
                    .collect();
                let what = format!("{}: {}", clean(relation, MAX_TEXT), clean(what, MAX_TEXT));
                json!({ "kind": "broken-relation", "what": what, "rows": rows })
            }
            Failure::WrongAnswer { expected, actual } => {
                json!({ "kind": "wrong-answer", "message": clean(&format!("{actual}, not {expected}"), MAX_TEXT) })
            }
        },
    };
    if let Value::Object(described) = described {
        value.extend(described);
    }
}

/// A verdict in a few words.
fn in_short(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Pass => "it passed".into(),
        Verdict::Unsupported { reason } => clean(reason, MAX_TEXT),
        Verdict::Error { kind, message } => clean(&format!("{kind}: {message}"), MAX_TEXT),
        Verdict::OtherReason { expected, actual } => clean(&format!("{actual}, not {expected}"), MAX_TEXT),
        Verdict::Fail { failure: Failure::WrongCount { expected, actual, .. } } => {
            format!("{actual}, not {expected}")
        }
        Verdict::Fail { .. } => "another wrong answer".into(),
    }
}
