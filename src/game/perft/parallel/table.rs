//! Counts of positions that were met before.

use memmap2::MmapMut;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::FromBytes as _;

/// One count: the two halves of the key, each mixed with the data, then the data.
type Entry = [AtomicU64; 3];

/// The entries a position may be in.
type Bucket = [Entry; 2];

/// The low bits of the data hold the count, the others the depth.
const COUNT_BITS: u32 = 56;

/// The largest count that is stored.
const COUNT_MAX: u64 = (1 << COUNT_BITS) - 1;

/// Zeroed memory for a [`Table`]. The system provides a page of it when it is first used.
#[derive(Debug)]
pub struct Memory {
    map: Option<MmapMut>,
    is_used: bool,
}

impl Memory {
    /// Memory for as many entries as fit into so many bytes; nothing for fewer than one bucket.
    ///
    /// # Errors
    /// If the system does not give it.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let used = bytes - bytes % size_of::<Bucket>();
        if used == 0 {
            return Ok(Self { map: None, is_used: false });
        }
        let map = MmapMut::map_anon(used)?;
        // Every probe is at a random place: large pages spare most of its address translations. A system
        // without them is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map: Some(map), is_used: false })
    }

    /// How many bytes it has.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.map.as_ref().map_or(0, |map| map.len())
    }
}

/// A hash table of counts, shared by threads without locks.
///
/// A count is found by the full 128-bit key of its position and by its depth, and by nothing less: all 128 key
/// bits and all depth bits are compared. So a wrong count takes two positions with the same key, which the
/// rules must rule out ([`Rules::key`](crate::game::rules::Rules::key)).
///
/// Threads may write one entry at the same time, and a reader may see words of several writers. The data,
/// depth and count, is one word, so it is always data that somebody wrote. The words beside it are
/// `low ^ data` and `high ^ rotated data`. Say a reader accepts data `d` for key `k`. If one of the two words
/// was written for `k`, with data `e`, then `e = d`, and `d` is right whoever wrote the data word. If neither
/// was, each matches by chance with 1 in 2^64, both with 1 in 2^128: as likely as two positions with one key.
///
/// Of the two entries of a bucket the shallower makes way, always: counts that cost much stay, and those that
/// cost little find a place however long the table has been in use.
#[derive(Debug)]
pub struct Table<'m> {
    buckets: &'m [Bucket],
}

impl<'m> Table<'m> {
    /// How many bytes are plenty for one position.
    pub(super) const ROOM: usize = size_of::<Bucket>();

    /// An empty table, or none if the memory holds no bucket. What an earlier table left there is wiped.
    pub fn new(memory: &'m mut Memory) -> Option<Self> {
        let map = memory.map.as_mut()?;
        if std::mem::replace(&mut memory.is_used, true) {
            map.fill(0);
        }
        let buckets = <[Bucket]>::mut_from_bytes(map).ok()?;
        Some(Self { buckets })
    }

    /// The count stored for this key and depth.
    #[must_use]
    pub fn get(&self, key: u128, depth: u32) -> Option<u64> {
        self.bucket(key, depth).iter().find_map(|[low, high, data]| {
            let data = data.load(Relaxed);
            let found = data != 0 && sealed(key, data) == [low.load(Relaxed), high.load(Relaxed)];
            (found && data >> COUNT_BITS == u64::from(depth)).then_some(data & COUNT_MAX)
        })
    }

    /// Stores a count. One that does not fit into an entry, 2^56 or more or at a depth of 0 or above 255, is not
    /// stored.
    pub fn put(&self, key: u128, depth: u32, count: u128) {
        let (Ok(depth_field @ 1..), Ok(count)) = (u8::try_from(depth), u64::try_from(count)) else { return };
        if count > COUNT_MAX {
            return;
        }
        let data = u64::from(depth_field) << COUNT_BITS | count;
        let [first, second] = self.bucket(key, depth);
        let held = |entry: &Entry| entry[2].load(Relaxed) >> COUNT_BITS;
        let entry = match held(first).cmp(&held(second)) {
            std::cmp::Ordering::Less => first,
            std::cmp::Ordering::Greater => second,
            // A bit of the key, so that both are used.
            std::cmp::Ordering::Equal if key & 1 == 0 => first,
            std::cmp::Ordering::Equal => second,
        };
        let [low, high] = sealed(key, data);
        entry[0].store(low, Relaxed);
        entry[1].store(high, Relaxed);
        entry[2].store(data, Relaxed);
    }

    fn bucket(&self, key: u128, depth: u32) -> &Bucket {
        let [low, high] = halves(key);
        // Odd constants without pattern (the golden ratio's and another's): the keys need not be random, and
        // one position at two depths is in two places.
        let mixed =
            (low ^ high.rotate_left(32)).wrapping_add(u64::from(depth).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The upper half of the product is a number below the count of buckets.
        let index = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

/// The words beside this data in an entry of this key.
const fn sealed(key: u128, data: u64) -> [u64; 2] {
    let [low, high] = halves(key);
    [low ^ data, high ^ data.rotate_left(32)]
}

const fn halves(key: u128) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every mixture of the words of three writers, of one position or of several, is either refused or right.
    #[test]
    fn torn_entries_are_refused() {
        let counts = [(7, 1, 20), (7, 2, 400), (7 << 64, 1, 20), (7, 1, 20), (8, 1, 21), (u128::MAX, 2, 400)];
        let mut memory = Memory::new(size_of::<Bucket>()).expect("memory");
        let table = Table::new(&mut memory).expect("a bucket");
        let (mut refused, mut found) = (0, 0);
        for low in counts {
            for high in counts {
                for data in counts {
                    let word = |(key, depth, count): (u128, u64, u64), index: usize| {
                        let data = depth << COUNT_BITS | count;
                        let [low, high] = sealed(key, data);
                        [low, high, data][index]
                    };
                    let words = [word(low, 0), word(high, 1), word(data, 2)];
                    for (place, word) in table.buckets[0][0].iter().zip(words) {
                        place.store(word, Relaxed);
                    }
                    for (key, depth, count) in counts {
                        let id = format!("{key:x} at depth {depth} in {low:x?}, {high:x?}, {data:x?}");
                        let answer = table.get(key, depth as u32);
                        assert!(answer.is_none_or(|answer| answer == count), "{id}: {answer:?}");
                        refused += usize::from(answer.is_none());
                        found += usize::from(answer.is_some());
                    }
                }
            }
        }
        assert!(refused > found && found > 0, "{refused} refused, {found} found");
    }
}
