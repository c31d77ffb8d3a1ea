//! A count made in different ways.

use super::{Broken, Relation, RelationResult, known, moves};
use crate::backend::{PositionPath, VariantBackend};
use crate::game::perft::Resources;
use std::num::NonZeroUsize;

/// The depth of the count.
const DEPTH: u32 = 2;
/// The size of the hash table in bytes.
const TABLE: usize = 1 << 16;

/// The break of the relation by a list of moves that is not as long as perft 1.
pub(super) fn unlike(listed: usize, counted: u128) -> Broken {
    let rows = vec![("listed", vec![listed.to_string()]), ("counted", vec![counted.to_string()])];
    Relation::Count.broken("perft 1".into(), rows)
}

/// Compares perft 1 with the list of moves, and the plain count with the counts by moves, with one thread and with two and a table.
pub(super) fn hold(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> RelationResult {
    let (listed, counted) = (moves(view, path)?.len(), view.perft(path, 1)?);
    if counted != listed as u128 {
        return Ok(Some(unlike(listed, counted)));
    }
    let plain = view.perft(path, DEPTH)?;
    let one = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let two = Resources { threads: NonZeroUsize::MIN.saturating_add(1), hash_bytes: TABLE };
    let mut rows = vec![("counted", plain)];
    for (name, resources) in [("by moves", one), ("2 threads", two)] {
        if let Some(tally) = known(view.count(path, DEPTH, &resources, &()))? {
            rows.push((name, tally.total));
        }
    }
    if rows.iter().all(|(_, count)| *count == plain) {
        return Ok(None);
    }
    let rows = rows.into_iter().map(|(name, count)| (name, vec![count.to_string()])).collect();
    Ok(Some(Relation::Count.broken(format!("perft {DEPTH}"), rows)))
}
