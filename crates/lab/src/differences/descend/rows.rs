//! Rows of moves with counts, and what differs between two lists of them.

use super::cause::Detail;
use vperft::inner::backend::BackendError;
use vperft::inner::corpus::question::{Failure, compare_moves};
use vperft::inner::game::perft;

/// The sum of the counts.
pub(super) fn sum(rows: &[(String, u128)]) -> Result<u128, BackendError> {
    Ok(perft::total(rows.iter().map(|(_, count)| *count)).ok_or(perft::CountError::Overflow)?)
}

fn texts(rows: &[(String, u128)]) -> Vec<String> {
    rows.iter().map(|(text, _)| text.clone()).collect()
}

/// The difference between the moves of two lists of rows.
pub(super) fn moves_differ(a: &[(String, u128)], b: &[(String, u128)]) -> Option<Detail> {
    lists_differ(&texts(a), texts(b))
}

/// The difference between two lists of moves.
#[must_use]
pub fn lists_differ(a: &[String], b: Vec<String>) -> Option<Detail> {
    match compare_moves(a, b)? {
        Failure::Moves { missing, extra, duplicate, .. } => Some(Detail::Moves { missing, extra, duplicate }),
        _ => None,
    }
}
