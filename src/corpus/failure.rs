//! Formats a failing case for people.

use crate::corpus::check::{CaseResult, CheckResult, is_likely_cause};
use crate::corpus::question::Verdict;
use crate::corpus::suite::{Bug, Case};
use crate::game::drawing::Style;
use crate::game::drawing::draw_unvalidated;
use crate::game::drawing::{words, wrap};
use crate::game::position::VfenErrorKind;
use crate::game::variant::Clause;
use crate::support::list;
use crate::support::sanitise::sanitise;

/// Formats a case with failures: id, title, clauses, the text of the first clause, likely causes and the
/// board. Each failing check follows with its differences and its replay command; known failures are left
/// out.
///
/// Returns `None` if no check fails. `replay` makes the command from the case id and the check name.
#[must_use]
pub fn failure(
    result: &CaseResult<'_>,
    replay: &dyn Fn(&str, &str) -> String,
    style: Style,
) -> Option<String> {
    failure_saying(result, replay, style, &|_, one| details(&one.verdict))
}

/// Like [`failure`], but `details` supplies the lines about the differences of a check.
pub fn failure_saying(
    result: &CaseResult<'_>,
    replay: &dyn Fn(&str, &str) -> String,
    style: Style,
    details: &dyn Fn(&CaseResult<'_>, &CheckResult<'_>) -> Vec<String>,
) -> Option<String> {
    let failed: Vec<_> = result.checks.iter().filter(|one| one.is_failure()).collect();
    if failed.is_empty() {
        return None;
    }
    let case = result.case;
    let head = wrap(&format!("{}  {}", case.id, case.title), style.width);
    let mut text: String = head.into_iter().map(|line| line + "\n").collect();
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    let width = style.indented();
    wrap(&format!("clauses  {}", case.clauses.join(" ")), width).iter().for_each(|words| line(words));
    rule(case, width).iter().for_each(|text| line(text));
    result
        .bugs
        .iter()
        .filter(|bug| is_likely_cause(result, bug))
        .flat_map(|bug| likely_cause(bug, width))
        .for_each(|words| line(&words));
    line(&format!("position {}", result.vfen));
    if !case.moves.is_empty() {
        line(&format!("moves    {}", case.moves.join(" | ")));
    }
    text.push_str(&indented(&draw_unvalidated(result.variant, result.vfen, style.colour)));
    let mut line = |line: &str| text.push_str(&indented(&sanitise(line)));
    for one in failed {
        line(&format!("check    {}", one.check));
        if let Some(basis) = &one.basis {
            line(&format!("  basis    {basis}"));
        }
        for detail in details(result, one) {
            line(&format!("  {detail}"));
        }
        for words in flaky(one) {
            line(&format!("  {words}"));
        }
        line(&format!("  replay   {}", replay(&case.id, &one.check.to_string())));
    }
    Some(text)
}

/// Indents every line by two spaces.
pub fn indented(lines: &str) -> String {
    lines.lines().map(|line| format!("  {line}\n")).collect()
}

/// The text of the first clause the case cites.
pub fn rule(case: &Case, width: usize) -> Vec<String> {
    let clause = case.clauses.first().and_then(|id| id.parse::<Clause>().ok());
    clause
        .map_or_else(Vec::new, |clause| wrap(&format!("rule     {}: {}", clause.id(), words(clause)), width))
}

/// A likely cause, wrapped.
fn likely_cause(bug: &Bug, width: usize) -> Vec<String> {
    wrap(&format!("likely cause  {}: {}", bug.title, bug.text), width)
}

/// The result of the rerun of a check, one line each, if it differs.
pub fn flaky(one: &CheckResult<'_>) -> Vec<String> {
    let Some(rerun) = &one.rerun else { return Vec::new() };
    let second = if rerun.is_pass() { vec!["passed".into()] } else { details(rerun) };
    let head = "flaky: a rerun with a fresh backend differs".to_owned();
    std::iter::once(head).chain(second.into_iter().map(|detail| format!("  rerun  {detail}"))).collect()
}

/// Says that a position was refused for another reason than the expected one.
pub fn reasons(expected: VfenErrorKind, actual: &str) -> String {
    format!("refused as {} where {expected} was expected", sanitise(actual))
}

/// The differences of a verdict, one line each.
pub fn details(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Pass => Vec::new(),
        Verdict::Error { message, .. } => vec![format!("error    {}", sanitise(message))],
        Verdict::OtherReason { expected, actual } => vec![reasons(*expected, actual)],
        Verdict::Unsupported { reason } => vec![format!("unsupported: {}", sanitise(reason))],
        Verdict::Fail { failure } => {
            failure.rows().iter().flat_map(|row| list::lines_and(&row.name, &row.texts, row.more)).collect()
        }
    }
}
