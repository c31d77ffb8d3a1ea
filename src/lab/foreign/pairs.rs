//! Says by the legal moves of a position which counts may be right, and with that what unlabelled numbers mean.

use super::position::read_position;
use super::readings::{Counts, MAX_DEPTH};
use crate::backend::{Backend as _, Dispatch, VariantBackend};
use crate::game::variant::{Standard, Variant};
use crate::generators;
use std::collections::HashMap;

/// A position with more leaves is not counted one depth deeper.
pub(super) const MAX_COUNTED: u128 = 1000;

/// The greatest factor between the branching of one depth and that of the next.
const MAX_CHANGE: f64 = 5.0;

/// The judgement of the rules about counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// One is wrong.
    Wrong,
    /// They are too deep to be counted, or the position cannot be read.
    Unknown,
    /// Those of the first depths are right.
    Right,
}

/// The right counts of depth 1, 2, and so on, up to the first that is greater than `most`.
pub(super) fn first_counts(rules: &mut dyn VariantBackend, vfen: &str, most: u128) -> Vec<u128> {
    let mut counts = Vec::new();
    while counts.last().is_none_or(|count| (1..=most).contains(count)) && counts.len() < MAX_DEPTH as usize {
        match rules.perft(vfen.into(), counts.len() as u32 + 1) {
            Ok(count) => counts.push(count),
            Err(_) => break,
        }
    }
    counts
}

/// Compares counts with the first ones that are right.
pub(super) fn verdict(right: &[u128], counts: &Counts) -> Verdict {
    let right: Counts =
        [1].iter().chain(right).copied().zip(0..).map(|(count, depth)| (depth, count)).collect();
    let known = right.values().next_back().copied().unwrap_or(1);
    let is_wrong = |(depth, count): (&u32, &u128)| match right.get(depth) {
        Some(right) => right != count,
        // Deeper counts are greater, unless the position has few moves or none.
        None => known >= 100 && *count <= known || known == 0 && *count > 0,
    };
    let all: Counts = right.iter().chain(counts).map(|(depth, count)| (*depth, *count)).collect();
    let is_unsteady = known >= 100 && is_steady(&right) && !is_steady(&all);
    if counts.iter().any(is_wrong) || is_unsteady {
        Verdict::Wrong
    } else if counts.keys().any(|depth| *depth > 0 && right.contains_key(depth)) {
        Verdict::Right
    } else {
        Verdict::Unknown
    }
}

/// Whether each depth beyond the second has about as many moves for each position as the one before.
fn is_steady(counts: &Counts) -> bool {
    let at = |depth: u32| counts.get(&depth).map(|count| *count as f64);
    counts.keys().filter(|depth| **depth > 2).all(|depth| match (at(depth - 2), at(depth - 1), at(*depth)) {
        (Some(first), Some(second), Some(third)) if first > 0.0 && second > 0.0 => {
            let change = (third / second) / (second / first);
            (1.0 / MAX_CHANGE..=MAX_CHANGE).contains(&change)
        }
        _ => true,
    })
}

/// Knows the rules of a variant, and what two numbers behind a FEN mean, which is the same in a whole suite.
pub(super) struct Pairs<'v> {
    pub variant: &'v Variant,
    rules: Dispatch,
    /// The first counts of positions that were asked about.
    first_counts: HashMap<String, Vec<u128>>,
    /// Whether the first is a depth; `None` before the first pair.
    is_depth_with_count: Option<bool>,
}

impl<'v> Pairs<'v> {
    pub fn new(variant: &'v Variant) -> Self {
        Self {
            variant,
            rules: generators::oracle(&Standard),
            first_counts: HashMap::new(),
            is_depth_with_count: None,
        }
    }

    /// The reading that is right and has the most counts, or else the first that may be right.
    pub fn choose(&mut self, fen: &str, readings: Vec<Counts>) -> Option<Counts> {
        if readings.is_empty() {
            return None;
        }
        let right = self.first_counts(fen);
        let mut best: Option<((bool, usize), Counts)> = None;
        for counts in readings {
            let score = match verdict(&right, &counts) {
                Verdict::Right => (true, counts.len()),
                Verdict::Unknown => (false, 0),
                Verdict::Wrong => continue,
            };
            if best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, counts));
            }
        }
        best.map(|(_, counts)| counts)
    }

    /// The first counts of a position; none if it cannot be read.
    pub fn first_counts(&mut self, fen: &str) -> Vec<u128> {
        if let Some(known) = self.first_counts.get(fen) {
            return known.clone();
        }
        let vfen = read_position(self.variant, fen).ok().filter(|read| read.invalid.is_none());
        let counts = match (vfen, self.rules.of(self.variant.id)) {
            (Some(read), Ok(rules)) => first_counts(rules, &read.vfen, MAX_COUNTED),
            _ => Vec::new(),
        };
        self.first_counts.insert(fen.to_owned(), counts.clone());
        counts
    }

    /// The counts by depth that numbers behind a FEN are.
    pub fn counts(&mut self, fen: &str, numbers: &[u128]) -> Counts {
        if let [first, count] = *numbers
            && let Ok(depth) = u32::try_from(first)
            && self.is_depth_with_count(fen, first)
        {
            return Counts::from([(depth, count)]);
        }
        let first = numbers.first().map_or(1, |first| self.first_depth(fen, *first));
        (first..).zip(numbers.iter().copied()).collect()
    }

    /// The depth of the first of several counts: 0 if it is 0 or 1 and the position has another number of legal moves.
    pub fn first_depth(&mut self, fen: &str, count: u128) -> u32 {
        u32::from(count > 1 || self.legal_moves(fen).is_none_or(|legal| legal == count))
    }

    /// Whether two numbers are a depth and its count: unless the first position with two numbers has as many legal moves as the first says.
    fn is_depth_with_count(&mut self, fen: &str, first: u128) -> bool {
        if let Some(known) = self.is_depth_with_count {
            return known;
        }
        let is_depth = self.legal_moves(fen).is_some_and(|legal| legal != first);
        *self.is_depth_with_count.insert(is_depth)
    }

    /// The number of legal moves. `None` if the text is not a position of the variant.
    fn legal_moves(&mut self, fen: &str) -> Option<u128> {
        let read = read_position(self.variant, fen).ok()?;
        self.rules.of(self.variant.id).ok()?.perft(read.vfen.as_str().into(), 1).ok()
    }
}
