//! What came of the checks of a case.

use super::SelectedCase;
use crate::corpus::question::Verdict;
use crate::corpus::suite::{Bug, Case, Check};
use crate::game::variant::VariantId;
use std::time::Duration;

/// What came of the selected checks of a case.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CaseResult<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The case.
    pub case: &'a Case,
    /// The VFEN of its position.
    pub vfen: &'a str,
    /// The bugs it catches, the likeliest first.
    pub bugs: Vec<&'a Bug>,
    /// Every selected check with its verdict, in the order of the case; those that were made, if the run ended early.
    pub checks: Vec<CheckResult<'a>>,
}

/// What came of one check.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckResult<'a> {
    /// The check.
    pub check: &'a Check,
    /// Its verdict.
    pub verdict: Verdict,
    /// How long the backend took.
    pub time: Duration,
    /// Why it fails, where it is known to.
    pub known: Option<String>,
    /// Whose value is expected, where it is not that of the corpus.
    pub basis: Option<String>,
    /// The verdict of its rerun, if that says something else: the backend is flaky.
    pub rerun: Option<Verdict>,
}

impl<'a> CaseResult<'a> {
    /// The results of the checks that were selected of a case.
    #[must_use]
    pub fn new(item: &SelectedCase<'a>, checks: Vec<CheckResult<'a>>) -> Self {
        let SelectedCase { variant, case, vfen, ref bugs, .. } = *item;
        Self { variant, case, vfen, bugs: bugs.clone(), checks }
    }
}

impl<'a> CheckResult<'a> {
    /// A verdict on what the corpus expects, which nobody knew before.
    #[must_use]
    pub const fn new(check: &'a Check, verdict: Verdict, time: Duration) -> Self {
        Self { check, verdict, time, known: None, basis: None, rerun: None }
    }

    /// Whether it is to be told: a failure that nobody knew of.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        self.known.is_none() && self.verdict.is_failure()
    }
}
