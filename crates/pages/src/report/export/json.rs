//! Exports a JSON document with all data.

use serde_json::{Value, json};
use vperft::inner::corpus::check::SelectedCase;

/// The version of this format.
const FORMAT: u32 = 1;

/// The selected checks by case, with the version of the suite.
#[must_use]
pub fn json(version: Option<&str>, selected: &[SelectedCase<'_>]) -> Value {
    let cases = selected.iter().map(|item| {
        let checks = item.checks.iter().map(
            |check| json!({ "check": check.to_string(), "kind": check.kind(), "expected": check.expected }),
        );
        let case = item.case;
        json!({
            "variant": item.variant, "id": case.id, "title": case.title, "position": case.position,
            "vfen": item.vfen, "line": case.moves, "clauses": case.clauses, "bugs": case.bugs,
            "checks": checks.collect::<Value>(),
        })
    });
    json!({ "format": FORMAT, "suite_version": version, "cases": cases.collect::<Value>() })
}
