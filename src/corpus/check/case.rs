//! Checks one case against one backend.

use super::{CaseResult, CheckResult, SelectedCase};
use crate::backend::{Answer, Backend, CountPlan, Question, VariantBackend};
use crate::corpus::question::{DifferingMoves, Failure, Query, Verdict, ask_and_judge};
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
pub fn check_timed<'a>(
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
        Ok(view) => {
            let mut verdict = ask_and_judge(view, case.path(vfen), &check.question, &check.expected);
            find_differing(&mut verdict, view, case, vfen, check);
            verdict
        }
        Err(error) => error.into(),
    }
}

/// Adds to a wrong count the moves below which it is wrong, if the case has their counts and the backend counts by move.
fn find_differing(
    verdict: &mut Verdict,
    view: &mut dyn VariantBackend,
    case: &Case,
    vfen: &str,
    check: &Check,
) {
    let Verdict::Fail { failure: Failure::WrongCount { is_more: false, differing, .. } } = verdict else {
        return;
    };
    let Query::Ask(Question::Perft { depth }) = check.question else { return };
    let Some(expected) = case.divides.get(&depth) else { return };
    let question = Question::Divide { depth };
    if let Ok(Answer::Divide { rows, .. }) = view.ask(case.path(vfen), &question, &CountPlan::default()) {
        let counted: Vec<_> = rows.into_iter().filter_map(|(text, count)| Some((text, count?))).collect();
        *differing = DifferingMoves::new(expected, &counted);
    }
}
