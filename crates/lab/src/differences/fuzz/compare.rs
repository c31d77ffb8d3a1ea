//! Compares the answers of two backends about one position.

use super::shuffle::shuffle;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use vperft::inner::backend::{Backend, BackendError, Child, Pair, PositionPath, Survey, VariantBackend};
use vperft::inner::corpus::question::{ErrorKind, Verdict};
use vperft::inner::corpus::relation::Broken;
use vperft::inner::game::perft::{deserialize_count, serialize_count};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::VariantId;

/// One difference between two backends at a position. Neither is trusted, so it says what each answers. Once one side is trusted, `causes`
/// makes it a [`Detail`](crate::differences::descend::Detail) of a descent. The two stay apart because each is a JSON format of its own.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Difference {
    /// One or both backends give no answer, and not because both refuse the position.
    Answer {
        /// The first backend's answer: `accepted`, or its error.
        a: String,
        /// The second backend's answer.
        b: String,
        /// The kind of the second backend's error; `None` if it answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ErrorKind>,
    },
    /// Both refuse a start position, or one that legal moves led to.
    BothRefuse {
        /// The first backend's error.
        a: String,
        /// The second backend's error.
        b: String,
    },
    /// They print the position differently.
    Vfen {
        /// The first backend's VFEN.
        a: String,
        /// The second backend's VFEN.
        b: String,
    },
    /// The status differs.
    Status {
        /// The first backend's status.
        a: Status,
        /// The second backend's status.
        b: Status,
    },
    /// The legal moves differ. Each list is sorted.
    Moves {
        /// Moves that only the first lists.
        only_a: Vec<String>,
        /// Moves that only the second lists.
        only_b: Vec<String>,
        /// Moves that the first lists more than once.
        duplicate_a: Vec<String>,
        /// Moves that the second lists more than once.
        duplicate_b: Vec<String>,
    },
    /// A move leads to different positions.
    Child {
        text: String,
        /// The position by the first backend.
        a: String,
        /// The position by the second backend.
        b: String,
    },
    /// The status after a move differs.
    ChildStatus {
        text: String,
        /// The first backend's status.
        a: Status,
        /// The second backend's status.
        b: Status,
    },
    /// The status differs after moves that repeat the position.
    LineStatus {
        #[serde(rename = "line")]
        moves: Vec<String>,
        /// The first backend's status.
        a: Status,
        /// The second backend's status.
        b: Status,
    },
    /// The counts differ.
    Count {
        /// The depth in plies.
        depth: u32,
        /// The first backend's count.
        #[serde(serialize_with = "serialize_count", deserialize_with = "deserialize_count")]
        a: u128,
        /// The second backend's count.
        #[serde(serialize_with = "serialize_count", deserialize_with = "deserialize_count")]
        b: u128,
    },
    /// Answers of the second backend contradict each other.
    Relation(Broken),
    /// A backend counts another number of legal moves than it lists.
    Inconsistent {
        /// The backend: `a` or `b`.
        backend: char,
        /// The number of moves that it lists.
        listed: usize,
        /// The number of moves that it counts.
        #[serde(serialize_with = "serialize_count", deserialize_with = "deserialize_count")]
        counted: u128,
    },
}

/// The result of a comparison at one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They agree. This is their common answer, with sorted moves.
    Same(Survey),
    /// They agree about moves and counts, which are all that one of them answers.
    InPart(Survey),
    /// Both refuse the position, perhaps for different reasons.
    Refused {
        /// The first backend's error.
        a: BackendError,
        /// The second backend's error.
        b: BackendError,
    },
    /// They differ.
    Different(Vec<Difference>),
}

/// Compares two backends at a position. With `deep`, they are also asked for perft 2, and for the status after the
/// position has been repeated.
///
/// # Errors
/// If a backend does not support a question; the error names the backend.
pub fn compare(
    pair: &mut Pair,
    variant: VariantId,
    vfen: &str,
    deep: bool,
) -> Result<Comparison, BackendError> {
    compare_sides([pair.a.as_mut(), pair.b.as_mut()], variant, vfen, deep)
}

