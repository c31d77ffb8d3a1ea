//! The settings of a descent, and its result.

use super::cause::{Cause, PathStep};
use super::columns::{ComparedColumn, ReportedColumn};
use crate::differences::search::SearchEnd;
use serde::Serialize;
use vperft::inner::backend::PositionPath;
use vperft::inner::game::perft;

/// Counts that the user reports for the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportedCounts {
    /// The total that is given apart from a table.
    pub total: Option<u128>,
    /// The columns of tables. Each is compared; the walk follows the first that differs.
    pub columns: Vec<ReportedColumn>,
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
    /// The columns of the user's tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<ComparedColumn>,
    /// Numbers of the user's text that were not read, although they may be counts: one sentence each.
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
