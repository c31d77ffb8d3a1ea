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
