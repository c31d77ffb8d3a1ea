//! The causes that were found, and whether a difference has one of them.

use super::item::{Class, classes};
use super::reach::Limit;
use super::slips::PossibleSlips;
use crate::differences::descend::Detail;
use crate::differences::fuzz::{Difference, FoundDifference};
use crate::differences::shrink::ShrinkResult;
use serde::Serialize;
use std::collections::BTreeSet;
use vperft::inner::backend::Backend;
use vperft::inner::game::variant::Clause;

/// A distinct cause.
#[derive(Clone, Debug, Serialize)]
pub struct SortedCause {
    /// The number of positions with this cause.
    pub seen: u64,
    /// The limit of reach that the cause is, in words, and the pieces that it was seen to limit; or the slip that it is.
    pub limit: Option<String>,
    /// The first of these positions.
    pub first: FoundDifference,
    /// The first position after shrinking.
    #[serde(flatten)]
    pub shrunk: ShrinkResult,
    /// The number of plies that were counted to show the difference.
    #[serde(skip)]
    pub depth: u32,
}

/// A cause that was found, and what recognises it again.
pub(super) struct KnownCause {
    pub cause: SortedCause,
    /// The limit of reach that the cause is.
    pub limit: Option<Limit>,
    /// The rules without each clause that may explain the cause, with the number of differences they explain.
    pub suspects: Vec<(Clause, Box<dyn Backend>, u64)>,
    /// The slips that may explain the cause.
    pub slips: PossibleSlips,
}

/// The clauses that explain a difference exactly, at all its answers or else at the one that was shrunk.
pub(super) fn exact_clauses(shrunk: &ShrinkResult) -> Vec<&'static str> {
    match &shrunk.reason {
        Some(reason) if shrunk.clauses.is_empty() && reason.exact => {
            reason.clauses.iter().map(|clause| clause.id()).collect()
        }
        _ => shrunk.clauses.clone(),
    }
}

/// Whether two differences are of the same kind, with the same lists of moves, and about the same clause. A mistake about
/// one clause, such as a pin that is overlooked, shows in the moves of several pieces.
pub(super) fn have_same_reason(one: &ShrinkResult, other: &ShrinkResult) -> bool {
    let clause = |shrunk: &ShrinkResult| shrunk.reason.as_ref()?.clauses.first().copied();
    let lists = |detail: &Detail| match detail {
        Detail::Moves { missing, extra, duplicate } => {
            [missing, extra, duplicate].map(|list| !list.is_empty())
        }
        _ => [false; 3],
    };
    let is_alike = one.kind == other.kind && lists(&one.detail) == lists(&other.detail);
    is_alike && clause(one).is_some_and(|first| clause(other) == Some(first))
}

impl KnownCause {
    /// Whether the cause is a limit of reach that leaves out all moves that differ at a position. Remembers their pieces.
    pub fn is_limit_of(&mut self, found: &FoundDifference) -> bool {
        let (Some(limit), [Difference::Moves { only_a, only_b, duplicate_a, duplicate_b }]) =
            (&mut self.limit, &found.differences[..])
        else {
            return false;
        };
        let is_only_missing = [only_b, duplicate_a, duplicate_b].iter().all(|list| list.is_empty());
        let is_of_limit = is_only_missing && limit.leaves_out(only_a, &found.vfen);
        if is_of_limit {
            limit.add(only_a, &found.vfen);
        }
        is_of_limit
    }

    pub fn classes(&self) -> BTreeSet<Class> {
        classes(self.cause.shrunk.kind, &self.cause.shrunk.detail)
    }
}
