//! Lint: finds mistakes in corpus files that no check would reveal.
//!
//! Invariants: every readable file is linted, even after a broken one. Findings are sorted by file, then by
//! file, position, case or bug, then by rule. The JSON Schemas state everything they can; the rules here
//! relate entries and files, or need a backend. Lint knows no rule of a variant: it asks a backend whether a
//! VFEN is canonical and a line legal. It never checks expected values.

mod bugs;
mod changelog;
mod entries;
mod files;
mod fix;
mod games;
mod links;
mod schema;
mod smoke;
mod sources;
mod tables;
mod values;

#[cfg(test)]
mod tests;

pub use fix::{Fix, fixes};

use files::Files;
use serde::Serialize;
use std::fmt;
use vperft::inner::backend::Backend;
use vperft::inner::corpus::suite::{CorpusError, Source};
use vperft::inner::game::variant::VariantId;

/// The findings about a corpus.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The number of files.
    #[serde(skip)]
    pub files: usize,
    /// What is wrong.
    pub findings: Vec<Finding>,
    /// The kinds of checks of cases whose values rest on the backend `data` alone.
    pub resting_on_data: usize,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The file.
    pub file: String,
    /// The part of the file.
    pub subject: Subject,
    /// What is wrong.
    pub problem: String,
    /// What was expected.
    pub expected: String,
}

/// The part of a file that a finding is about.
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

/// Lints every file of the corpus. `backend` reads VFENs and plays lines. `built_in` lists the backends
/// available to confirm values, each with identity and variants.
///
/// # Errors
/// Returns an error if a file cannot be read. A malformed file is a finding.
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
    // The sort is stable: findings about one subject keep the order of the rules.
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
