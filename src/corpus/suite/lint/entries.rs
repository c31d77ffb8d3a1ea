//! Rules about positions, cases, bugs and choices of cases as entries of files: their ids, their order, and that none says what
//! another says.

use super::Report;
use super::files::{Entry, File, Files, each};
use crate::game::variant::VariantId;
use std::collections::HashMap;
use std::hash::Hash;

/// Checks ids and order, then looks for entries that say the same.
pub(super) fn check(files: &Files, report: &mut Report) {
    ids(&files.positions, report);
    ids(&files.suites, report);
    ids(&files.bugs, report);
    ids(&files.smoke, report);
    twins(
        &files.positions,
        |file, position| (file.variant, &position.vfen),
        "has the same VFEN",
        "one position, used by all cases that need it",
        report,
    );
    twins(
        &files.suites,
        |file, case| (file.variant, &case.position, &case.moves, &case.checks),
        "has the same position, line and checks",
        "one case, tagged with all its clauses",
        report,
    );
}

/// Ids are of the file's variant, unique over all files or all of the variant, and sorted within one.
fn ids<T: Entry>(files: &[File<T>], report: &mut Report) {
    let mut owners: HashMap<(Option<VariantId>, &str), &str> = HashMap::new();
    for file in files.iter().filter(|file| file.is_linted) {
        let mut before = "";
        for entry in &file.entries {
            let id = entry.id();
            let demanded = entry.prefix(file.variant);
            let prefix = id.split_once('/').map(|(prefix, _)| prefix);
            if demanded.is_some() && prefix.is_some_and(|prefix| prefix != file.variant.name()) {
                let expected = format!("`{}/`, the variant of the file", file.variant);
                report.add(&file.name, entry.subject(), "the id is of another variant".into(), expected);
            }
            if id < before {
                let problem = format!("stands after `{before}`");
                report.add(&file.name, entry.subject(), problem, "the entries sorted bytewise by id");
            }
            let scope = if demanded.is_some() { None } else { Some(file.variant) };
            if let Some(owner) = owners.get(&(scope, id)) {
                let problem = format!("the id is also in {owner}");
                report.add(&file.name, entry.subject(), problem, "an id of its own");
            }
            owners.entry((scope, id)).or_insert(&file.name);
            before = id;
        }
    }
}

/// Reports every entry with the key of an earlier one.
fn twins<'a, T: Entry, K: Eq + Hash>(
    files: &'a [File<T>],
    key: impl Fn(&'a File<T>, &'a T) -> K,
    problem: &str,
    expected: &str,
    report: &mut Report,
) {
    let mut seen = HashMap::new();
    for (file, entry) in each(files) {
        let first = seen.entry(key(file, entry)).or_insert(entry.id());
        // An id that is there twice is another rule's finding.
        if file.is_linted && *first != entry.id() {
            report.add(&file.name, entry.subject(), format!("`{first}` {problem}"), expected);
        }
    }
}
