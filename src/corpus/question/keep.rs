//! How much of a wrong answer a verdict keeps. Whoever makes thousands of checks holds thousands of verdicts, and a program may
//! answer each of them with as much as an answer may have.
//!
//! Invariant: what is kept follows from the answer and from what was expected alone, so that a check has the same verdict
//! whoever makes it, with whatever others; and it is no more than a few times what was expected, and a little.

use super::{Expected, Failure, More, Verdict};
use crate::support::sanitise::truncate;

/// What the moves that were not expected may take, in bytes, beside as much as those that were. The checks of all variants
/// together come to less than 64 MiB with it.
const LITTLE: usize = 2 << 10;
/// What a text takes beside its characters.
const TEXT: usize = 48;
/// The longest text, in bytes. The longest move of any variant has a tenth of it.
const LONGEST: usize = 1000;
/// The longest VFEN and the longest error, in bytes.
const LONG: usize = 4 << 10;

impl Verdict {
    /// The verdict with no more of the answer than is worth keeping.
    #[must_use]
    pub(super) fn kept(mut self, expected: &Expected) -> Self {
        match &mut self {
            Self::Pass | Self::OtherReason { .. } => {}
            Self::Error { message: text, .. } | Self::Unsupported { reason: text } => truncate(text, LONG),
            Self::Fail { failure } => failure.keep(expected),
        }
        self
    }
}

impl Failure {
    /// Whether it holds all that was answered.
    #[must_use]
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Self::Moves { extra, duplicate, more, .. } => {
                *more == More::default() && extra.iter().chain(duplicate).all(|text| text.len() <= LONGEST)
            }
            Self::WrongChild { actual: text, .. }
            | Self::IllegalMoveAccepted { child: text }
            | Self::InvalidPositionAccepted { vfen: text, .. }
            | Self::WrongAnswer { actual: text, .. } => text.len() <= LONG,
            // What differs of a relation are examples from the beginning.
            Self::WrongCount { .. } | Self::WrongStatus { .. } | Self::BrokenRelation(_) => true,
        }
    }

    fn keep(&mut self, expected: &Expected) {
        match self {
            Self::Moves { extra, duplicate, more, .. } => {
                let mut left = LITTLE + size(expected);
                *more = More { extra: first(extra, &mut left), duplicate: first(duplicate, &mut left) };
            }
            Self::WrongChild { actual: text, .. }
            | Self::IllegalMoveAccepted { child: text }
            | Self::InvalidPositionAccepted { vfen: text, .. }
            | Self::WrongAnswer { actual: text, .. } => truncate(text, LONG),
            Self::BrokenRelation(broken) => {
                let mut left = LITTLE;
                broken.rows.iter_mut().for_each(|row| {
                    let _ = first(&mut row.texts, &mut left);
                });
            }
            Self::WrongCount { .. } | Self::WrongStatus { .. } => {}
        }
    }
}

/// What the expected moves take.
fn size(expected: &Expected) -> usize {
    match expected {
        Expected::Moves(moves) => moves.iter().map(|text| TEXT + text.len()).sum(),
        _ => 0,
    }
}

/// Keeps the first texts of a list, one at least, that take no more than is left. Returns how many that leaves out.
fn first(list: &mut Vec<String>, left: &mut usize) -> usize {
    let mut kept = 0;
    for text in list.iter_mut() {
        truncate(text, LONGEST);
        let size = TEXT + text.len();
        if kept > 0 && size > *left {
            break;
        }
        *left = left.saturating_sub(size);
        kept += 1;
    }
    let more = list.len() - kept;
    list.truncate(kept);
    list.shrink_to_fit();
    more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Answer;
    use crate::corpus::question::{Reply, judge};
    use pretty_assertions::assert_eq;

    fn moves(count: usize, length: usize) -> Vec<String> {
        (0..count).map(|index| format!("{index:06}{}", "x".repeat(length - 6))).collect()
    }

    /// How many extra moves of an answer are kept, how many are left out, and how long the longest is.
    fn check(expected: Vec<String>, answered: Vec<String>, wanted: (usize, usize, usize)) {
        let shown = format!("{} of {}", answered.len(), answered[0].len());
        match judge(&Expected::Moves(expected), Ok(Reply::Answer(Answer::Moves(answered)))) {
            Verdict::Fail { failure: Failure::Moves { extra, more, .. } } => {
                let longest = extra.iter().map(String::len).max().unwrap_or_default();
                assert_eq!((extra.len(), more.extra, longest), wanted, "{shown}");
            }
            other => panic!("{shown}: {other:?}"),
        }
    }

    #[test]
    fn of_too_many_or_too_long_moves_few_are_kept() {
        check(Vec::new(), moves(30, 10), (30, 0, 10));
        check(Vec::new(), moves(100_000, 10), (35, 99_965, 10));
        // A program that writes its moves in another way than the corpus.
        check(vec!["K a1-a2".into(); 200], moves(200, 7), (200, 0, 7));
        check(Vec::new(), moves(1, 1_000_000), (1, 0, LONGEST + 3));
        check(Vec::new(), moves(3, 1_000_000), (1, 2, LONGEST + 3));
    }

    #[test]
    fn other_texts_are_cut() {
        let long = "é".repeat(100_000);
        for verdict in [
            Verdict::Error { kind: crate::corpus::question::ErrorKind::Crash, message: long.clone() },
            Verdict::Unsupported { reason: long.clone() },
            judge(&Expected::Position("x".into()), Ok(Reply::Answer(Answer::Vfen(long.clone())))),
            judge(&Expected::IllegalMove, Ok(Reply::Answer(Answer::Vfen(long.clone())))),
            judge(&Expected::Count(1), Ok(Reply::Answer(Answer::Vfen(long.clone())))),
        ] {
            let kept = verdict.kept(&Expected::Count(1));
            let size = serde_json::to_string(&kept).expect("a verdict is texts and numbers").len();
            assert!((LONG..LONG + 200).contains(&size), "{size}");
        }
    }
}
