//! Rules about the selections for the smoke tier.

use super::files::{Entry, Files, each};
use super::{Report, Subject};
use std::collections::{HashMap, HashSet};

/// Checks that each variant has one selection, and that it names cases of the variant.
pub(super) fn check(files: &Files, report: &mut Report) {
    let cases: HashSet<_> =
        each(&files.suites).map(|(file, case)| (file.variant, case.id.as_str())).collect();
    let mut owners = HashMap::new();
    for file in &files.smoke {
        if let Some(owner) = owners.insert(file.variant, &file.name) {
            let problem = format!("{owner} already selects the smoke tier of {}", file.variant);
            report.add(&file.name, Subject::File, problem, "one selection per variant");
        }
        let unknown = file.entries.iter().filter(|id| !cases.contains(&(file.variant, id.as_str())));
        for id in unknown.filter(|_| files.is_complete) {
            let expected = format!("the id of a case of {}", file.variant);
            report.add(&file.name, id.subject(), "does not exist".into(), expected);
        }
    }
}
