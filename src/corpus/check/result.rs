//! The results of the checks of one case.

use super::SelectedCase;
use crate::corpus::question::Verdict;
use crate::corpus::suite::{Bug, Case, Check};
use crate::game::variant::VariantId;
use std::time::Duration;

/// The results of the selected checks of a case.
#[derive(Clone, Debug)]
pub struct CaseResult<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The case.
    pub case: &'a Case,
    /// The VFEN of its position.
    pub vfen: &'a str,
    /// The bugs the case catches, the likeliest first.
    pub bugs: Vec<&'a Bug>,
    /// The selected checks with their verdicts, in the order of the case. If the run ended early, only the
    /// checks that were made.
    pub checks: Vec<CheckResult<'a>>,
}

/// The result of one check.
#[derive(Clone, Debug)]
pub struct CheckResult<'a> {
    /// The check.
    pub check: &'a Check,
    /// Its verdict.
    pub verdict: Verdict,
    /// How long the backend took.
    pub time: Duration,
    /// The reason given for the failure, if it is a known failure.
    pub known: Option<String>,
    /// The source of the expected value, if it is not the corpus.
    pub basis: Option<String>,
    /// The verdict of the rerun, if it differs: the backend is flaky.
    pub rerun: Option<Verdict>,
}

impl<'a> CaseResult<'a> {
    /// The results of the selected checks of a case.
    #[must_use]
    pub fn new(item: &SelectedCase<'a>, checks: Vec<CheckResult<'a>>) -> Self {
        let SelectedCase { variant, case, vfen, ref bugs, .. } = *item;
        Self { variant, case, vfen, bugs: bugs.clone(), checks }
    }
}

impl<'a> CheckResult<'a> {
    /// A result that is not a known failure and is judged against the corpus.
    #[must_use]
    pub const fn new(check: &'a Check, verdict: Verdict, time: Duration) -> Self {
        Self { check, verdict, time, known: None, basis: None, rerun: None }
    }

    /// Whether the check failed and is not a known failure.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        self.known.is_none() && self.verdict.is_failure()
    }
}
