//! What two backends say about one position.

use super::shuffle::shuffle;
use crate::backend::{Backend, BackendError, Child, Pair, PositionPath, Survey, VariantBackend};
use crate::corpus::question::{ErrorKind, Verdict};
use crate::corpus::relation::Broken;
use crate::game::perft::serialize_count;
use crate::game::rules::Status;
use crate::game::variant::VariantId;
use serde::Serialize;
use std::cmp::Ordering;

/// One thing about a position that the backends do not agree on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Difference {
    /// One of them gives no answer, or both give none, and not because both refuse the position.
    Answer {
        /// How the first took the position: `accepted`, or its error.
        a: String,
        /// How the second took it.
        b: String,
        /// Why the second gives no answer; none if it gives one.
        #[serde(skip)]
        error: Option<ErrorKind>,
    },
    /// Both refuse a position in which a game starts, or to which legal moves led.
    BothRefuse {
        /// The first one's error.
        a: String,
        /// The second one's error.
        b: String,
    },
    /// They print the position differently.
    Vfen {
        /// The first one's VFEN.
        a: String,
        /// The second one's VFEN.
        b: String,
    },
    /// They give it another status.
    Status {
        /// The first one's status.
        a: Status,
        /// The second one's status.
        b: Status,
    },
    /// They do not find the same legal moves. Each list is sorted.
    Moves {
        /// Found by the first only.
        only_a: Vec<String>,
        /// Found by the second only.
        only_b: Vec<String>,
        /// Found more than once by the first.
        duplicate_a: Vec<String>,
        /// Found more than once by the second.
        duplicate_b: Vec<String>,
    },
    /// A move leads elsewhere.
    Child {
        /// The move.
        text: String,
        /// Where it leads by the first.
        a: String,
        /// Where it leads by the second.
        b: String,
    },
    /// They give the position after a move another status.
    ChildStatus {
        /// The move.
        text: String,
        /// The first one's status.
        a: Status,
        /// The second one's status.
        b: Status,
    },
    /// They give the position after several moves, in which positions occur again, another status.
    LineStatus {
        /// The moves.
        #[serde(rename = "line")]
        moves: Vec<String>,
        /// The first one's status.
        a: Status,
        /// The second one's status.
        b: Status,
    },
    /// They count differently.
    Count {
        /// The length of the sequences that were counted.
        depth: u32,
        /// The first one's count.
        #[serde(serialize_with = "serialize_count")]
        a: u128,
        /// The second one's count.
        #[serde(serialize_with = "serialize_count")]
        b: u128,
    },
    /// Answers of the second do not fit together.
    Relation(Broken),
    /// One of them counts another number of legal moves than it lists.
    Inconsistent {
        /// Which: `a` or `b`.
        backend: char,
        /// How many it lists.
        listed: usize,
        /// How many it counts.
        #[serde(serialize_with = "serialize_count")]
        counted: u128,
    },
}

/// What came of the comparison at one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// They agree; this is what both say, the moves sorted.
    Same(Survey),
    /// Both refuse the position, perhaps for different reasons.
    Refused {
        /// The first one's error.
        a: BackendError,
        /// The second one's error.
        b: BackendError,
    },
    /// They differ.
    Different(Vec<Difference>),
}

/// Asks both about a position; with `deep` also for the number of sequences of two moves, and for the status
/// after the position has occurred again and again.
///
/// # Errors
/// If one of them does not support what it is asked; the error names it.
pub fn compare(
    pair: &mut Pair,
    variant: VariantId,
    vfen: &str,
    deep: bool,
) -> Result<Comparison, BackendError> {
    compare_sides([pair.a.as_mut(), pair.b.as_mut()], variant, vfen, deep)
}

/// The same of two backends that somebody else holds.
///
/// # Errors
/// If one of them does not support what it is asked; the error names it.
pub fn compare_sides(
    mut sides: [&mut dyn Backend; 2],
    variant: VariantId,
    vfen: &str,
    deep: bool,
) -> Result<Comparison, BackendError> {
    let (a, b) = match ask(&mut sides, variant, |view| view.survey(vfen)) {
        (Err(BackendError::Unsupported(reason)), _) => return Err(unsupported(sides[0], &reason)),
        (_, Err(BackendError::Unsupported(reason))) => return Err(unsupported(sides[1], &reason)),
        (Err(a), Err(b)) if a.refuses_position() && b.refuses_position() => {
            return Ok(Comparison::Refused { a, b });
        }
        (Ok(a), Ok(b)) => (a.sorted(), b.sorted()),
        (a, b) => return Ok(Comparison::Different(vec![answers_differ(&a, &b)])),
    };
    let mut found = differences(&a, &b);
    // Whoever finds other moves refuses some of those there and back.
    let is_same = found.is_empty();
    if deep {
        match ask(&mut sides, variant, |view| view.perft(vfen.into(), 2)) {
            (Ok(a), Ok(b)) if a == b => {}
            (Ok(a), Ok(b)) => found.push(Difference::Count { depth: 2, a, b }),
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
    // What only one of them says was not compared.
    let status = a.status.filter(|_| b.status.is_some());
    Ok(if found.is_empty() { Comparison::Same(Survey { status, ..a }) } else { Comparison::Different(found) })
}

impl Difference {
    /// That both refuse a position that occurs in games, with these errors.
    #[must_use]
    pub fn both_refuse(a: &BackendError, b: &BackendError) -> Self {
        Self::BothRefuse { a: a.to_string(), b: b.to_string() }
    }
}

/// What each says to a question about a variant.
fn ask<T>(
    [a, b]: &mut [&mut dyn Backend; 2],
    variant: VariantId,
    question: impl Fn(&mut dyn VariantBackend) -> Result<T, BackendError>,
) -> (Result<T, BackendError>, Result<T, BackendError>) {
    (a.of(variant).and_then(&question), b.of(variant).and_then(&question))
}

/// That a backend does not do what it is asked, with its name: there are two of them.
fn unsupported(backend: &dyn Backend, reason: &str) -> BackendError {
    BackendError::Unsupported(format!("{}: {reason}", backend.identity()))
}

/// How each took the question.
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

/// Whether one of them refuses a move.
fn refuses_move<T>(a: &Result<T, BackendError>, b: &Result<T, BackendError>) -> bool {
    [a, b].iter().any(|answer| answer.as_ref().is_err_and(BackendError::refuses_move))
}

/// Everything two surveys differ in, their moves sorted.
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

/// Both statuses, if both backends say one and they differ.
fn statuses(a: Option<Status>, b: Option<Status>) -> Option<(Status, Status)> {
    a.zip(b).filter(|(a, b)| a != b)
}

fn has_duplicates(children: &[Child]) -> bool {
    children.windows(2).any(|pair| pair[0].text == pair[1].text)
}

/// The moves that are there more than once, each once.
fn duplicates(children: &[Child]) -> Vec<String> {
    let pairs = children.windows(2).filter(|pair| pair[0].text == pair[1].text);
    let mut texts: Vec<_> = pairs.map(|pair| pair[0].text.clone()).collect();
    texts.dedup();
    texts
}

/// The moves of the first only, those of the second only, and the moves of both; a duplicate move counts once.
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
