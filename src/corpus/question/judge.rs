//! Judges a reply by what a check expects.

use super::{DifferingMoves, Expected, Failure, More, Query, Reply, Verdict};
use crate::backend::{Answer, BackendError, CountPlan, PositionPath, VariantBackend};
use crate::game::classes::{ClassTable, LeafClass};
use std::collections::BTreeMap;

/// A count that the harness derives from lists of moves is given up above `LIMIT_FACTOR` times the expected
/// count plus `LIMIT_SLACK`. It is wrong then, and to find the exact number may take forever.
const LIMIT_FACTOR: u128 = 10;
const LIMIT_SLACK: u128 = 10_000;

/// The most moves that the harness sorts into classes by asking a backend for each.
const MAX_CLASSED: u128 = 100_000;

/// Asks a backend and judges its reply.
pub fn ask_and_judge(
    backend: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    query: &Query,
    expected: &Expected,
) -> Verdict {
    let limit = match expected {
        Expected::Classes(_) => MAX_CLASSED,
        expected => expected.nodes().saturating_mul(LIMIT_FACTOR).saturating_add(LIMIT_SLACK),
    };
    judge(expected, query.ask(backend, path, &CountPlan::up_to(limit)))
}

/// Compares a reply with what is expected.
#[must_use]
pub fn judge(expected: &Expected, answered: Result<Reply, BackendError>) -> Verdict {
    compare(expected, answered).truncated(expected)
}

fn compare(expected: &Expected, answered: Result<Reply, BackendError>) -> Verdict {
    let answer = match answered {
        Ok(answer) => answer,
        Err(error) => return error.into(),
    };
    let failure = match (expected, answer) {
        (Expected::Moves(expected), Reply::Answer(Answer::Moves(actual))) => compare_moves(expected, actual),
        (&Expected::Count(expected), Reply::Answer(Answer::Count(actual))) => {
            (expected != actual).then_some(Failure::WrongCount {
                expected,
                actual,
                is_more: false,
                differing: DifferingMoves::default(),
            })
        }
        (Expected::Classes(expected), Reply::Answer(Answer::Classes(table))) => {
            return compare_classes(expected, &table);
        }
        (&Expected::Count(expected), Reply::Answer(Answer::MoreThan(actual))) => Some(Failure::WrongCount {
            expected,
            actual,
            is_more: true,
            differing: DifferingMoves::default(),
        }),
        (Expected::Position(expected), Reply::Answer(Answer::Vfen(actual))) => {
            (*expected != actual).then(|| Failure::WrongChild { expected: expected.clone(), actual })
        }
        (&Expected::Status(expected), Reply::Answer(Answer::Status(actual))) => {
            (expected != actual).then_some(Failure::WrongStatus { expected, actual })
        }
        (Expected::IllegalMove, Reply::Answer(Answer::Vfen(child))) => {
            Some(Failure::IllegalMoveAccepted { child })
        }
        (Expected::IllegalMove, Reply::Refused(error)) if error.refuses_move() => None,
        (&Expected::InvalidPosition(expected), Reply::Answer(Answer::Vfen(vfen))) => {
            Some(Failure::InvalidPositionAccepted { vfen, expected })
        }
        (&Expected::InvalidPosition(expected), Reply::Refused(error)) if error.refuses_position() => {
            return match error.other_reason(expected) {
                Some(actual) => Verdict::OtherReason { expected, actual },
                None => Verdict::Pass,
            };
        }
        (Expected::Holds, Reply::Relation(broken)) => broken.map(Failure::BrokenRelation),
        (_, Reply::Refused(error)) => return error.into(),
        // The reply is of another kind, which has no failure of its own.
        (expected, answer) => {
            let actual = answer.expected();
            (actual.as_ref() != Some(expected)).then(|| Failure::WrongAnswer {
                expected: expected.to_string(),
                actual: actual.map_or_else(|| "no definite answer".into(), |actual| actual.to_string()),
            })
        }
    };
    failure.map_or(Verdict::Pass, Verdict::fail)
}

/// Compares the numbers of moves by class at the greatest length. Classes that are not reported cannot be judged.
fn compare_classes(expected: &BTreeMap<String, u128>, table: &ClassTable) -> Verdict {
    let reported = |name: &String| LeafClass::named(name).filter(|class| !table.unreported.contains(*class));
    let Some(row) = table.rows.last() else { return Verdict::Pass };
    let wrong: Vec<_> = expected
        .iter()
        .filter_map(|(name, count)| Some((name, *count, row.get(reported(name)?))))
        .filter(|(_, expected, actual)| expected != actual)
        .collect();
    let shown = |counts: Vec<(&String, u128)>| {
        counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    };
    if !wrong.is_empty() {
        return Verdict::fail(Failure::WrongAnswer {
            expected: shown(wrong.iter().map(|(name, expected, _)| (*name, *expected)).collect()),
            actual: shown(wrong.iter().map(|(name, _, actual)| (*name, *actual)).collect()),
        });
    }
    let unjudged: Vec<_> = expected.keys().filter(|name| reported(name).is_none()).cloned().collect();
    if unjudged.is_empty() {
        return Verdict::Pass;
    }
    let rest = if unjudged.len() < expected.len() { "; the other classes agree" } else { "" };
    Verdict::Unsupported { reason: format!("no count of {} is reported{rest}", unjudged.join(", ")) }
}

