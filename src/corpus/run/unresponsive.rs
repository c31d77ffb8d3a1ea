//! Whether a backend has ever answered.

use crate::corpus::check::CheckResult;
use crate::corpus::question::{ErrorKind, Verdict};

/// After how many checks without an answer, and none before them with one, a backend is given up.
pub(super) const MAX_UNANSWERED: usize = 10;

/// How many checks had no answer, as long as none had one. What is unsupported or known to fail does not count: nothing is to
/// be learned from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnresponsiveDetector {
    unanswered: usize,
    has_answered: bool,
}

impl UnresponsiveDetector {
    /// Takes in the next check in the order of the corpus.
    pub(super) const fn record(&mut self, one: &CheckResult<'_>) {
        match &one.verdict {
            Verdict::Unsupported { .. } => {}
            // A refusal is an answer, if a wrong one.
            Verdict::Pass
            | Verdict::OtherReason { .. }
            | Verdict::Fail { .. }
            | Verdict::Error { kind: ErrorKind::Refused | ErrorKind::Count, .. } => self.has_answered = true,
            Verdict::Error { .. } => self.unanswered += one.is_failure() as usize,
        }
    }

    /// Whether nothing was ever answered, and no answer is to be waited for.
    pub(super) const fn is_unresponsive(&self) -> bool {
        !self.has_answered && self.unanswered >= MAX_UNANSWERED
    }
}
