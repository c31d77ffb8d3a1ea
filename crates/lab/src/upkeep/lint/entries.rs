//! Rules about the entries of files: their ids, their order, and duplicates.

use super::Report;
use super::files::{Entry, File, Files, each};
use std::collections::HashMap;
use std::hash::Hash;
use vperft::inner::game::variant::VariantId;

/// Checks ids and order, then looks for entries with the same content.
pub(super) fn check(files: &Files, report: &mut Report) {
    ids(&files.positions, true, report);
    ids(&files.suites, true, report);
    ids(&files.bugs, true, report);
    // These are in the order of worth.
    ids(&files.smoke, false, report);
    duplicates(
        &files.positions,
        |file, position| (file.variant, &position.vfen),
        "has the same VFEN",
        "one position, used by all cases that need it",
        report,
    );
    duplicates(
        &files.suites,
        |file, case| (file.variant, &case.position, &case.moves, &case.checks),
        "has the same position, line and checks",
        "one case, tagged with all its clauses",
        report,
    );
}

/// Checks that ids belong to the file's variant, are unique in their scope, and where they should be sorted within a file.
fn ids<T: Entry>(files: &[File<T>], is_sorted: bool, report: &mut Report) {
    let mut owners: HashMap<(Option<VariantId>, &str), &str> = HashMap::new();
    for file in files.iter().filter(|file| file.is_linted) {
        let mut before = "";
        for entry in &file.entries {
            let id = entry.id();
            let prefix_variant = entry.prefix(file.variant);
            let prefix = id.split_once('/').map(|(prefix, _)| prefix);
            if prefix_variant.is_some() && prefix.is_some_and(|prefix| prefix != file.variant.name()) {
                let expected = format!("`{}/`, the variant of the file", file.variant);
                report.add(&file.name, entry.subject(), "the id belongs to another variant".into(), expected);
            }
            if is_sorted && id < before {
                let problem = format!("comes after `{before}`");
                report.add(&file.name, entry.subject(), problem, "the entries sorted bytewise by id");
            }
            let scope = if prefix_variant.is_some() { None } else { Some(file.variant) };
            if let Some(owner) = owners.get(&(scope, id)) {
                let problem = format!("the id is also in {owner}");
                report.add(&file.name, entry.subject(), problem, "an id of its own");
            }
            owners.entry((scope, id)).or_insert(&file.name);
            before = id;
        }
    }
}

/// Reports every entry with the same key as an earlier one.
fn duplicates<'a, T: Entry, K: Eq + Hash>(
    files: &'a [File<T>],
    key: impl Fn(&'a File<T>, &'a T) -> K,
    problem: &str,
    expected: &str,
    report: &mut Report,
) {
    let mut seen = HashMap::new();
    for (file, entry) in each(files) {
        let first = seen.entry(key(file, entry)).or_insert(entry.id());
        // Another rule reports a duplicate id.
        if file.is_linted && *first != entry.id() {
            report.add(&file.name, entry.subject(), format!("`{first}` {problem}"), expected);
        }
    }
}
