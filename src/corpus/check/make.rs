//! Makes the checks of one case, one after the other.

use super::{CaseResult, CheckResult, Selected, judge};
use crate::backend::Backend;
use crate::corpus::question::Verdict;
use crate::corpus::suite::Check;
use std::time::Instant;

/// Opens a backend. Called from several threads.
pub type Open<'a> = &'a (dyn Fn() -> Box<dyn Backend> + Sync);

/// Makes the checks of one case.
pub fn make<'a>(backend: &mut dyn Backend, item: &Selected<'a>) -> CaseResult<'a> {
    let checks = item.checks.iter().map(|check| timed(backend, item, check));
    CaseResult::new(item, checks.collect())
}

/// Makes one check, and takes the time.
pub(crate) fn timed<'a>(backend: &mut dyn Backend, item: &Selected<'a>, check: &'a Check) -> CheckResult<'a> {
    let start = Instant::now();
    let verdict = ask(backend, item, check);
    CheckResult::new(check, verdict, start.elapsed())
}

/// Makes one check.
pub(crate) fn ask(backend: &mut dyn Backend, item: &Selected<'_>, check: &Check) -> Verdict {
    judge(backend, item.variant, item.vfen, item.case, check)
}
