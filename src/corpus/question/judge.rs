//! What is to be thought of an answer.

use super::{Answer, CountPlan, Expected, Failure, More, Question, Verdict};
use crate::backend::{BackendError, PositionPath, VariantBackend};

/// A count that is worked out by asking for moves is given up when it is so many times the expected one, and this many more:
/// it is wrong, and by how much may take for ever to find out.
const FAR: u128 = 10;
const FEW: u128 = 10_000;

/// Asks a backend and judges what it answers.
pub fn ask_and_judge(
    view: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    question: &Question,
    expected: &Expected,
) -> Verdict {
    let most = expected.nodes().saturating_mul(FAR).saturating_add(FEW);
    judge(expected, question.ask(view, path, CountPlan::UpTo(most)))
}

/// Compares an answer with what is expected.
#[must_use]
pub fn judge(expected: &Expected, answered: Result<Answer, BackendError>) -> Verdict {
    compare(expected, answered).kept(expected)
}

fn compare(expected: &Expected, answered: Result<Answer, BackendError>) -> Verdict {
    let answer = match answered {
        Ok(answer) => answer,
        Err(error) => return error.into(),
    };
    let failure = match (expected, answer) {
        (Expected::Moves(expected), Answer::Moves(actual)) => compare_moves(expected, actual),
        (&Expected::Count(expected), Answer::Count(actual)) => {
            (expected != actual).then_some(Failure::WrongCount { expected, actual, is_more: false })
        }
        (&Expected::Count(expected), Answer::MoreThan(actual)) => {
            Some(Failure::WrongCount { expected, actual, is_more: true })
        }
        (Expected::Position(expected), Answer::Position(actual)) => {
            (*expected != actual).then(|| Failure::WrongChild { expected: expected.clone(), actual })
        }
        (&Expected::Status(expected), Answer::Status(actual)) => {
            (expected != actual).then_some(Failure::WrongStatus { expected, actual })
        }
        (Expected::IllegalMove, Answer::Position(child)) => Some(Failure::IllegalMoveAccepted { child }),
        (Expected::IllegalMove, Answer::Refused(error)) if error.refuses_move() => None,
        (&Expected::InvalidPosition(expected), Answer::Position(vfen)) => {
            Some(Failure::InvalidPositionAccepted { vfen, expected })
        }
        (&Expected::InvalidPosition(expected), Answer::Refused(error)) if error.refuses_position() => {
            // Whoever names no fault is right.
            return match error.fault() {
                Some(actual) if actual != expected => Verdict::OtherReason { expected, actual },
                _ => Verdict::Pass,
            };
        }
        (Expected::Holds, Answer::Held(broken)) => broken.map(Failure::BrokenRelation),
        (_, Answer::Refused(error)) => return error.into(),
        // No failure of its own: the two need only be told.
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

/// Compares an expected list with a generated one, each in any order: lint wants the corpus sorted, a run
/// does not need it.
pub(crate) fn compare_moves(expected: &[String], mut actual: Vec<String>) -> Option<Failure> {
    let mut expected: Vec<_> = expected.iter().collect();
    expected.sort();
    // So that what is there twice is asked for once.
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
    fn missing_extra_and_duplicate_moves_are_told_apart() {
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
        let moved = || Answer::Refused(BackendError::RefusedMove("no".into()));
        let position =
            |reason| Answer::Refused(BackendError::RefusedPosition { reason, message: "no".into() });
        let clock = Expected::InvalidPosition(VfenErrorKind::Clock);
        let child = Expected::Position("x".into());
        for (expected, answer, word) in [
            (&Expected::IllegalMove, moved(), "pass"),
            (&Expected::IllegalMove, Answer::Position("x".into()), "illegal-move-accepted"),
            (&clock, position(None), "pass"),
            (&clock, position(Some(VfenErrorKind::Clock)), "pass"),
            (&clock, position(Some(VfenErrorKind::Side)), "other-reason"),
            (&clock, Answer::Position("x".into()), "invalid-position-accepted"),
            (&child, moved(), "refused"),
            (&child, Answer::Position("x".into()), "pass"),
            (&child, Answer::Position("y".into()), "wrong-child"),
            (&Expected::Count(2), Answer::Count(2), "pass"),
            (&Expected::Count(2), Answer::MoreThan(9), "wrong-count"),
            (&Expected::Count(2), Answer::Status(Status::Ongoing), "wrong-answer"),
            (&child, Answer::MoreThan(9), "wrong-answer"),
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
