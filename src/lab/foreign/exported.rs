//! The JSON of `vperft export`.

use super::{About, Entry, ForeignSuite, Form, Refusal, named_check};
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
    bugs: Vec<String>,
    checks: Vec<CheckEntry>,
}

#[derive(Deserialize)]
struct CheckEntry {
    check: String,
    expected: Value,
}

pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let file: File = serde_json::from_str(text).ok()?;
    let mut suite = ForeignSuite::new(Form::Exported);
    // The lines of the file are those of its layout; the number of the case is what a person can find.
    for (line, case) in (1..).zip(file.cases) {
        let mut entry = Entry::new(line, &case.vfen);
        let read: Result<Vec<_>, _> =
            case.checks.iter().map(|check| named_check::read(&check.check, &check.expected)).collect();
        match read {
            Ok(checks) => entry.add_checks(checks),
            Err(reason) => {
                suite.refusals.push(Refusal::new(line, format!("case `{}`: {reason}", case.id)));
                continue;
            }
        }
        entry.id = Some(case.id);
        entry.variant = Some(case.variant);
        entry.moves = case.line;
        entry.about = About {
            title: Some(case.title),
            position: Some(case.position),
            clauses: case.clauses,
            bugs: case.bugs,
        };
        suite.entries.push(entry);
    }
    Some(suite)
}
