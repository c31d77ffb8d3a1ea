//! The JSON of `vperft export`.

use super::entry::{About, Collector, Entry, Place};
use super::named_check;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct File {
    cases: Vec<CaseEntry>,
}

#[derive(Deserialize)]
struct CaseEntry {
    variant: String,
    id: String,
    title: String,
    position: String,
    vfen: String,
    line: Vec<String>,
    clauses: Vec<String>,
    checks: Vec<CheckEntry>,
}

#[derive(Deserialize)]
struct CheckEntry {
    check: String,
    expected: Value,
}

/// Reads an export. Returns whether the text is one.
pub(super) fn read_export(text: &str, collector: &mut Collector<'_>) -> bool {
    if !text.trim_start().starts_with('{') {
        return false;
    }
    let Ok(file) = serde_json::from_str::<File>(text) else { return false };
    for (index, case) in file.cases.into_iter().enumerate() {
        let place = Place { line: 0, path: format!("cases[{index}]") };
        let mut entry = Entry::new(place.clone(), &case.vfen);
        let checks = case.checks.iter().map(|check| named_check::parse_check(&check.check, &check.expected));
        let checks = checks.collect::<Result<Vec<_>, _>>().and_then(|checks| {
            let numbers = checks.iter().filter(|(query, _)| query.is_count()).count();
            checks.into_iter().try_for_each(|check| entry.add_check(check)).map(|()| numbers)
        });
        match checks {
            Ok(numbers) => collector.suite.numbers += numbers,
            Err(reason) => {
                collector.refuse(&place, &case.id, reason);
                continue;
            }
        }
        entry.id = Some(case.id);
        entry.variant = Some(case.variant);
        entry.moves = case.line;
        entry.about = About { title: Some(case.title), position: Some(case.position), clauses: case.clauses };
        collector.add(entry);
    }
    true
}
