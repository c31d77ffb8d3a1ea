//! The counts of a table, and how they compare with those of a side.

use std::collections::BTreeMap;

/// The moves of a table with the counts below them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenRows {
    /// The moves, as the trusted side writes them, sorted. A move that the table has twice is there twice.
    pub rows: Vec<(String, u128)>,
    /// The promotions that do not name the piece.
    pub promotions: Vec<UnnamedPromotions>,
}

/// Lines of a table that promote from one square to another without naming the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnnamedPromotions {
    /// The legal promotions from that square to that square, sorted.
    pub moves: Vec<String>,
    /// The counts: one for each promotion in any order, or their sum.
    pub counts: Vec<u128>,
}

/// A table matched with the counts of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Matched {
    /// The rows, with each promotion named.
    pub rows: Vec<(String, u128)>,
    /// The promotions of which the table has a wrong sum: the move without the piece, the right sum, and that of the table.
    pub wrong_sums: Vec<(String, u128, u128)>,
}

impl Matched {
    /// Whether a move is listed.
    pub(super) fn lists(&self, text: &str) -> bool {
        self.rows.binary_search_by(|(row, _)| row.as_str().cmp(text)).is_ok()
    }
}

impl GivenRows {
    /// The sum of all counts; `None` if it overflows.
    pub(super) fn sum(&self) -> Option<u128> {
        let unnamed = self.promotions.iter().flat_map(|group| &group.counts);
        let mut counts = self.rows.iter().map(|(_, count)| count).chain(unnamed);
        counts.try_fold(0_u128, |sum, count| sum.checked_add(*count))
    }

    /// Names the promotions by the counts of a side. Counts that fit no promotion go to those that are left, in order; one
    /// that is still left is a promotion too many.
    pub(super) fn matched(&self, side: &[(String, u128)]) -> Matched {
        let counts: BTreeMap<_, _> = side.iter().map(|(text, count)| (text, *count)).collect();
        let mut matched = Matched { rows: self.rows.clone(), wrong_sums: Vec::new() };
        for UnnamedPromotions { moves, counts: given } in &self.promotions {
            let expected = moves.iter().filter_map(|text| Some((text.clone(), *counts.get(text)?)));
            let expected: Vec<_> = expected.collect();
            let sum = expected.iter().fold(0_u128, |sum, (_, count)| sum.saturating_add(*count));
            if let [given] = given[..]
                && expected.len() > 1
            {
                if given != sum {
                    let stem = moves[0].split(';').next().unwrap_or_default();
                    matched.wrong_sums.push((stem.to_owned(), sum, given));
                }
                matched.rows.extend(expected);
                continue;
            }
            let mut left = given.clone();
            let mut unmatched = Vec::new();
            for (text, count) in expected {
                match left.iter().position(|given| *given == count) {
                    Some(at) => matched.rows.push((text, left.remove(at))),
                    None => unmatched.push(text),
                }
            }
            let last = moves.last().cloned().unwrap_or_default();
            let mut names = unmatched.into_iter();
            matched
                .rows
                .extend(left.into_iter().map(|count| (names.next().unwrap_or_else(|| last.clone()), count)));
        }
        matched.rows.sort();
        matched
    }
}

/// The moves that both lists have with different counts, with both counts. Of a move that `b` has twice, the count nearer
/// to agreement is taken.
pub(super) fn differing(a: &[(String, u128)], b: &[(String, u128)]) -> Vec<(String, u128, u128)> {
    let different = |(text, a): &(String, u128)| {
        let mut others = b.iter().filter(|(other, _)| other == text).map(|(_, count)| *count);
        let first = others.next()?;
        let is_same = first == *a || others.any(|other| other == *a);
        (!is_same).then(|| (text.clone(), *a, first))
    };
    a.iter().filter_map(different).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn rows(list: &[(&str, u128)]) -> Vec<(String, u128)> {
        list.iter().map(|(text, count)| ((*text).to_owned(), *count)).collect()
    }

    fn check(counts: &[u128], expected: &[(&str, u128)], wrong_sums: &[(&str, u128, u128)]) {
        let moves = ["P b7-b8; N-b8", "P b7-b8; Q-b8", "P b7-b8; R-b8"].map(str::to_owned);
        let group = UnnamedPromotions { moves: moves.to_vec(), counts: counts.to_vec() };
        let given = GivenRows { rows: rows(&[("K e1-e2", 5)]), promotions: vec![group] };
        let side = rows(&[("K e1-e2", 5), ("P b7-b8; N-b8", 1), ("P b7-b8; Q-b8", 3), ("P b7-b8; R-b8", 2)]);
        let matched = given.matched(&side);
        let mut all = rows(&[("K e1-e2", 5)]);
        all.extend(rows(expected));
        assert_eq!(matched.rows, all, "{counts:?}");
        let sums: Vec<_> = wrong_sums.iter().map(|(text, a, b)| ((*text).to_owned(), *a, *b)).collect();
        assert_eq!(matched.wrong_sums, sums, "{counts:?}");
    }

    #[test]
    fn promotions_are_named_by_their_counts() {
        let right = [("P b7-b8; N-b8", 1), ("P b7-b8; Q-b8", 3), ("P b7-b8; R-b8", 2)];
        check(&[1, 2, 3], &right, &[]);
        check(&[3, 1, 2], &right, &[]);
        check(&[6], &right, &[]);
        check(&[7], &right, &[("P b7-b8", 6, 7)]);
        check(&[9, 1, 3], &[("P b7-b8; N-b8", 1), ("P b7-b8; Q-b8", 3), ("P b7-b8; R-b8", 9)], &[]);
        check(&[1, 3], &[("P b7-b8; N-b8", 1), ("P b7-b8; Q-b8", 3)], &[]);
        let more = [("P b7-b8; N-b8", 1), ("P b7-b8; Q-b8", 3), ("P b7-b8; R-b8", 2), ("P b7-b8; R-b8", 4)];
        check(&[1, 2, 3, 4], &more, &[]);
    }

    #[test]
    fn counts_of_the_same_move_are_compared() {
        let a = rows(&[("K e1-e2", 5), ("K e1-f1", 6), ("K e1-d1", 7)]);
        let b = rows(&[("K e1-e2", 4), ("K e1-e2", 5), ("K e1-f1", 7), ("K e1-f2", 1)]);
        assert_eq!(differing(&a, &b), [("K e1-f1".to_owned(), 6, 7)]);
    }
}
