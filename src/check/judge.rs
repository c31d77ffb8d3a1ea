//! One check of one case against one backend.

use super::{Failure, Verdict};
use crate::backend::{self, Backend, BackendError};
use crate::notation;
use crate::position::VfenErrorKind;
use crate::suite::{Case, Check};
use crate::variant::VariantId;

/// A count that is worked out by asking for moves is given up when it is so many times the expected one, and this many more:
/// it is wrong, and by how much may take for ever to find out.
const FAR: u128 = 10;
const FEW: u128 = 10_000;

/// Asks the backend and compares.
pub fn judge(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    case: &Case,
    check: &Check<'_>,
) -> Verdict {
    ask(backend, variant, vfen, case, check).unwrap_or_else(Verdict::from)
}

fn ask(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    case: &Case,
    check: &Check<'_>,
) -> Result<Verdict, BackendError> {
    // Positions and moves are asked for after the line; the status needs the line itself, for its
    // repetitions.
    let reached = |backend: &mut dyn Backend| backend::reached(backend, variant, vfen, &case.line);
    Ok(match *check {
        Check::Perft { depth, count, .. } => {
            let position = reached(backend)?;
            let most = count.saturating_mul(FAR).saturating_add(FEW);
            match backend.perft_within(variant, &position, depth, most)? {
                Some(actual) if actual == count => Verdict::Pass,
                Some(actual) => {
                    Verdict::fail(Failure::WrongCount { expected: count, actual, is_more: false })
                }
                None => Verdict::fail(Failure::WrongCount { expected: count, actual: most, is_more: true }),
            }
        }
        Check::Moves(expected) => {
            let position = reached(backend)?;
            compare_moves(expected, backend.moves(variant, &position)?)
        }
        Check::MovesOf(square, expected) => {
            let position = reached(backend)?;
            let mut moves = backend.moves(variant, &position)?;
            moves.retain(|text| notation::starts_on(text, square));
            compare_moves(expected, moves)
        }
        Check::Illegal(text) => {
            let position = reached(backend)?;
            match backend.after(variant, &position, &[text.to_owned()]) {
                Err(BackendError::Move(_) | BackendError::RefusedMove(_)) => Verdict::Pass,
                other => Verdict::fail(Failure::Accepted { child: other? }),
            }
        }
        Check::After(text, expected) => {
            let position = reached(backend)?;
            let actual = backend.after(variant, &position, &[text.to_owned()])?;
            if actual == expected {
                Verdict::Pass
            } else {
                Verdict::fail(Failure::WrongChild { expected: expected.to_owned(), actual })
            }
        }
        Check::Status(expected) => {
            let actual = backend.status(variant, vfen, &case.line)?;
            if actual == expected {
                Verdict::Pass
            } else {
                Verdict::fail(Failure::WrongStatus { expected, actual })
            }
        }
        Check::Rejects(text, expected) => match backend.read(variant, text) {
            Err(error) if error.refuses_position() => refused(expected, error.fault()),
            other => Verdict::fail(Failure::Admitted { vfen: other?, expected }),
        },
    })
}

/// A refusal, with the kind of fault the backend names; one that names none is right.
fn refused(expected: VfenErrorKind, actual: Option<VfenErrorKind>) -> Verdict {
    match actual {
        Some(actual) if actual != expected => Verdict::fail(Failure::WrongKind { expected, actual }),
        _ => Verdict::Pass,
    }
}

/// Compares an expected list with a generated one, each in any order: lint wants the corpus sorted, a run
/// does not need it.
fn compare_moves(expected: &[String], mut actual: Vec<String>) -> Verdict {
    let mut expected = expected.to_vec();
    expected.sort();
    actual.sort();
    let mut doubled: Vec<_> =
        actual.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone()).collect();
    doubled.dedup();
    actual.dedup();
    let absent_in = |list: &[String], other: &[String]| -> Vec<String> {
        list.iter().filter(|text| other.binary_search(text).is_err()).cloned().collect()
    };
    let (missing, extra) = (absent_in(&expected, &actual), absent_in(&actual, &expected));
    if missing.is_empty() && extra.is_empty() && doubled.is_empty() {
        Verdict::Pass
    } else {
        Verdict::fail(Failure::Moves { missing, extra, doubled })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn missing_extra_and_doubled_moves_are_told_apart() {
        let expected = texts(&["K a1-a2", "K a1-b1", "K a1-b2"]);
        assert!(compare_moves(&expected, texts(&["K a1-b2", "K a1-a2", "K a1-b1"])).is_pass());
        let unsorted = texts(&["K a1-b2", "K a1-a2", "K a1-b1"]);
        assert!(compare_moves(&unsorted, expected.clone()).is_pass());
        let verdict =
            compare_moves(&expected, texts(&["K a1-b1", "K a1-c3", "K a1-b1", "K a1-b1", "K a1-a2"]));
        let failure = Failure::Moves {
            missing: texts(&["K a1-b2"]),
            extra: texts(&["K a1-c3"]),
            doubled: texts(&["K a1-b1"]),
        };
        assert_eq!(verdict, Verdict::fail(failure));
    }
}
