//! What a failing case prints.

use super::board::lawless;
use super::details::wrap;
use super::list;
use crate::check::{CaseResult, Failure, Verdict};
use crate::suite::{Bug, Case};
use crate::variant::Clause;

/// The width of the words of a rule.
const RULE_WIDTH: usize = 100;

/// The id, title and clauses of a case, the words of the first clause, the bugs it catches, its board, and for every check that
/// fails and is not known to what differs and the command that replays it.
///
/// `replay` makes the command from the id of the case and the name of the check.
#[must_use]
pub fn failure(
    result: &CaseResult<'_>,
    replay: &dyn Fn(&str, &str) -> String,
    colour: bool,
) -> Option<String> {
    let failed: Vec<_> = result.checks.iter().filter(|one| one.is_failure()).collect();
    if failed.is_empty() {
        return None;
    }
    let case = result.case;
    let mut text = format!("{}  {}\n", case.id, case.title);
    let mut line = |line: &str| {
        text.push_str("  ");
        text.push_str(line);
        text.push('\n');
    };
    line(&format!("clauses  {}", case.clauses.join(" ")));
    rule(case).iter().for_each(|words| line(words));
    result.bugs.iter().flat_map(|bug| smell(bug)).for_each(|words| line(&words));
    line(&format!("position {}", result.vfen));
    if !case.line.is_empty() {
        line(&format!("line     {}", case.line.join(" | ")));
    }
    lawless(result.variant, result.vfen, colour).lines().for_each(&mut line);
    for one in failed {
        line(&format!("check    {}", one.check));
        if let Some(basis) = &one.basis {
            line(&format!("  basis    {basis}"));
        }
        for detail in details(&one.verdict) {
            line(&format!("  {detail}"));
        }
        if let Some(again) = &one.again {
            line("  nondeterministic: the same check, with a program started anew");
            let second = if again.is_pass() { vec!["passed".into()] } else { details(again) };
            second.iter().for_each(|detail| line(&format!("    again  {detail}")));
        }
        line(&format!("  replay   {}", replay(&case.id, &one.check.to_string())));
    }
    Some(text)
}

/// The words of the clause the case is about.
fn rule(case: &Case) -> Vec<String> {
    let clause = case.clauses.first().and_then(|id| id.parse::<Clause>().ok());
    clause.map_or_else(Vec::new, |clause| {
        wrap(&format!("rule     {}: {}", clause.id(), clause.text()), RULE_WIDTH)
    })
}

/// A bug that may be behind it, in words.
fn smell(bug: &Bug) -> Vec<String> {
    wrap(&format!("smells of  {}: {}", bug.title, bug.text), RULE_WIDTH)
}

/// What differs, a line each.
pub(super) fn details(verdict: &Verdict) -> Vec<String> {
    let pair =
        |expected: String, actual: String| vec![format!("expected {expected}"), format!("got      {actual}")];
    match verdict {
        Verdict::Pass => Vec::new(),
        Verdict::Error { message, .. } => vec![format!("error    {message}")],
        Verdict::Unsupported { reason } => vec![format!("unsupported: {reason}")],
        Verdict::Fail { failure } => match failure {
            Failure::Moves { missing, extra, doubled } => [
                list::lines("missing", missing),
                list::lines("extra", extra),
                list::lines("doubled", doubled),
            ]
            .concat(),
            Failure::WrongCount { expected, actual, is_more: false } => {
                pair(expected.to_string(), actual.to_string())
            }
            Failure::WrongCount { expected, actual, is_more: true } => {
                pair(expected.to_string(), format!("more than {actual}"))
            }
            Failure::WrongChild { expected, actual } => pair(expected.clone(), actual.clone()),
            Failure::WrongStatus { expected, actual } => pair(expected.to_string(), actual.to_string()),
            Failure::Accepted { child } => pair("a refusal, the move is illegal".into(), child.clone()),
            Failure::Admitted { vfen, expected } => pair(format!("a refusal, {expected}"), vfen.clone()),
            Failure::WrongKind { expected, actual } => {
                pair(format!("a refusal, {expected}"), format!("a refusal, {actual}"))
            }
        },
    }
}