/// Compares an expected list with a generated one, ignoring the order. Only lint requires the corpus to be sorted.
pub fn compare_moves(expected: &[String], mut actual: Vec<String>) -> Option<Failure> {
    let mut expected: Vec<_> = expected.iter().collect();
    expected.sort();
    expected.dedup();
    actual.sort();
    let repeated = actual.chunk_by(PartialEq::eq).filter(|same| same.len() > 1);
    let duplicate: Vec<_> = repeated.map(|same| same[0].clone()).collect();
    actual.dedup();
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    let mut actual = actual.into_iter().peekable();
    for text in expected {
        extra.extend(std::iter::from_fn(|| actual.next_if(|other| other < text)));
        if actual.next_if_eq(text).is_none() {
            missing.push(text.clone());
        }
    }
    extra.extend(actual);
    let is_same = missing.is_empty() && extra.is_empty() && duplicate.is_empty();
    (!is_same).then_some(Failure::Moves { missing, extra, duplicate, more: More::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::position::VfenErrorKind;
    use crate::game::rules::Status;
    use pretty_assertions::assert_eq;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn missing_extra_and_duplicate_moves_are_distinguished() {
        let expected = texts(&["K a1-a2", "K a1-b1", "K a1-b2"]);
        let unsorted = texts(&["K a1-b2", "K a1-a2", "K a1-b1"]);
        assert_eq!(compare_moves(&expected, unsorted.clone()), None);
        assert_eq!(compare_moves(&unsorted, expected.clone()), None);
        let failure =
            compare_moves(&expected, texts(&["K a1-b1", "K a1-c3", "K a1-b1", "K a1-b1", "K a1-a2"]));
        let expected = Failure::Moves {
            missing: texts(&["K a1-b2"]),
            extra: texts(&["K a1-c3"]),
            duplicate: texts(&["K a1-b1"]),
            more: More::default(),
        };
        assert_eq!(failure, Some(expected));
    }

    #[test]
    fn refusals_are_answers_where_one_is_expected_and_errors_elsewhere() {
        let moved = || Reply::Refused(BackendError::RefusedMove("no".into()));
        let position = |reason: Option<&str>| {
            let reason = reason.map(str::to_owned);
            Reply::Refused(BackendError::RefusedPosition { reason, message: "no".into() })
        };
        let clock = Expected::InvalidPosition(VfenErrorKind::Clock);
        let child = Expected::Position("x".into());
        for (expected, answer, word) in [
            (&Expected::IllegalMove, moved(), "pass"),
            (&Expected::IllegalMove, Reply::Answer(Answer::Vfen("x".into())), "illegal-move-accepted"),
            (&clock, position(None), "pass"),
            (&clock, position(Some("clock")), "pass"),
            (&clock, position(Some("side")), "other-reason"),
            (&clock, position(Some("a bad clock")), "other-reason"),
            (&clock, Reply::Answer(Answer::Vfen("x".into())), "invalid-position-accepted"),
            (&child, moved(), "refused"),
            (&child, Reply::Answer(Answer::Vfen("x".into())), "pass"),
            (&child, Reply::Answer(Answer::Vfen("y".into())), "wrong-child"),
            (&Expected::Count(2), Reply::Answer(Answer::Count(2)), "pass"),
            (&Expected::Count(2), Reply::Answer(Answer::MoreThan(9)), "wrong-count"),
            (&Expected::Count(2), Reply::Answer(Answer::Status(Status::Ongoing)), "wrong-answer"),
            (&child, Reply::Answer(Answer::MoreThan(9)), "wrong-answer"),
        ] {
            let shown = format!("{answer:?}");
            let verdict = serde_json::json!(judge(expected, Ok(answer)));
            let kind = verdict["failure"]["kind"].as_str().or_else(|| verdict["kind"].as_str());
            assert_eq!(kind.or_else(|| verdict["verdict"].as_str()), Some(word), "{shown} for {expected}");
        }
        let unreached = judge(&Expected::IllegalMove, Err(BackendError::RefusedMove("no".into())));
        assert!(matches!(unreached, Verdict::Error { .. }), "the moves on the way: {unreached:?}");
    }
}
