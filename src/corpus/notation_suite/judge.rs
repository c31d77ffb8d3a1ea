//! Whether an answer is what a case expects.

use super::{Answer, Case};
use std::collections::BTreeSet;

/// What came of one case in one dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer is the expected one.
    Passed,
    /// The answer differs, and how.
    Failed(String),
    /// The reader cannot answer, and why.
    Unsupported(String),
}

/// Compares an answer with a case.
pub fn judge(case: &Case, answer: &Answer) -> Outcome {
    if let Some(reason) = &answer.unsupported {
        return Outcome::Unsupported(reason.clone());
    }
    match (case.error, &answer.error) {
        (Some(column), Some(_)) if answer.column.is_none_or(|found| found == column) => {
            return Outcome::Passed;
        }
        (Some(column), Some(_)) => {
            let found = answer.column.unwrap_or_default();
            return Outcome::Failed(format!("an error in column {found}; expected it in column {column}"));
        }
        (Some(column), None) => {
            return Outcome::Failed(format!("no error; expected one in column {column}"));
        }
        (None, Some(error)) => return Outcome::Failed(format!("the error `{error}`; expected moves")),
        (None, None) => {}
    }
    let mut problems = Vec::new();
    let sets = [("moves", &case.moves, &answer.moves), ("captures", &case.captures, &answer.captures)];
    for (name, expected, found) in sets {
        let expected: BTreeSet<String> =
            expected.iter().flat_map(|text| text.split_whitespace()).map(sorted).collect();
        let Some(found) = found else {
            problems.push(format!("no {name} in the answer"));
            continue;
        };
        let found: BTreeSet<String> = found.iter().map(|text| sorted(text)).collect();
        let list = |one: &BTreeSet<String>, other: &BTreeSet<String>| {
            one.difference(other).cloned().collect::<Vec<_>>().join(" ")
        };
        let (missing, extra) = (list(&expected, &found), list(&found, &expected));
        if !missing.is_empty() {
            problems.push(format!("{name} without {missing}"));
        }
        if !extra.is_empty() {
            problems.push(format!("{name} with {extra} too many"));
        }
    }
    if problems.is_empty() { Outcome::Passed } else { Outcome::Failed(problems.join("; ")) }
}

/// A capture with the captured squares in one order.
fn sorted(text: &str) -> String {
    let mut parts = text.split('x');
    let to = parts.next().unwrap_or_default();
    let mut squares: Vec<&str> = parts.collect();
    squares.sort_unstable();
    std::iter::once(to).chain(squares).collect::<Vec<_>>().join("x")
}
