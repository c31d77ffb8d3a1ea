//! Rules about the dictionaries of bugs and the tags of cases. Whether the position of a bug can be drawn
//! follows from the rule that every position is readable.

use super::files::{Entry, Files, each, linted};
use super::{Report, Subject};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use vperft::inner::game::variant::VariantId;

/// Checks that every tag is in the dictionary of its variant, and that every entry has a case and an
/// explanation.
pub(super) fn check(files: &Files, report: &mut Report) {
    let known: BTreeSet<(VariantId, &str)> =
        each(&files.bugs).map(|(file, bug)| (file.variant, bug.id.as_str())).collect();
    let mut cases = HashMap::new();
    let mut carried = BTreeSet::new();
    for (file, case) in each(&files.suites) {
        cases.entry(case.id.as_str()).or_insert((file.variant, case));
        for id in &case.bugs {
            carried.insert((file.variant, id.as_str()));
            if file.is_linted && files.is_complete && !known.contains(&(file.variant, id)) {
                let expected =
                    format!("an id from {}", Path::new(&file.name).with_file_name("bugs.json").display());
                report.add(&file.name, case.subject(), format!("unknown bug `{id}`"), expected);
            }
        }
    }
    let mut owners: HashMap<VariantId, &str> = HashMap::new();
    for file in files.bugs.iter().filter(|file| file.is_linted) {
        if let Some(owner) = owners.insert(file.variant, &file.name) {
            let problem = format!("{owner} is already the dictionary of {}", file.variant);
            report.add(&file.name, Subject::File, problem, "one dictionary per variant");
        }
    }
    for (file, bug) in linted(&files.bugs) {
        let sentences = sentences(&bug.text);
        if sentences != 2 {
            let problem = format!("the text has {sentences} sentences");
            report.add(&file.name, bug.subject(), problem, "two: what goes wrong, and how it shows");
        }
        if !files.is_complete {
            continue;
        }
        if !carried.contains(&(file.variant, &bug.id)) {
            report.add(&file.name, bug.subject(), "no case carries it".into(), "a case, or remove the bug");
        } else if let Some((problem, expected)) = bug.case_problem(file.variant, cases.get(bug.case.as_str()))
        {
            report.add(&file.name, bug.subject(), problem, expected);
        }
    }
}

/// Counts the sentences: each ends before a space and a capital letter, or at the end of the text.
fn sentences(text: &str) -> usize {
    let ends = text.match_indices(['.', '?', '!']).filter(|(start, end)| {
        let rest = text[start + end.len()..].trim_start_matches([')', '"', '`', '\'']);
        let next = rest.strip_prefix(' ').map(|rest| rest.trim_start_matches(['(', '"', '`', '\'']));
        rest.is_empty() || next.is_some_and(|next| next.starts_with(char::is_uppercase))
    });
    ends.count()
}
