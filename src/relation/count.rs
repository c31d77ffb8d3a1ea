//! The same count by other means.

use super::{Held, Relation, known};
use crate::backend::{Place, View};
use crate::perft::{NoProgress, Resources};
use std::num::NonZeroUsize;

/// How many plies are counted.
const DEPTH: u32 = 2;
/// The size of the hash table.
const TABLE: usize = 1 << 16;

/// The count as the backend likes it, and split by moves with one thread, and with two and a hash table.
pub(super) fn hold(view: &mut dyn View, place: Place<'_>) -> Held {
    let plain = view.perft(place, DEPTH)?;
    let one = Resources { threads: NonZeroUsize::MIN, hash_bytes: 0 };
    let two = Resources { threads: NonZeroUsize::MIN.saturating_add(1), hash_bytes: TABLE };
    let mut rows = vec![("counted", plain)];
    for (name, means) in [("by moves", one), ("2 threads", two)] {
        if let Some(tally) = known(view.count(place, DEPTH, &means, &NoProgress))? {
            rows.push((name, tally.total));
        }
    }
    if rows.iter().all(|(_, count)| *count == plain) {
        return Ok(None);
    }
    let rows = rows.into_iter().map(|(name, count)| (name, vec![count.to_string()])).collect();
    Ok(Some(Relation::Count.broken(format!("perft {DEPTH}"), rows)))
}
