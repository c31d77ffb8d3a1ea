//! Says after a run what wrong numbers of a suite may mean: another convention of counting, or a mistake of the file.
//!
//! Invariant: it suggests and decides nothing. A suggestion of a flag needs every wrong count to fit.

use vperft::inner::backend::Question;
use vperft::inner::corpus::check::{CaseResult, judge_check};
use vperft::inner::corpus::question::{Expected, Failure, Query, Verdict};
use vperft::inner::game::variant::Standard;
use vperft::inner::generators;

/// The most notes about classes, and the most moves to sort for one.
const MAX_NOTES: usize = 10;
const MAX_SORTED: u128 = 1_000_000;

/// The numbers of classes that failed, and that the built-in rules contradict too: one sentence each.
#[must_use]
pub fn contradicted(results: &[CaseResult<'_>]) -> Vec<String> {
    let mut rules = generators::oracle(&Standard);
    let mut notes = Vec::new();
    for result in results {
        for one in &result.checks {
            let Query::Ask(Question::Classes { depth }) = one.check.question else { continue };
            let perft = Query::Ask(Question::Perft { depth });
            let nodes = result.case.list().find(|check| check.question == perft).map(|check| &check.expected);
            let is_small = matches!(nodes, Some(Expected::Count(count)) if *count <= MAX_SORTED);
            if !matches!(one.verdict, Verdict::Fail { .. }) || !is_small || notes.len() == MAX_NOTES {
                continue;
            }
            let own = judge_check(&mut rules, result.variant, result.vfen, result.case, one.check);
            if let Verdict::Fail { failure: Failure::WrongAnswer { expected, actual } } = own {
                notes.push(format!(
                    "{}, {}: the suite says {expected}, and the built-in rules count {actual}",
                    result.case.title, one.check
                ));
            }
        }
    }
    notes
}

/// The flag that may make the counts of a suite those of leaves, with the reason.
#[must_use]
pub fn suggestion(results: &[CaseResult<'_>]) -> Option<String> {
    let (mut first, mut is_tree, mut is_from_zero, mut is_zero) = (0, true, true, true);
    let mut wrong = 0;
    // Another case may be of another convention.
    for result in results.iter().filter(|result| result.checks.iter().any(|one| one.verdict.is_failure())) {
        for one in &result.checks {
            let Query::Ask(Question::Perft { depth }) = one.check.question else { continue };
            match &one.verdict {
                Verdict::Fail { failure: Failure::WrongCount { expected, actual, is_more: false, .. } } => {
                    wrong += 1;
                    first += usize::from(depth <= 1);
                    is_zero &= *expected == 0;
                    is_tree &= if depth == 1 { *expected == actual + 1 } else { expected > actual };
                    is_from_zero &= match depth {
                        0 => *actual == 1,
                        1 => *expected == 1 || *expected > *actual,
                        _ => true,
                    };
                }
                Verdict::Fail { .. } => wrong += 1,
                // A count of depth 1 that is right contradicts the other conventions.
                Verdict::Pass if depth == 1 => (is_tree, is_from_zero) = (false, false),
                _ => {}
            }
        }
    }
    let text = match (wrong > 0, first > 0) {
        (false, _) => return None,
        (true, _) if is_zero => {
            "every wrong count is 0, which may mean \"not counted\": `--counts skip-zero`?"
        }
        (true, true) if is_tree => {
            "every first count is the number of legal moves plus 1, as if all nodes were counted: `--counts tree`?"
        }
        (true, true) if is_from_zero => "the counts may begin with depth 0: `--counts from-zero`?",
        _ => return None,
    };
    Some(text.to_owned())
}
