//! Recognises suites that count in another way, and makes their counts those of leaves by depth.
//!
//! A suite does so if the legal moves say it of every position that can be asked about.

use super::pairs::Pairs;
use super::{Entry, ForeignSuite, Refusal};
use crate::game::variant::Variant;
use std::collections::BTreeMap;
use std::fmt;

/// A meaning of the counts of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// The nodes above the leaves are counted too.
    AllNodes,
    /// The legal moves are the count of depth 0.
    DepthsFromZero,
}

/// The note about such a suite.
impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllNodes => "the counts include the nodes above the leaves; their differences are used",
            Self::DepthsFromZero => "the depths count from 0; one is added",
        })
    }
}

/// Changes the counts of a suite that has another convention, and returns it. Counts that cannot be changed are refused.
pub(super) fn settle(suite: &mut ForeignSuite, variant: &Variant) -> Option<Convention> {
    let mut pairs = Pairs::new(variant);
    let convention = [Convention::AllNodes, Convention::DepthsFromZero]
        .into_iter()
        .find(|convention| convention.is_of(&suite.entries, &mut pairs))?;
    for entry in &mut suite.entries {
        let counts = entry.counts.iter().map(|(depth, count)| (*depth, *count));
        entry.counts = match convention {
            Convention::DepthsFromZero => counts.map(|(depth, count)| (depth + 1, count)).collect(),
            Convention::AllNodes => leaves(entry, &mut suite.refusals),
        };
    }
    Some(convention)
}

impl Convention {
    fn is_of(self, entries: &[Entry], pairs: &mut Pairs<'_>) -> bool {
        let mut said = entries.iter().filter_map(|entry| self.is_said_by(entry, pairs)).peekable();
        said.peek().is_some() && said.all(|is_said| is_said)
    }

    /// Whether a position says that the suite has this convention. `None` if it says nothing.
    fn is_said_by(self, entry: &Entry, pairs: &mut Pairs<'_>) -> Option<bool> {
        let count = |depth: u32| entry.counts.get(&depth).copied();
        let (first, second) = match self {
            Self::AllNodes => (count(1)?, Some(count(2)?)),
            Self::DepthsFromZero => (count(0)?, None),
        };
        let is_other = entry.variant.is_some() || !entry.moves.is_empty() || !entry.divides.is_empty();
        if is_other || self == Self::DepthsFromZero && first == 1 {
            return None;
        }
        let right = pairs.first_counts(&entry.fen);
        let moves = *right.first()?;
        Some(match second {
            None => first == moves,
            Some(second) => first == moves + 1 && second == first + right.get(1)?,
        })
    }
}

/// The count of each depth without that of the depth before.
fn leaves(entry: &Entry, refusals: &mut Vec<Refusal>) -> BTreeMap<u32, u128> {
    let leaves_of = |(&depth, &count): (&u32, &u128)| {
        let above = match depth.checked_sub(1) {
            None => Some(0),
            Some(0) => Some(1),
            Some(above) => entry.counts.get(&above).copied(),
        };
        let leaves = above.and_then(|above| count.checked_sub(above));
        if leaves.is_none() {
            let reason = format!(
                "the count of depth {depth} includes all nodes above; expected that of the depth before too"
            );
            refusals.push(Refusal::new(entry.line, reason));
        }
        Some((depth, leaves?))
    };
    entry.counts.iter().filter_map(leaves_of).collect()
}
