//! Detects a backend that never answers.

use vperft::inner::corpus::check::CheckResult;
use vperft::inner::corpus::question::{ErrorKind, Verdict};

/// After this many checks without any answer, the run gives up on the backend.
pub(super) const MAX_UNANSWERED: usize = 10;

/// Counts checks without an answer until the backend answers for the first time. Unsupported checks and known
/// failures do not count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UnresponsiveDetector {
    unanswered: usize,
    has_answered: bool,
}

impl UnresponsiveDetector {
    /// Records the next check in the order of the corpus.
    pub(super) const fn record(&mut self, one: &CheckResult<'_>) {
        match &one.verdict {
            Verdict::Unsupported { .. } => {}
            // A refusal is an answer, although a wrong one.
            Verdict::Pass
            | Verdict::OtherReason { .. }
            | Verdict::Fail { .. }
            | Verdict::Error { kind: ErrorKind::Refused | ErrorKind::Count, .. } => self.has_answered = true,
            Verdict::Error { .. } => self.unanswered += one.is_failure() as usize,
        }
    }

    /// Whether the backend never answered and the run should stop.
    pub(super) const fn is_unresponsive(&self) -> bool {
        !self.has_answered && self.unanswered >= MAX_UNANSWERED
    }
}
