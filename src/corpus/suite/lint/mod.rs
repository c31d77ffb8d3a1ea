//! Lint: everything about the corpus files that can be wrong without any check failing.
//!
//! Invariants: every file that can be read is looked at, also after a broken one; findings come by file, then file, position
//! case or bug, then rule, so that two runs say the same. What a JSON Schema can say is said there only; the
//! rules here are about what lies between entries and files, or needs a backend. Lint knows no rule of a
//! variant: whether a VFEN is canonical and a line legal it asks, and whether the expected values are right
//! it never asks.

mod bugs;
mod changelog;
mod entries;
mod files;
mod links;
mod schema;
mod smoke;
mod sources;
mod tables;
mod values;

#[cfg(test)]
mod tests;

use super::{CorpusError, Source};
use crate::backend::Backend;
use crate::game::variant::VariantId;
use files::Files;
use serde::Serialize;
use std::fmt;

/// What lint has to say about a corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// How many files there were.
    #[serde(skip)]
    pub files: usize,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file.
    pub file: String,
    /// What in the file.
    pub subject: Subject,
    /// What is wrong.
    pub problem: String,
    /// What was expected.
    pub expected: String,
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", content = "id", rename_all = "lowercase")]
pub enum Subject {
    /// The file as a whole.
    File,
    /// The position with this id.
    Position(String),
    /// The case with this id.
    Case(String),
    /// The bug with this id.
    Bug(String),
}

/// Looks at every file of the corpus; VFENs and lines are put to the backend. `built_in` are the backends
/// that are at hand to confirm values: the identity and the variants of each.
///
/// # Errors
/// If a file cannot be read. A file that is read but malformed is a finding.
pub fn lint(
    source: &Source,
    backend: &mut dyn Backend,
    built_in: &[(String, Vec<VariantId>)],
) -> Result<Report, CorpusError> {
    let mut report = Report::default();
    let files = Files::load(source, &mut report)?;
    changelog::check(source, &mut report)?;
    tables::check(source, &mut report)?;
    entries::check(&files, &mut report);
    links::check(&files, &mut report);
    bugs::check(&files, &mut report);
    smoke::check(&files, &mut report);
    sources::check(&files, built_in, &mut report);
    values::check(&files, backend, &mut report);
    // The sort is stable, so that the findings about one subject keep the order of the rules.
    report.findings.sort_by(|one, other| (&one.file, &one.subject).cmp(&(&other.file, &other.subject)));
    Ok(report)
}

impl Report {
    fn add(&mut self, file: &str, subject: Subject, problem: String, expected: impl Into<String>) {
        self.findings.push(Finding { file: file.to_owned(), subject, problem, expected: expected.into() });
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, subject, problem, expected } = self;
        match subject {
            Subject::File => write!(f, "{file}: {problem}; expected {expected}"),
            Subject::Position(id) => write!(f, "{file}: position `{id}`: {problem}; expected {expected}"),
            Subject::Case(id) => write!(f, "{file}: case `{id}`: {problem}; expected {expected}"),
            Subject::Bug(id) => write!(f, "{file}: bug `{id}`: {problem}; expected {expected}"),
        }
    }
}
