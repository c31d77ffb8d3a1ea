//! Whether a backend has ever answered.

use crate::corpus::check::CheckResult;
use crate::corpus::question::{ErrorKind, Verdict};

/// After how many checks without an answer, and none before them with one, a backend is given up.
pub(super) const PATIENCE: usize = 10;

/// How many checks had no answer, as long as none had one. What is unsupported or known to fail does not count: nothing is to
/// be learned from it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Silence {
    checks: usize,
    is_broken: bool,
}

impl Silence {
    /// Takes in the next check in the order of the corpus.
    pub(super) const fn take(&mut self, one: &CheckResult<'_>) {
        match &one.verdict {
            Verdict::Unsupported { .. } => {}
            // A refusal is an answer, if a wrong one.
            Verdict::Pass
            | Verdict::OtherReason { .. }
            | Verdict::Fail { .. }
            | Verdict::Error { kind: ErrorKind::Refused | ErrorKind::Count, .. } => self.is_broken = true,
            Verdict::Error { .. } => self.checks += one.is_failure() as usize,
        }
    }

    /// Whether nothing was ever answered, and no answer is to be waited for.
    pub(super) const fn is_hopeless(&self) -> bool {
        !self.is_broken && self.checks >= PATIENCE
    }
}
