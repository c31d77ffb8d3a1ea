//! Prints each error in full once; later ones with the same words refer to the first.

use std::cell::RefCell;
use std::collections::BTreeMap;
use vperft::inner::corpus::check::{CaseResult, CheckResult};
use vperft::inner::corpus::failure::details;
use vperft::inner::corpus::question::{ErrorKind, Verdict};
use vperft_run::error_key;

/// The most characters of a check name on a line, since it may contain a position.
pub(crate) const MAX_CHECK_NAME: usize = 30;

/// Shortens a text that is longer than `most` characters.
pub(crate) fn truncate(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect(),
    }
}

/// The errors printed so far, each with the check in which it occurred first.
#[derive(Default)]
pub(crate) struct ReportedErrors(RefCell<BTreeMap<(ErrorKind, String), String>>);

impl ReportedErrors {
    /// The failure of a check, one entry per line.
    pub fn details(&self, result: &CaseResult<'_>, one: &CheckResult<'_>) -> Vec<String> {
        match (&one.verdict, self.first_occurrence(result, one)) {
            (Verdict::Error { kind, .. }, Some(before)) => vec![format!("error    {kind}, as in {before}")],
            (verdict, _) => details(verdict),
        }
    }

    /// The check in which the same error occurred first; `None` if it is this one, or if this is not an error.
    pub fn first_occurrence(&self, result: &CaseResult<'_>, one: &CheckResult<'_>) -> Option<String> {
        let Verdict::Error { kind, message } = &one.verdict else { return None };
        let place = format!("{} {}", result.case.id, truncate(&one.check.to_string(), MAX_CHECK_NAME));
        let mut reported = self.0.borrow_mut();
        let first = reported.entry((*kind, error_key(message))).or_insert_with(|| place.clone());
        (*first != place).then(|| first.clone())
    }
}
