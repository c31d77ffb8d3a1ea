//! Makes checks once more, which tells a backend that answers now this and now that.

use super::Run;
use crate::corpus::check::judge_check;
use crate::corpus::check::{CheckResult, SelectedCase};
use crate::corpus::question::{ErrorKind, Verdict};

/// Whether a check is made once more. One that passed is not, and neither is one that took too long: it had its time.
pub(super) const fn is_rerun(one: &CheckResult<'_>) -> bool {
    match &one.verdict {
        Verdict::Pass | Verdict::OtherReason { .. } | Verdict::Unsupported { .. } => false,
        Verdict::Error { kind, .. } => !matches!(kind, ErrorKind::Timeout | ErrorKind::NotAsked),
        Verdict::Fail { .. } => true,
    }
}

/// Makes a check once more, with a backend that is opened for it: so the command that replays the check makes it. Returns the
/// verdict if it is another one. The verdict of the check stays the first: a backend that is right only sometimes is wrong.
pub(super) fn rerun(run: &Run<'_, '_>, item: &SelectedCase<'_>, one: &CheckResult<'_>) -> Option<Verdict> {
    let verdict = judge_check((run.open)().as_mut(), item.variant, item.vfen, item.case, one.check);
    // What a program answers that is killed meanwhile is no answer.
    let is_answer = !matches!(verdict, Verdict::Error { kind: ErrorKind::NotAsked, .. });
    (is_answer && !(run.is_interrupted)() && !verdict.agrees(&one.verdict)).then_some(verdict)
}
