//! Rules about where expected values come from.

use super::files::{Entry, Files, each};
use super::{Report, Unconfirmed};
use crate::suite::Kind;
use std::collections::BTreeSet;

/// Checks that exactly the kinds a case uses have their provenance, and lists those that rest on one source.
pub(super) fn check(files: &Files, report: &mut Report) {
    for (file, case) in each(&files.suites) {
        let used: BTreeSet<Kind> = case.list().map(|check| check.kind()).collect();
        for kind in &used {
            match case.provenance.get(kind) {
                None => {
                    let problem = format!("`{kind}` has no provenance");
                    report.add(&file.name, case.subject(), problem, "a source of every kind of check");
                }
                Some(sources) if !confirmed(sources) => report.unconfirmed.push(Unconfirmed {
                    file: file.name.clone(),
                    case: case.id.clone(),
                    kind: *kind,
                    sources: sources.clone(),
                }),
                Some(_) => {}
            }
        }
        for kind in case.provenance.keys().filter(|kind| !used.contains(kind)) {
            let problem = format!("there is provenance of `{kind}`, but no such check");
            report.add(&file.name, case.subject(), problem, "provenance of the kinds in use only");
        }
    }
}

/// Whether two different sources agree. Two versions of a backend are one source: the later inherits the
/// faults of the earlier.
fn confirmed(sources: &[String]) -> bool {
    let names: BTreeSet<_> = sources.iter().map(|source| source.split('@').next()).collect();
    names.len() > 1
}
