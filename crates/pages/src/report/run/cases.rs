//! Lists of cases.

use crate::report::table::{fitted, table};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use vperft::inner::corpus::check::SelectedCase;
use vperft::inner::corpus::suite::{Corpus, Tier};
use vperft::inner::game::perft::Count;
use vperft::inner::support::plural::plural;
use vperft::inner::support::sanitise::sanitise;
use vperft_run::order_of;

/// The cases with titles, clauses and the tiers of their selected checks, and the totals.
#[must_use]
pub fn cases(selected: &[SelectedCase<'_>]) -> String {
    let mut text = String::new();
    for item in selected {
        let tiers: Vec<_> = tiers(item).iter().map(ToString::to_string).collect();
        let case = item.case;
        for line in [
            format!("{}  {}", case.id, case.title),
            format!("  clauses  {}", case.clauses.join(" ")),
            format!("  tiers    {}", tiers.join(" ")),
        ] {
            text += &format!("{}\n", sanitise(&line));
        }
    }
    let checks: usize = selected.iter().map(|item| item.checks.len()).sum();
    text + &format!("\n{}, {}\n", plural(selected.len(), "case"), plural(checks, "check"))
}

/// The order in which the pieces and fields of the cases are best added to rules code, a line a step.
#[must_use]
pub fn order(selected: &[SelectedCase<'_>], width: usize) -> String {
    let mut table = table(&["variant", "add", "clauses"], &["cases"]);
    for step in order_of(selected) {
        let clauses: Vec<_> = step.clauses.into_iter().collect();
        let cells = [
            step.variant.name().to_owned(),
            step.needs.join(", "),
            clauses.join(" "),
            step.cases.to_string(),
        ];
        table.add_row(cells);
    }
    format!("{}\n", fitted(table, width))
}

/// The cases with everything they can be selected by, as in `docs/cases.schema.json`.
#[must_use]
pub fn cases_as_json(corpus: &Corpus, selected: &[SelectedCase<'_>]) -> Value {
    let cases = selected.iter().map(|item| {
        let case = item.case;
        let checks = item.checks.iter().map(|check| {
            let mut value = json!({ "check": check.to_string(), "tier": case.tier(check) });
            if check.question.is_count() {
                value["nodes"] = json!(Count(check.nodes()));
            }
            value
        });
        json!({
            "variant": item.variant, "id": case.id, "title": case.title, "position": case.position,
            "origin": corpus.origin(case), "clauses": case.clauses, "bugs": case.bugs, "tiers": tiers(item),
            "checks": checks.collect::<Value>(),
        })
    });
    json!({ "suite_version": corpus.version, "cases": cases.collect::<Value>(), "order": order_of(selected) })
}

/// The tiers of the selected checks of a case, the cheapest first.
fn tiers(item: &SelectedCase<'_>) -> BTreeSet<Tier> {
    item.checks.iter().map(|check| item.case.tier(check)).collect()
}
