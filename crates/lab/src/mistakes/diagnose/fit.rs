//! How well a mistake fits the answers of the backend, and the probes that tell most about the mistakes.

use super::answers::WrongAnswer;
use super::difference_map::DifferenceMap;
use std::collections::{BTreeMap, BTreeSet};

/// The number of unexplained probes used to find mistakes.
const MAX_ACCUSING_PROBES: usize = 32;
/// A mistake is named if it explains more than one in this many of the positions in which it would show.
const POSITIONS_PER_EXPLAINED: usize = 2;
/// A mistake is not named if it contradicts more than one in this many of these positions.
const POSITIONS_PER_CONTRADICTED: usize = 5;

/// What a mistake would show and what the backend shows, over all probes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// The number of differences that it explains, less those that it invents.
    pub gain: usize,
    /// The probes that it explains entirely.
    pub exactly: usize,
    /// The probes at which it comes nearer to the answer of the backend.
    pub nearer: usize,
    /// The probes at which it would show.
    pub touched: usize,
    /// The probes at which the answer of the backend is nearer without it.
    pub contradicted: usize,
}

impl Fit {
    /// Whether the mistake is named: see [`attribution`](super::attribution).
    pub const fn is_named(self) -> bool {
        self.exactly > 0
            && self.gain > 0
            && self.nearer * POSITIONS_PER_EXPLAINED > self.touched
            && self.contradicted * POSITIONS_PER_CONTRADICTED <= self.touched
    }
}

/// Selects a few unexplained probes and returns their numbers. It takes one probe of each kind of difference in turn, those
/// with the fewest differences first, so that a frequent kind does not crowd out the others.
pub(super) fn accusing(explained: &DifferenceMap, target: &DifferenceMap) -> Vec<usize> {
    let mut kinds = BTreeMap::<String, Vec<(usize, usize)>>::new();
    for number in explained.differing_probes(target) {
        let differences = target.0.get(&number);
        let left = differences.into_iter().flatten();
        let own = explained.0.get(&number);
        let first = left.filter(|one| own.is_none_or(|own| !own.contains(one))).map(kind).min();
        let size = differences.map_or(usize::MAX, BTreeSet::len);
        kinds.entry(first.unwrap_or_default()).or_default().push((size, number));
    }
    kinds.values_mut().for_each(|numbers| numbers.sort_unstable());
    let longest = kinds.values().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|index| kinds.values().filter_map(move |list| list.get(index)));
    in_turn.take(MAX_ACCUSING_PROBES).map(|(_, number)| *number).collect()
}

/// How well joint differences fit the target, compared with those of the baseline.
pub(super) fn fit(base: &DifferenceMap, with: &DifferenceMap, target: &DifferenceMap) -> Fit {
    let nothing = BTreeSet::new();
    let (mut fit, mut gained, mut lost) = (Fit::default(), 0, 0);
    for number in base.differing_probes(with) {
        let [before, after, wanted] =
            [base, with, target].map(|differences| differences.0.get(&number).unwrap_or(&nothing));
        let [before, after] = [before, after].map(|own| own.symmetric_difference(wanted).count());
        fit.touched += 1;
        fit.exactly += usize::from(after == 0);
        fit.nearer += usize::from(after < before);
        fit.contradicted += usize::from(after > before);
        gained += before.saturating_sub(after);
        lost += after.saturating_sub(before);
    }
    Fit { gain: gained.saturating_sub(lost), ..fit }
}

/// The kind of a difference: what differs, and the piece.
fn kind(difference: &WrongAnswer) -> String {
    let piece = |text: &str| text.split(' ').next().unwrap_or_default().to_uppercase();
    match difference {
        WrongAnswer::Missing { text } => format!("missing {}", piece(text)),
        WrongAnswer::Extra { text } => format!("extra {}", piece(text)),
        WrongAnswer::Duplicate { text } => format!("duplicate {}", piece(text)),
        WrongAnswer::Child { text, field, .. } => format!("{field} {}", piece(text)),
        WrongAnswer::Status { expected, answered } => format!("status {expected} {answered}"),
        WrongAnswer::Refused => "refused".into(),
        WrongAnswer::Accepted => "accepted".into(),
    }
}
