//! Counts on one thread, with the counts of earlier ones.

use super::CountObserver;
use crate::game::rules::Rules;

/// The plies that are counted without asking the observer. Such a count ends soon enough.
const UNOBSERVED_PLIES: u32 = 3;

/// The counts of positions, by the key that the rules give a position ([`Rules::key`]) and the depth.
///
/// Threads share it. It may forget. It belongs to one backend and one variant, since rules that differ may have equal keys.
pub trait CountCache: Sync {
    /// The count of this key and depth, if it is known.
    fn get(&self, key: u128, depth: u32) -> Option<u64>;

    /// Remembers a count, unless it is too large.
    fn put(&self, key: u128, depth: u32, count: u128);
}

/// Why a count ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The observer stopped it.
    Stopped,
    /// It is 2^128 or more.
    Overflow,
}

/// Counts below a position on this thread. `stack` holds the moves of the nodes above. It is unchanged afterwards unless the count ended
/// early. The caller gives no cache to rules whose counts do not depend on the key alone ([`Rules::has_count_by_key`]).
pub(crate) fn count_alone<R: Rules + ?Sized, C: CountCache + ?Sized>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    cache: Option<&C>,
    observer: &CountObserver<'_>,
    stack: &mut Vec<R::Move>,
) -> Result<u128, Halt> {
    if depth > UNOBSERVED_PLIES && observer.is_stopped() {
        return Err(Halt::Stopped);
    }
    // At fewer plies a look-up is more expensive than a count.
    let least = rules.min_hash_depth();
    let cache = cache.filter(|_| depth >= least).map(|cache| (cache, rules.key(position)));
    if let Some(count) = cache.and_then(|(cache, key)| cache.get(key, depth)) {
        return Ok(count.into());
    }
    let is_leaf = if cache.is_some() { depth <= least } else { depth <= UNOBSERVED_PLIES };
    let count = if is_leaf {
        rules.perft(position, depth, stack)
    } else {
        let base = stack.len();
        rules.legal_moves(position, stack);
        let mut sum = 0_u128;
        for index in base..stack.len() {
            let child = rules.play(position, &stack[index]);
            let below =
                count_alone(rules, &child, depth - 1, cache.map(|(cache, _)| cache), observer, stack)?;
            sum = sum.checked_add(below).ok_or(Halt::Overflow)?;
        }
        stack.truncate(base);
        sum
    };
    if let Some((cache, key)) = cache {
        cache.put(key, depth, count);
    }
    Ok(count)
}
