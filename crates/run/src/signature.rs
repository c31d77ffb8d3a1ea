//! A digest of the results of a run.

use std::fmt;
use vperft::inner::corpus::check::CaseResult;
use vperft::inner::corpus::question::Verdict;
use vperft::inner::support::digest::Digest;

/// A digest of all counts and answers: for every check its case, name, expected nodes and verdict.
///
/// Two runs of the same suite version have the same signature if all answers are the same. Times and error
/// messages are left out, because messages contain process ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSignature(u128);

impl RunSignature {
    /// Computes the signature of results in their order.
    #[must_use]
    pub fn from_results(results: &[CaseResult<'_>]) -> Self {
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

/// The answer as text, in the form of the JSON results.
fn answer(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Pass => "pass".into(),
        Verdict::OtherReason { actual, .. } => format!("other-reason {actual}"),
        Verdict::Fail { failure } => serde_json::to_string(failure).expect("a failure is texts and numbers"),
        Verdict::Error { kind, .. } => kind.to_string(),
        Verdict::Unsupported { .. } => "unsupported".into(),
    }
}

impl fmt::Display for RunSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
