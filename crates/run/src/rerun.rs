//! Reruns failed checks to detect flaky backends.

use super::Run;
use vperft::inner::corpus::check::judge_check;
use vperft::inner::corpus::check::{CheckResult, SelectedCase};
use vperft::inner::corpus::question::{ErrorKind, Verdict};

/// Whether a check is rerun. Passed checks are not, and neither are timeouts, because they already took long
/// enough.
pub(super) const fn is_rerun(one: &CheckResult<'_>) -> bool {
    match &one.verdict {
        Verdict::Pass | Verdict::OtherReason { .. } | Verdict::Unsupported { .. } => false,
        Verdict::Error { kind, .. } => !matches!(kind, ErrorKind::Timeout | ErrorKind::NotAsked),
        Verdict::Fail { .. } => true,
    }
}

/// Reruns a check with a newly opened backend, as the replay command does. Returns the new verdict if it
/// differs. The first verdict stays valid: a backend that is only sometimes right is wrong.
pub(super) fn rerun(run: &Run<'_, '_>, item: &SelectedCase<'_>, one: &CheckResult<'_>) -> Option<Verdict> {
    let verdict = judge_check((run.open)().as_mut(), item.variant, item.vfen, item.case, one.check);
    // A program that was killed in the meantime gave no answer.
    let is_answer = !matches!(verdict, Verdict::Error { kind: ErrorKind::NotAsked, .. });
    (is_answer && !run.is_stopped() && !verdict.agrees(&one.verdict)).then_some(verdict)
}
