//! The same count by other means.

use super::{Broken, Held, Relation, known, moves};
use crate::backend::{PositionPath, VariantBackend};
use crate::game::perft::Resources;
use std::num::NonZeroUsize;

/// How many plies are counted.
const DEPTH: u32 = 2;
/// The size of the hash table.
const TABLE: usize = 1 << 16;

/// That a list of moves is not as long as perft 1 says.
pub(super) fn unlike(listed: usize, counted: u128) -> Broken {
    let rows = vec![("listed", vec![listed.to_string()]), ("counted", vec![counted.to_string()])];
    Relation::Count.broken("perft 1".into(), rows)
}

/// Perft 1 and the list of moves; and the count as the backend likes it, and split by moves with one thread, and with two and a hash table.
pub(super) fn hold(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Held {
    let (listed, counted) = (moves(view, path)?.len(), view.perft(path, 1)?);
    if counted != listed as u128 {
        return Ok(Some(unlike(listed, counted)));
    }
    let plain = view.perft(path, DEPTH)?;
    let one = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let two = Resources { threads: NonZeroUsize::MIN.saturating_add(1), hash_bytes: TABLE };
    let mut rows = vec![("counted", plain)];
    for (name, means) in [("by moves", one), ("2 threads", two)] {
        if let Some(tally) = known(view.count(path, DEPTH, &means, &()))? {
            rows.push((name, tally.total));
        }
    }
    if rows.iter().all(|(_, count)| *count == plain) {
        return Ok(None);
    }
    let rows = rows.into_iter().map(|(name, count)| (name, vec![count.to_string()])).collect();
    Ok(Some(Relation::Count.broken(format!("perft {DEPTH}"), rows)))
}
