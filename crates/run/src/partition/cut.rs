//! Parts, and which items belong to which.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// The most parts that a piece of work is cut into.
const MAX_PARTS: u32 = 10_000;

/// One of the parts of a piece of work, such as `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    /// The number of the part, from 1.
    pub number: u32,
    /// The number of parts.
    pub of: u32,
}

impl Part {
    /// A part; `None` unless `1 <= number <= of`, and `of` is not too large.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        ((1..=of).contains(&number) && of <= MAX_PARTS).then_some(Self { number, of })
    }

    /// All parts of a piece of work cut into this many.
    pub fn all(of: u32) -> impl Iterator<Item = Self> {
        (1..=of).map(move |number| Self { number, of })
    }

    /// Whether the item with this index is in the part, if items are dealt out in turn.
    pub fn has(self, index: u64) -> bool {
        index % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let part = numbers.and_then(|(number, of)| Self::new(number, of));
        part.ok_or_else(|| {
            format!("expected K/N, such as 2/4: a part from 1 to N, and at most {MAX_PARTS} parts")
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Deals items of these costs out to parts. Returns the number of the part of each item.
///
/// Both the numbers of items and the sums of costs are about equal: of each `of` next most expensive items every part
/// gets one, and the part with the least cost so far gets the most expensive of them. An item may take time for being
/// asked at all, whatever its cost.
pub fn balanced(costs: &[u64], of: u32) -> Vec<u32> {
    let mut order: Vec<_> = (0..costs.len()).collect();
    order.sort_by_key(|&index| Reverse(costs[index]));
    let mut loads: Vec<_> = Part::all(of).map(|part| (0_u64, part.number)).collect();
    let mut parts = vec![0; costs.len()];
    for group in order.chunks(loads.len()) {
        loads.sort_unstable();
        for (&index, (load, number)) in group.iter().zip(&mut loads) {
            parts[index] = *number;
            *load = load.saturating_add(costs[index]);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn parts_are_written_as_k_of_n() {
        for (text, expected) in
            [("1/1", Some((1, 1))), ("2/4", Some((2, 4))), ("10000/10000", Some((10_000, 10_000)))]
        {
            let part = text.parse::<Part>().ok();
            assert_eq!(part.map(|part| (part.number, part.of)), expected, "{text}");
            assert_eq!(part.map(|part| part.to_string()).as_deref(), Some(text));
        }
        for text in ["", "2", "0/4", "5/4", "1/0", "1/10001", "count:1/4", "1/4/4", "-1/4", "1/4294967296"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_item_is_in_one_part() {
        for of in [1, 3, 7] {
            for index in 0..50 {
                assert_eq!(Part::all(of).filter(|part| part.has(index)).count(), 1, "{index} of {of}");
            }
        }
    }

    #[test]
    fn numbers_and_costs_are_balanced() {
        // (costs, parts, the most cost of a part that is expected)
        for (costs, of, most) in [
            (vec![], 3, 0),
            (vec![5], 3, 5),
            (vec![1; 12], 4, 3),
            (vec![8, 7, 6, 5, 4, 3, 2, 1], 2, 18),
            (vec![100, 1, 1, 1, 1, 1], 3, 101),
            ((0..100).map(|n| n * n).collect(), 7, 48_000),
        ] {
            let parts = balanced(&costs, of);
            let sum = |number| -> u64 {
                costs.iter().zip(&parts).filter(|(_, part)| **part == number).map(|(cost, _)| cost).sum()
            };
            let number = |number| parts.iter().filter(|part| **part == number).count();
            let numbers: Vec<_> = (1..=of).map(number).collect();
            let spread = numbers.iter().max().unwrap() - numbers.iter().min().unwrap();
            assert!(spread <= 1, "{costs:?}: {numbers:?}");
            assert_eq!(numbers.iter().sum::<usize>(), costs.len());
            let load = (1..=of).map(sum).max().unwrap();
            assert!(load <= most, "{costs:?} in {of}: {load}, expected at most {most}");
        }
    }
}