/// The same as [`compare()`], for borrowed backends.
///
/// # Errors
/// If a backend does not support a question; the error names the backend.
pub fn compare_sides(
    mut sides: [&mut dyn Backend; 2],
    variant: VariantId,
    vfen: &str,
    deep: bool,
) -> Result<Comparison, BackendError> {
    let surveys = ask(&mut sides, variant, |view| view.survey(vfen));
    let is_narrow = surveys.0.is_ok() != surveys.1.is_ok();
    let (a, b) = match surveys {
        (Err(BackendError::Unsupported(_)), Ok(b)) => (narrow(sides[0], variant, &b), Ok(b)),
        (Ok(a), Err(BackendError::Unsupported(_))) => {
            let b = narrow(sides[1], variant, &a);
            (Ok(a), b)
        }
        surveys => surveys,
    };
    let (a, b) = match (a, b) {
        (Err(BackendError::Unsupported(reason)), _) => return Err(unsupported(sides[0], &reason)),
        (_, Err(BackendError::Unsupported(reason))) => return Err(unsupported(sides[1], &reason)),
        (Err(a), Err(b)) if a.refuses_position() && b.refuses_position() => {
            return Ok(Comparison::Refused { a, b });
        }
        (Ok(a), Ok(b)) => (a.sorted(), b.sorted()),
        (a, b) => return Ok(Comparison::Different(vec![answers_differ(&a, &b)])),
    };
    let mut found = differences(&a, &b);
    // Both lists are that of one side if the other lists no moves; its count is then held against the count of that side.
    let is_one_list = found.iter().all(|one| matches!(one, Difference::Inconsistent { .. }));
    if is_one_list && a.count != b.count && is_narrow {
        found = vec![Difference::Count { depth: 1, a: a.count, b: b.count }];
    }
    // A backend with other moves may refuse some of the repetition.
    let is_same = found.is_empty();
    if deep {
        match ask(&mut sides, variant, |view| view.perft(vfen.into(), 2)) {
            (Ok(a), Ok(b)) if a == b => {}
            (Ok(a), Ok(b)) => found.push(Difference::Count { depth: 2, a, b }),
            (Err(BackendError::Unsupported(_)), _) | (_, Err(BackendError::Unsupported(_))) => {}
            (a, b) => found.push(answers_differ(&a, &b)),
        }
        let moves = shuffle(sides[0].of(variant)?, &a).unwrap_or_default();
        for length in (1..=moves.len()).filter(|length| length % 2 == 0) {
            let moves = &moves[..length];
            match ask(&mut sides, variant, |view| view.status(PositionPath { vfen, moves })) {
                (Ok(a), Ok(b)) if a == b => {}
                (Ok(a), Ok(b)) => found.push(Difference::LineStatus { moves: moves.to_vec(), a, b }),
                (Err(BackendError::Unsupported(_)), _) | (_, Err(BackendError::Unsupported(_))) => break,
                (a, b) if !is_same && refuses_move(&a, &b) => break,
                (a, b) => found.push(answers_differ(&a, &b)),
            }
        }
    }
    // If only one backend gives a status, the statuses are not compared.
    let status = a.status.filter(|_| b.status.is_some());
    Ok(match found.is_empty() {
        true if is_narrow => Comparison::InPart(Survey { status, ..a }),
        true => Comparison::Same(Survey { status, ..a }),
        false => Comparison::Different(found),
    })
}

impl Difference {
    /// The difference that both refuse a position which occurs in games.
    #[must_use]
    pub fn both_refuse(a: &BackendError, b: &BackendError) -> Self {
        Self::BothRefuse { a: a.to_string(), b: b.to_string() }
    }
}

/// Asks both backends a question about a variant.
fn ask<T>(
    [a, b]: &mut [&mut dyn Backend; 2],
    variant: VariantId,
    question: impl Fn(&mut dyn VariantBackend) -> Result<T, BackendError>,
) -> (Result<T, BackendError>, Result<T, BackendError>) {
    (a.of(variant).and_then(&question), b.of(variant).and_then(&question))
}

/// The survey of a backend that shows no positions, such as an engine that only counts: its own moves and its count, if it answers one of
/// them. Everything else is as the other backend knows it, and so is no difference.
fn narrow(side: &mut dyn Backend, variant: VariantId, known: &Survey) -> Result<Survey, BackendError> {
    let (view, vfen) = (side.of(variant)?, known.vfen.as_str());
    let (count, moves) = match (view.perft(vfen.into(), 1), view.moves(vfen.into())) {
        (Err(BackendError::Unsupported(_)), Ok(moves)) => (moves.len() as u128, Ok(moves)),
        (count, moves) => (count?, moves),
    };
    let unjudged = |child: &Child| Child { status: None, ..child.clone() };
    let children = match moves {
        Err(BackendError::Unsupported(_)) => known.children.iter().map(unjudged).collect(),
        moves => {
            let child = |text: String| match known.children.iter().find(|child| child.text == text) {
                Some(same) => unjudged(same),
                None => Child { vfen: String::new(), status: None, text },
            };
            moves?.into_iter().map(child).collect()
        }
    };
    Ok(Survey { vfen: known.vfen.clone(), status: None, children, count })
}

