//! The report of an audit.

use crate::report::page;
use crate::report::table::table;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use vperft::inner::corpus::suite::Tier;
use vperft::inner::support::sanitise::sanitise;
use vperft_lab::upkeep::audit::{Audit, MutantRow, RULEBOOK};

/// The most entries of a list that are printed.
const MAX_LISTED: usize = 20;

/// The mutants of one kind.
#[derive(Clone, Debug, Default, Serialize)]
struct Kind {
    mutants: usize,
    killed: usize,
    in_smoke: usize,
    explained: usize,
}

impl Kind {
    fn add(&mut self, row: &MutantRow) {
        self.mutants += 1;
        self.killed += usize::from(row.killed.is_some());
        let smoke = row.killed.as_ref().is_some_and(|by| by.tier == Tier::Smoke);
        self.in_smoke += usize::from(smoke);
        self.explained += usize::from(row.killed.is_none() && row.explained.is_some());
    }
}

/// The tables, then the gaps.
#[must_use]
pub fn audit(audits: &[Audit]) -> String {
    let mut text = String::new();
    let numbers = [
        "positions",
        "cases",
        "clauses",
        "covered",
        "classes",
        "listed",
        "share",
        "mutants",
        "killed",
        "explained",
        "alive",
        "smoke",
    ];
    let mut overview = table(&["variant"], &numbers);
    for audit in audits {
        let mut all = Kind::default();
        audit.mutants.iter().for_each(|row| all.add(row));
        let covered = audit.clauses.iter().filter(|row| row.is_covered()).count();
        overview.add_row([
            audit.variant.to_string(),
            audit.positions.to_string(),
            audit.cases.to_string(),
            audit.clauses.len().to_string(),
            covered.to_string(),
            audit.classes.occurring.to_string(),
            audit.classes.listed.to_string(),
            percent(audit.classes.listed, audit.classes.occurring),
            all.mutants.to_string(),
            all.killed.to_string(),
            all.explained.to_string(),
            (all.mutants - all.killed - all.explained).to_string(),
            audit.smoke.cases.to_string(),
        ]);
    }
    push(&mut text, &overview.trim_fmt());
    push(&mut text, "");
    let mut kinds = table(&["mutants"], &["all", "killed", "by smoke", "share", "explained", "alive"]);
    for (name, kind) in by_kind(audits) {
        kinds.add_row([
            name.to_owned(),
            kind.mutants.to_string(),
            kind.killed.to_string(),
            kind.in_smoke.to_string(),
            percent(kind.in_smoke, kind.mutants - kind.explained),
            kind.explained.to_string(),
            (kind.mutants - kind.killed - kind.explained).to_string(),
        ]);
    }
    push(&mut text, &kinds.trim_fmt());
    for audit in audits {
        let with_case = audit.fields.iter().filter(|row| row.has_case()).count();
        let (variant, all) = (audit.variant, audit.fields.len());
        push(&mut text, &format!("{variant}  effects x fields: {with_case} of {all} entries have a case"));
        gaps(audit, &mut text);
    }
    text
}

/// The mutants of all variants by kind: those of the rulebook first, then the generated ones by name, then the totals
/// of both groups.
fn by_kind(audits: &[Audit]) -> Vec<(&'static str, Kind)> {
    let mut kinds = BTreeMap::<(bool, &'static str), Kind>::new();
    let (mut rulebook, mut generated) = (Kind::default(), Kind::default());
    for row in audits.iter().flat_map(|audit| &audit.mutants) {
        let is_generated = !RULEBOOK.contains(&row.kind);
        kinds.entry((is_generated, row.kind)).or_default().add(row);
        if is_generated { &mut generated } else { &mut rulebook }.add(row);
    }
    let mut list: Vec<_> = kinds.into_iter().map(|((_, name), kind)| (name, kind)).collect();
    list.extend([("all of the rulebook", rulebook), ("all generated", generated)]);
    list
}

/// The gaps in the corpus of a variant.
fn gaps(audit: &Audit, text: &mut String) {
    let variant = audit.variant;
    for row in audit.clauses.iter().filter(|row| !row.is_covered()) {
        let what = if row.cases.is_empty() {
            "no case that cites it exercises it"
        } else if row.can.allows && !row.acts.allows {
            "no case that cites it shows a move it allows"
        } else {
            "no case that cites it shows a move it forbids"
        };
        push(text, &sanitise(&format!("{variant}  clause {}: {what}", row.clause)));
    }
    let missing: Vec<_> =
        audit.classes.missing.iter().map(|one| (one.class.as_str(), one.vfen.as_str())).collect();
    list(text, &format!("{variant}  class in no list"), &missing);
    let bare = audit.fields.iter().filter(|row| !row.has_case());
    let bare: Vec<_> = bare
        .map(|row| {
            let name = format!("{} after {} by {}", row.field, row.effect, row.side);
            (name, row.vfen.as_deref().unwrap_or("-"))
        })
        .collect();
    let bare: Vec<_> = bare.iter().map(|(name, vfen)| (name.as_str(), *vfen)).collect();
    list(text, &format!("{variant}  field without a case in the smoke tier"), &bare);
    let alive: Vec<_> = audit
        .mutants
        .iter()
        .filter(|row| row.is_alive())
        .map(|row| (row.title.as_str(), row.vfen.as_deref().unwrap_or("-")))
        .collect();
    list(text, &format!("{variant}  alive"), &alive);
    for row in &audit.mutants {
        if let (None, Some(reason)) = (&row.killed, row.explained) {
            push(text, &sanitise(&format!("{variant}  explained: {}: {reason}", row.title)));
        }
    }
    for title in &audit.stale {
        push(
            text,
            &sanitise(&format!(
                "{variant}  stale explanation (noticed, not a mutant, or a clause that acts): {title}"
            )),
        );
    }
    let unseen = audit.equivalent.len();
    if unseen > 0 {
        push(text, &format!("{variant}  {unseen} generated mutants change nothing in any sampled position"));
    }
}

/// The first entries of a list with their positions, and the number of further ones.
fn list(text: &mut String, what: &str, entries: &[(&str, &str)]) {
    for (name, vfen) in entries.iter().take(MAX_LISTED) {
        push(text, &sanitise(&format!("{what}: {name}  at {vfen}")));
    }
    if entries.len() > MAX_LISTED {
        push(text, &format!("{what}: {} more; --format json names all", entries.len() - MAX_LISTED));
    }
}

fn push(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("writing to a string cannot fail");
}

fn percent(part: usize, whole: usize) -> String {
    // Rounded down, so that 100 % means all.
    let share = (part * 10_000).checked_div(whole);
    share.map_or_else(|| "-".into(), |share| format!("{:.2} %", share as f64 / 100.0))
}

/// The audit as an HTML page, with every clause, missing class and mutant.
#[must_use]
pub fn audit_page(audits: &[Audit]) -> String {
    let kinds: Vec<_> = by_kind(audits);
    page::render(include_str!("audit.html"), minijinja::context! { audits, kinds })
}
