//! Checks one case against one backend.

use super::{CaseResult, CheckResult, SelectedCase};
use crate::backend::Backend;
use crate::corpus::question::{Verdict, ask_and_judge};
use crate::corpus::suite::{Case, Check};
use crate::game::variant::VariantId;
use std::time::Instant;

/// Opens a backend. Several threads may call it at once.
pub type OpenBackend<'a> = &'a (dyn Fn() -> Box<dyn Backend> + Sync);

/// Runs the selected checks of a case.
pub fn check_case<'a>(backend: &mut dyn Backend, item: &SelectedCase<'a>) -> CaseResult<'a> {
    let checks = item.checks.iter().map(|check| check_timed(backend, item, check));
    CaseResult::new(item, checks.collect())
}

/// Runs one check and measures how long the backend takes.
pub(in crate::corpus) fn check_timed<'a>(
    backend: &mut dyn Backend,
    item: &SelectedCase<'a>,
    check: &'a Check,
) -> CheckResult<'a> {
    let start = Instant::now();
    let verdict = judge_check(backend, item.variant, item.vfen, item.case, check);
    CheckResult::new(check, verdict, start.elapsed())
}

/// Asks the backend the question of a check and compares the answer with the expected value.
pub fn judge_check(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    case: &Case,
    check: &Check,
) -> Verdict {
    match backend.of(variant) {
        Ok(view) => ask_and_judge(view, case.path(vfen), &check.question, &check.expected),
        Err(error) => error.into(),
    }
}
