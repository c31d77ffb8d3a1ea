//! The settings of a descent, and its result.

use super::cause::{Cause, PathStep};
use super::given::GivenRows;
use crate::backend::PositionPath;
use crate::game::perft;
use crate::lab::search::SearchEnd;
use serde::Serialize;
use std::cmp::Ordering;

/// Counts that the user reports for the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportedCounts {
    /// The total.
    pub total: Option<u128>,
    /// The moves with the counts below them.
    pub rows: Option<GivenRows>,
    /// Other counts of the same moves, if the text has every count twice.
    pub second: Option<Box<ReportedCounts>>,
}

impl ReportedCounts {
    /// The counts to compare with those of a side, and a sentence that says which, if there are two. People who report a
    /// wrong count often write the right one next to it, so those that fit less are compared.
    pub(super) fn to_compare(&self, side: &[(String, u128)]) -> (&Self, Option<String>) {
        let Some(second) = &self.second else { return (self, None) };
        let fitting = |counts: &Self| {
            let rows = counts.rows.as_ref().map_or_else(Vec::new, |given| given.matched(side).rows);
            let sum = perft::total(side.iter().map(|(_, count)| *count));
            side.iter().filter(|row| rows.contains(row)).count() + usize::from(counts.total == sum)
        };
        let (compared, name) = match fitting(second).cmp(&fitting(self)) {
            Ordering::Less => (second.as_ref(), "second, which fit less"),
            Ordering::Equal => (self, "first"),
            Ordering::Greater => (self, "first, which fit less"),
        };
        (compared, Some(format!("the text has every count twice; compared the {name}")))
    }
}

/// The search for causes below a root.
#[derive(Clone, Copy, Debug)]
pub struct Descent<'a> {
    /// The root position.
    pub root: PositionPath<'a>,
    /// The depth of the wrong count, in plies.
    pub depth: u32,
    /// The number of distinct causes after which the search ends.
    pub causes: usize,
}

/// The result of a descent.
#[derive(Clone, Debug, Serialize)]
pub struct DescentResult {
    /// The count of the trusted side at the root.
    #[serde(serialize_with = "perft::serialize_count")]
    pub a: u128,
    /// The count of the tested side, or the reported one; `None` if it is not known.
    #[serde(serialize_with = "serialize_optional_count")]
    pub b: Option<u128>,
    /// Which counts were compared, if the user reports two of each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<String>,
    /// Numbers of the user's text that were not compared, although they are near a count: one sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    /// Whether only the total of the user's counts was compared.
    #[serde(skip)]
    pub is_total_only: bool,
    /// The root moves of a table whose counts differ, all of them.
    pub differing: Vec<PathStep>,
    /// The distinct causes, in the order in which they were found.
    pub causes: Vec<Cause>,
    /// The number of differing branches that were skipped, because earlier ones showed nothing new or enough causes
    /// were found.
    pub left: u64,
    /// The number of positions examined.
    pub positions: u64,
    /// Why the search ended.
    #[serde(rename = "stopped", serialize_with = "SearchEnd::serialize_is_stopped")]
    pub end: SearchEnd,
}

fn serialize_optional_count<S: serde::Serializer>(
    count: &Option<u128>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    count.map(perft::Count).serialize(serializer)
}
