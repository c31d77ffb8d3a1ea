//! Rules about the references of cases: positions and clauses.

use super::Report;
use super::files::{Entry, Files, each, linted};
use std::collections::HashSet;
use vperft::inner::corpus::suite::Case;
use vperft::inner::corpus::suite::corpus::start_hint;
use vperft::inner::game::variant::{Clause, VariantId};

/// Checks that every reference exists in the variant, and that every position is used.
pub(super) fn check(files: &Files, report: &mut Report) {
    let positions = files.by_id();
    let mut used = HashSet::new();
    used.extend(each(&files.suites).map(|(_, case)| case.position.as_str()));
    for (file, case) in linted(&files.suites) {
        let position = &case.position;
        match positions.get(position.as_str()) {
            Some((owner, _)) if *owner != file.variant => {
                let problem = format!("position `{position}` belongs to {owner}");
                report.add(&file.name, case.subject(), problem, format!("a position of {}", file.variant));
            }
            None if files.is_complete => {
                let start = start_hint(file.variant, position);
                let problem = format!("position `{position}` does not exist{start}");
                report.add(&file.name, case.subject(), problem, "the id of a position");
            }
            _ => {}
        }
        clauses(&file.name, file.variant, case, report);
    }
    for (file, position) in linted(&files.positions) {
        if files.is_complete && !used.contains(position.id.as_str()) {
            report.add(
                &file.name,
                position.subject(),
                "no case uses it".into(),
                "a case, or remove the position",
            );
        }
    }
}

fn clauses(file: &str, variant: VariantId, case: &Case, report: &mut Report) {
    for id in &case.clauses {
        let problem = match id.parse::<Clause>() {
            Err(error) => error.to_string(),
            Ok(clause) => match clause.variant() {
                Some(owner) if owner != variant => format!("clause `{id}` belongs to {owner}"),
                _ => continue,
            },
        };
        report.add(file, case.subject(), problem, format!("a clause of {variant} or a shared one (GEN)"));
    }
}
