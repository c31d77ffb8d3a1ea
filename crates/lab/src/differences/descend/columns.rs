//! The columns of pasted tables, each compared with the counts of the trusted side.
//!
//! Invariant: a column agrees only if every count and every total of it does. The name of a column decides nothing.

use super::cause::{Detail, PathStep};
use super::given::{GivenRows, Matched, differing};
use super::rows::moves_differ;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use vperft::inner::game::perft::{Count, total};

/// A column of counts that the user reports for the root: moves with counts, totals, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportedColumn {
    /// Its header or the heading of its table, or a name such as `column 2`.
    pub name: String,
    /// Whether the name is of the text.
    pub is_named: bool,
    /// The number of its table, from 1.
    pub table: usize,
    /// The moves with the counts below them.
    pub rows: Option<GivenRows>,
    /// The totals.
    pub totals: Vec<u128>,
    /// How the text writes each move.
    pub labels: BTreeMap<String, String>,
}

/// How a column compares with the counts of the trusted side.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedColumn {
    /// Its name.
    pub name: String,
    /// Whether the name is of the text.
    #[serde(skip)]
    pub is_named: bool,
    /// The number of its table, from 1.
    pub table: usize,
    /// Whether nothing differs.
    pub agrees: bool,
    /// The number of legal moves that it lists; 0 for a total alone.
    pub listed: usize,
    /// The number of legal moves.
    pub legal: usize,
    /// Whether it has fewer than half of the legal moves, and no total: then none of them is missing.
    pub excerpt: bool,
    /// The moves with other counts.
    pub differing: Vec<PathStep>,
    /// How the text writes the first of them.
    #[serde(skip)]
    pub label: Option<String>,
    /// The legal moves that it lacks.
    pub missing: Vec<String>,
    /// The moves that are not legal.
    pub extra: Vec<String>,
    /// The moves that are listed more than once.
    pub duplicate: Vec<String>,
    /// The sum of its counts, or without moves the count of the trusted side.
    #[serde(serialize_with = "serialize_count")]
    pub sum: Option<u128>,
    /// The totals that are not this sum.
    #[serde(serialize_with = "serialize_counts")]
    pub totals: Vec<u128>,
}

fn serialize_count<S: Serializer>(count: &Option<u128>, serializer: S) -> Result<S::Ok, S::Error> {
    count.map(Count).serialize(serializer)
}

fn serialize_counts<S: Serializer>(counts: &[u128], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(counts.iter().copied().map(Count))
}

impl ReportedColumn {
    /// The total that is compared: the first that is not the sum of the moves, or without moves not `right`.
    pub(super) fn total(&self, right: u128) -> Option<u128> {
        let sum = self.rows.as_ref().map_or(Some(right), GivenRows::sum);
        self.totals.iter().find(|total| Some(**total) != sum).or(self.totals.first()).copied()
    }

    /// Whether it is an excerpt of the legal moves: it has fewer than half of them, and no total.
    pub(super) fn is_excerpt(&self, matched: &Matched, side: &[(String, u128)]) -> bool {
        self.totals.is_empty() && self.rows.is_some() && listed(matched, side) * 2 < side.len()
    }

    /// Compares it with the counts of the trusted side.
    pub(super) fn compare(&self, side: &[(String, u128)]) -> ComparedColumn {
        let matched = self.rows.as_ref().map(|rows| rows.matched(side)).unwrap_or_default();
        let excerpt = self.is_excerpt(&matched, side);
        let step = |(text, a, b)| PathStep { text, a, b };
        let mut differing: Vec<_> = differing(side, &matched.rows).into_iter().map(step).collect();
        differing.extend(matched.wrong_sums.iter().cloned().map(step));
        let label = differing.first().map(|step| self.labels.get(&step.text).unwrap_or(&step.text).clone());
        let moves = self.rows.as_ref().and_then(|_| moves_differ(side, &matched.rows));
        let (mut missing, extra, duplicate) = match moves {
            Some(Detail::Moves { missing, extra, duplicate }) => (missing, extra, duplicate),
            _ => Default::default(),
        };
        if excerpt {
            missing.clear();
        }
        let right = total(side.iter().map(|(_, count)| *count));
        let sum = self.rows.as_ref().map_or(right, GivenRows::sum);
        let totals: Vec<_> = self.totals.iter().copied().filter(|total| Some(*total) != sum).collect();
        let has_moves = missing.is_empty() && extra.is_empty() && duplicate.is_empty();
        let agrees = has_moves && differing.is_empty() && totals.is_empty();
        let (name, is_named, table) = (self.name.clone(), self.is_named, self.table);
        let (listed, legal) = (listed(&matched, side), side.len());
        ComparedColumn {
            name,
            is_named,
            table,
            agrees,
            listed,
            legal,
            excerpt,
            differing,
            label,
            missing,
            extra,
            duplicate,
            sum,
            totals,
        }
    }
}

/// The number of legal moves that a column lists.
fn listed(matched: &Matched, side: &[(String, u128)]) -> usize {
    side.iter().filter(|(text, _)| matched.lists(text)).count()
}
