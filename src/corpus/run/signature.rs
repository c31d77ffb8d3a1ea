//! One number for all that came of a run.

use crate::corpus::check::CaseResult;
use crate::corpus::question::Verdict;
use crate::support::digest::Digest;
use std::fmt;

/// A digest of all that was counted and answered: of every check its case, its name, the nodes to be counted and its verdict.
///
/// Two runs with the same version of the suite have the same signature if all answers are the same. Times do not count,
/// nor does why there was no answer: such messages hold process ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(u128);

impl Signature {
    /// The signature of these results, in their order.
    #[must_use]
    pub fn of(results: &[CaseResult<'_>]) -> Self {
        let mut digest = Digest::default();
        for result in results {
            for one in &result.checks {
                digest.text(&result.case.id);
                digest.text(&one.check.to_string());
                digest.text(&one.check.nodes().to_string());
                digest.text(&answer(&one.verdict));
            }
        }
        Self(digest.number())
    }
}

/// What was answered. The form is that of the JSON of results.
fn answer(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Pass => "pass".into(),
        Verdict::OtherReason { actual, .. } => format!("other-reason {actual}"),
        Verdict::Fail { failure } => serde_json::to_string(failure).expect("a failure is texts and numbers"),
        Verdict::Error { kind, .. } => kind.to_string(),
        Verdict::Unsupported { .. } => "unsupported".into(),
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
