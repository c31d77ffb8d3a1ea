//! Reads a file of expectations.

use super::FailureKind;
use serde::Deserialize;
use serde_spanned::Spanned;
use std::ops::Range;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::suggest::did_you_mean;
use wildmatch::WildMatch;

/// A file of expectations.
#[derive(Clone, Debug)]
pub struct Expectations {
    /// The file name, for messages.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) backend: Option<Spanned<String>>,
    pub(super) entries: Vec<Expectation>,
}

/// One known failure.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// A pattern for case ids, with `*` and `?`.
    pub(super) case: Spanned<String>,
    /// A pattern for the names of checks; `None` matches every check.
    pub(super) check: Option<Spanned<String>>,
    /// How the checks fail.
    pub verdict: FailureKind,
    /// Patterns for the moves that differ in this way; `None` matches any moves.
    pub(super) moves: Option<Spanned<Vec<String>>>,
    /// The reason.
    pub reason: String,
    /// A link to more information.
    #[serde(rename = "issue")]
    _issue: Option<String>,
    /// The version of the backend in which the failure was first seen.
    #[serde(rename = "since")]
    _since: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    backend: Option<Spanned<String>>,
    #[serde(default)]
    expect: Vec<Expectation>,
}

/// An error in a file of expectations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct ExpectError {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The problem and what was expected.
    pub message: String,
}

impl Expectation {
    /// The pattern for case ids.
    #[must_use]
    pub fn case(&self) -> &str {
        self.case.get_ref()
    }

    /// The pattern for the names of checks.
    #[must_use]
    pub fn check(&self) -> Option<&str> {
        self.check.as_ref().map(|check| check.get_ref().as_str())
    }

    /// The patterns for the moves that differ.
    #[must_use]
    pub fn moves(&self) -> Option<&[String]> {
        self.moves.as_ref().map(|moves| moves.get_ref().as_slice())
    }

    /// Whether the entry covers this part of a verdict. If it lists moves, a pattern must match every
    /// differing move, and every move listed in full must differ.
    pub(super) fn covers(&self, word: FailureKind, verdict: &Verdict) -> bool {
        self.covers_moves(word, word.moves(verdict).unwrap_or_default())
    }

    /// Like [`covers`](Self::covers), given the moves that differ in this way.
    pub(super) fn covers_moves(&self, word: FailureKind, moves: &[String]) -> bool {
        self.verdict.covers(word)
            && self.moves().is_none_or(|patterns| {
                let fits =
                    |text: &String| patterns.iter().any(|pattern| WildMatch::new(pattern).matches(text));
                let occurs = |pattern: &String| pattern.contains(['*', '?']) || moves.contains(pattern);
                !moves.is_empty() && moves.iter().all(fits) && patterns.iter().all(occurs)
            })
    }

    /// Whether the entry is about a check of a case.
    pub(super) fn is_about(&self, case: &str, check: &str) -> bool {
        WildMatch::new(self.case()).matches(case)
            && self.check().is_none_or(|pattern| WildMatch::new(pattern).matches(check))
    }
}

impl Expectations {
    /// Parses the text of a file with this name.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML or contains anything but expectations.
    pub fn parse(name: &str, text: &str) -> Result<Self, ExpectError> {
        let file = Self { name: name.to_owned(), text: text.to_owned(), backend: None, entries: Vec::new() };
        let read = toml_edit::de::from_str(text);
        let File { backend, expect } = read.map_err(|error: toml_edit::de::Error| {
            let message = error.message().trim().replace('\n', ", ");
            file.error(&error.span().unwrap_or_default(), message)
        })?;
        for entry in &expect {
            if entry.reason.trim().is_empty() {
                let message = format!("`{}`: expected a reason that is not empty", entry.case());
                return Err(file.error(&entry.case.span(), message));
            }
            if let Some(moves) = entry.moves.as_ref().filter(|_| !entry.verdict.may_name_moves()) {
                let verdict = entry.verdict;
                let message = format!(
                    "moves are named with `missing`, `extra` or `duplicate` only, not with `{verdict}`"
                );
                return Err(file.error(&moves.span(), message));
            }
        }
        Ok(Self { backend, entries: expect, ..file })
    }

    /// An empty file for a backend with this name.
    #[must_use]
    pub fn empty(name: &str, backend: &str) -> Self {
        let backend = toml_edit::Value::from(backend);
        let text = format!("# Failures that are known.\nbackend = {backend}\n");
        Self { name: name.to_owned(), text, backend: None, entries: Vec::new() }
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its entries.
    #[must_use]
    pub fn entries(&self) -> &[Expectation] {
        &self.entries
    }

    /// The line of an entry, from 1: the line of its pattern for case ids.
    #[must_use]
    pub fn line(&self, entry: &Expectation) -> usize {
        self.place(&entry.case.span()).0
    }

    /// The name that stands for all positions that `vperft fuzz` compares, after the variant, in place of a
    /// case id.
    pub const COMPARED: &'static str = "fuzz";

    /// Checks that the file is for a backend with this identity.
    ///
    /// # Errors
    /// Returns an error if it is for another backend.
    pub fn validate_backend(&self, identity: &str) -> Result<(), ExpectError> {
        let name = identity.split('@').next().unwrap_or_default();
        match &self.backend {
            Some(backend) if backend.get_ref() != name => {
                let other = backend.get_ref();
                let message = format!("these are for the backend `{other}`; this one is `{name}`");
                Err(self.error(&backend.span(), message))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the file is for a backend with this identity, and that every entry matches checks of the
    /// corpus or the positions that `vperft fuzz` compares.
    ///
    /// # Errors
    /// Returns an error if it is for another backend, or a pattern matches nothing.
    pub fn validate(&self, identity: &str, corpus: &Corpus) -> Result<(), ExpectError> {
        self.validate_backend(identity)?;
        for entry in &self.entries {
            let pattern = WildMatch::new(entry.case());
            if VariantId::all().iter().any(|id| entry.case() == format!("{id}/{}", Self::COMPARED)) {
                continue;
            }
            let mut cases = corpus.cases.iter().filter(|(_, case)| pattern.matches(&case.id)).peekable();
            if cases.peek().is_none() {
                let ids = corpus.cases.iter().map(|(_, case)| case.id.as_str());
                let hint = did_you_mean(entry.case(), ids);
                let message = format!("`{}` matches no case of the corpus{hint}", entry.case());
                return Err(self.error(&entry.case.span(), message));
            }
            let Some(check) = &entry.check else { continue };
            let pattern = WildMatch::new(check.get_ref());
            if !cases.any(|(_, case)| case.list().any(|check| pattern.matches(&check.to_string()))) {
                let message = format!("`{}` matches no check of `{}`", check.get_ref(), entry.case());
                return Err(self.error(&check.span(), message));
            }
        }
        Ok(())
    }

    /// Makes an error at a span of the text.
    pub(super) fn error(&self, span: &Range<usize>, message: String) -> ExpectError {
        let (line, column) = self.place(span);
        ExpectError { file: self.name.clone(), line, column, message }
    }

    /// The line and column of the start of a span, both from 1.
    fn place(&self, span: &Range<usize>) -> (usize, usize) {
        let before = self.text.get(..span.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}
