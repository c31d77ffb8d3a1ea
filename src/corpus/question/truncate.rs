//! Truncates the wrong answers in verdicts. A run keeps thousands of verdicts, and a faulty program may give a huge answer to each
//! check.
//!
//! Invariants: the truncated verdict depends only on the answer and the expected value, so a check has the same verdict in every run.
//! Its size is at most a small multiple of the expected value plus a constant.

use super::{Expected, Failure, More, Verdict};
use crate::support::sanitise::truncate;

/// The memory for unexpected moves in bytes, in addition to the size of the expected moves. The checks of all variants together stay
/// below 64 MiB.
const EXTRA_BYTES: usize = 2 << 10;
/// The memory a text takes besides its characters, in bytes.
const TEXT_OVERHEAD: usize = 48;
/// The maximum length of a move in bytes, ten times the longest move of any variant.
const MAX_MOVE: usize = 1000;
/// The maximum length of a VFEN or an error message, in bytes.
const MAX_TEXT: usize = 4 << 10;

impl Verdict {
    /// The verdict with its answer truncated.
    #[must_use]
    pub(super) fn truncated(mut self, expected: &Expected) -> Self {
        match &mut self {
            Self::Pass | Self::OtherReason { .. } => {}
            Self::Error { message: text, .. } | Self::Unsupported { reason: text } => {
                truncate(text, MAX_TEXT)
            }
            Self::Fail { failure } => failure.truncate(expected),
        }
        self
    }
}

impl Failure {
    /// Whether the failure holds the whole answer.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        match self {
            Self::Moves { extra, duplicate, more, .. } => {
                *more == More::default() && extra.iter().chain(duplicate).all(|text| text.len() <= MAX_MOVE)
            }
            Self::WrongChild { actual: text, .. }
            | Self::IllegalMoveAccepted { child: text }
            | Self::InvalidPositionAccepted { vfen: text, .. }
            | Self::WrongAnswer { actual: text, .. } => text.len() <= MAX_TEXT,
            // The rows of a relation are examples in any case.
            Self::WrongCount { .. } | Self::WrongStatus { .. } | Self::BrokenRelation(_) => true,
        }
    }

    fn truncate(&mut self, expected: &Expected) {
        match self {
            Self::Moves { extra, duplicate, more, .. } => {
                let mut left = EXTRA_BYTES + size(expected);
                *more = More { extra: first(extra, &mut left), duplicate: first(duplicate, &mut left) };
            }
            Self::WrongChild { actual: text, .. }
            | Self::IllegalMoveAccepted { child: text }
            | Self::InvalidPositionAccepted { vfen: text, .. }
            | Self::WrongAnswer { actual: text, .. } => truncate(text, MAX_TEXT),
            Self::BrokenRelation(broken) => {
                let mut left = EXTRA_BYTES;
                broken.rows.iter_mut().for_each(|row| {
                    let _ = first(&mut row.texts, &mut left);
                });
            }
            Self::WrongCount { .. } | Self::WrongStatus { .. } => {}
        }
    }
}

/// The size of the expected moves in memory, in bytes.
fn size(expected: &Expected) -> usize {
    match expected {
        Expected::Moves(moves) => moves.iter().map(|text| TEXT_OVERHEAD + text.len()).sum(),
        _ => 0,
    }
}

/// Truncates a list to the texts that fit into `left` bytes, but at least one. Returns how many it leaves out.
fn first(list: &mut Vec<String>, left: &mut usize) -> usize {
    let mut count = 0;
    for text in list.iter_mut() {
        truncate(text, MAX_MOVE);
        let size = TEXT_OVERHEAD + text.len();
        if count > 0 && size > *left {
            break;
        }
        *left = left.saturating_sub(size);
        count += 1;
    }
    let more = list.len() - count;
    list.truncate(count);
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

    /// Checks how many extra moves a verdict keeps and leaves out, and the length of the longest.
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
    fn long_lists_of_moves_are_truncated() {
        check(Vec::new(), moves(30, 10), (30, 0, 10));
        check(Vec::new(), moves(100_000, 10), (35, 99_965, 10));
        // A program that writes its moves differently from the corpus.
        check(vec!["K a1-a2".into(); 200], moves(200, 7), (200, 0, 7));
        check(Vec::new(), moves(1, 1_000_000), (1, 0, MAX_MOVE + 3));
        check(Vec::new(), moves(3, 1_000_000), (1, 2, MAX_MOVE + 3));
    }

    #[test]
    fn other_texts_are_truncated() {
        let long = "é".repeat(100_000);
        for verdict in [
            Verdict::Error { kind: crate::corpus::question::ErrorKind::Crash, message: long.clone() },
            Verdict::Unsupported { reason: long.clone() },
            judge(&Expected::Position("x".into()), Ok(Reply::Answer(Answer::Vfen(long.clone())))),
            judge(&Expected::IllegalMove, Ok(Reply::Answer(Answer::Vfen(long.clone())))),
            judge(&Expected::Count(1), Ok(Reply::Answer(Answer::Vfen(long.clone())))),
        ] {
            let short = verdict.truncated(&Expected::Count(1));
            let size = serde_json::to_string(&short).expect("a verdict is texts and numbers").len();
            assert!((MAX_TEXT..MAX_TEXT + 200).contains(&size), "{size}");
        }
    }
}