/// Adds the name of the backend to an error, since there are two of them.
fn unsupported(backend: &dyn Backend, reason: &str) -> BackendError {
    BackendError::Unsupported(format!("{}: {reason}", backend.identity()))
}

/// The difference that one backend answers and the other does not, or both fail.
pub(super) fn answers_differ<T>(a: &Result<T, BackendError>, b: &Result<T, BackendError>) -> Difference {
    let word = |answer: &Result<T, BackendError>| match answer {
        Ok(_) => "accepted".to_owned(),
        Err(error) => error.to_string(),
    };
    let error = b.as_ref().err().and_then(|error| match Verdict::from(error.clone()) {
        Verdict::Error { kind, .. } => Some(kind),
        _ => None,
    });
    Difference::Answer { a: word(a), b: word(b), error }
}

fn refuses_move<T>(a: &Result<T, BackendError>, b: &Result<T, BackendError>) -> bool {
    [a, b].iter().any(|answer| answer.as_ref().is_err_and(BackendError::refuses_move))
}

/// All differences between two surveys with sorted moves.
fn differences(a: &Survey, b: &Survey) -> Vec<Difference> {
    let mut found = Vec::new();
    if a == b && !has_duplicates(&a.children) && a.count == a.children.len() as u128 {
        return found;
    }
    if a.vfen != b.vfen {
        found.push(Difference::Vfen { a: a.vfen.clone(), b: b.vfen.clone() });
    }
    if let Some((a, b)) = statuses(a.status, b.status) {
        found.push(Difference::Status { a, b });
    }
    let (duplicate_a, duplicate_b) = (duplicates(&a.children), duplicates(&b.children));
    let (only_a, only_b, both) = merge(&a.children, &b.children);
    if [&only_a, &only_b, &duplicate_a, &duplicate_b].iter().any(|list| !list.is_empty()) {
        found.push(Difference::Moves { only_a, only_b, duplicate_a, duplicate_b });
    }
    for (one, other) in both {
        let text = || one.text.clone();
        if one.vfen != other.vfen {
            found.push(Difference::Child { text: text(), a: one.vfen.clone(), b: other.vfen.clone() });
        }
        if let Some((a, b)) = statuses(one.status, other.status) {
            found.push(Difference::ChildStatus { text: text(), a, b });
        }
    }
    for (backend, survey) in [('a', a), ('b', b)] {
        let (listed, counted) = (survey.children.len(), survey.count);
        if counted != listed as u128 {
            found.push(Difference::Inconsistent { backend, listed, counted });
        }
    }
    found
}

/// The two statuses, if both are given and differ.
fn statuses(a: Option<Status>, b: Option<Status>) -> Option<(Status, Status)> {
    a.zip(b).filter(|(a, b)| a != b)
}

fn has_duplicates(children: &[Child]) -> bool {
    children.windows(2).any(|pair| pair[0].text == pair[1].text)
}

/// The moves that occur more than once, each once.
fn duplicates(children: &[Child]) -> Vec<String> {
    let pairs = children.windows(2).filter(|pair| pair[0].text == pair[1].text);
    let mut texts: Vec<_> = pairs.map(|pair| pair[0].text.clone()).collect();
    texts.dedup();
    texts
}

/// The moves only in `a`, those only in `b`, and those in both. A duplicate move is returned once.
fn merge<'a>(a: &'a [Child], b: &'a [Child]) -> (Vec<String>, Vec<String>, Vec<(&'a Child, &'a Child)>) {
    let mut ones = a.iter().peekable();
    let mut others = b.iter().peekable();
    let (mut only_a, mut only_b, mut both) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let order = match (ones.peek(), others.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => one.text.cmp(&other.text),
        };
        let one = if order.is_le() { ones.next() } else { None };
        let other = if order.is_ge() { others.next() } else { None };
        for (side, iter) in [(one, &mut ones), (other, &mut others)] {
            while side.is_some_and(|side| iter.peek().is_some_and(|next| next.text == side.text)) {
                iter.next();
            }
        }
        match (one, other) {
            (Some(one), Some(other)) => both.push((one, other)),
            (Some(one), None) => only_a.push(one.text.clone()),
            (None, Some(other)) => only_b.push(other.text.clone()),
            (None, None) => {}
        }
    }
    (only_a, only_b, both)
}
