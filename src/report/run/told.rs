//! Errors that are alike: each is told in full once, and the others refer to it.

use crate::corpus::check::{CaseResult, CheckResult};
use crate::corpus::failure::details;
use crate::corpus::question::{ErrorKind, Verdict};
use crate::corpus::run::error_core;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The most characters of the name of a check on a line: it may hold a position.
pub(crate) const LONGEST_NAME: usize = 30;

/// A text, cut if it is longer.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect(),
    }
}

/// The errors that were told, each with the check where it was: the others of the same words refer to that.
#[derive(Default)]
pub(crate) struct Told(RefCell<BTreeMap<(ErrorKind, String), String>>);

impl Told {
    /// What differs in a check, a line each.
    pub fn details(&self, result: &CaseResult<'_>, one: &CheckResult<'_>) -> Vec<String> {
        match (&one.verdict, self.before(result, one)) {
            (Verdict::Error { kind, .. }, Some(before)) => vec![format!("error    {kind}, as in {before}")],
            (verdict, _) => details(verdict),
        }
    }

    /// The check where the same error was told before; none if it is told here, or this is no error.
    pub fn before(&self, result: &CaseResult<'_>, one: &CheckResult<'_>) -> Option<String> {
        let Verdict::Error { kind, message } = &one.verdict else { return None };
        let place = format!("{} {}", result.case.id, cut(&one.check.to_string(), LONGEST_NAME));
        let mut told = self.0.borrow_mut();
        let first = told.entry((*kind, error_core(message).to_owned())).or_insert_with(|| place.clone());
        (*first != place).then(|| first.clone())
    }
}
