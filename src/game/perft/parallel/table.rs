//! A hash table of counts, shared by threads without locks.

use crate::game::perft::CountCache;
use memmap2::MmapMut;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use zerocopy::FromBytes as _;

/// A stored count: the two halves of the key, each combined with the data, then the data.
type Entry = [AtomicU64; 3];

/// The two entries that can hold a position.
type Bucket = [Entry; 2];

/// The number of low bits of the data that hold the count. The others hold the depth.
const COUNT_BITS: u32 = 56;

/// The largest count that is stored.
const COUNT_MAX: u64 = (1 << COUNT_BITS) - 1;

/// Zeroed memory for a [`Table`]. The system provides each page on first use.
#[derive(Debug)]
pub struct Memory {
    map: Option<MmapMut>,
    is_used: bool,
}

impl Memory {
    /// Allocates memory for the entries that fit into a number of bytes. Allocates nothing for less than one bucket.
    ///
    /// # Errors
    /// If the system does not provide the memory.
    pub fn new(bytes: usize) -> io::Result<Self> {
        let used = bytes - bytes % size_of::<Bucket>();
        if used == 0 {
            return Ok(Self { map: None, is_used: false });
        }
        let map = MmapMut::map_anon(used)?;
        // Every access is at a random address, so large pages save most address translations. Without them the table
        // is slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map: Some(map), is_used: false })
    }

    /// The size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.map.as_ref().map_or(0, |map| map.len())
    }
}

/// A hash table of counts, shared by threads without locks.
///
/// A look-up compares all 128 bits of the key and the depth. A wrong count therefore needs two positions with the same key, which the
/// rules must prevent ([`Rules::key`](crate::game::rules::Rules::key)).
///
/// Several threads may write an entry at the same time, and a reader may see words of different writers. The
/// data (depth and count) is one word, so one thread has written all of it. The other two words are
/// `low ^ data` and `high ^ rotated data`. Suppose a reader accepts data `d` for key `k`. If one of the two
/// words was written for `k`, with data `e`, then `e = d`, so `d` is right whichever thread wrote the data word.
/// If neither was, each matches by chance with probability 2^-64, and both with 2^-128. That is as unlikely as
/// two positions with the same key.
///
/// A new count always replaces the shallower of the two entries of its bucket. Expensive counts stay, and cheap ones still find a place
/// in a full table.
#[derive(Debug)]
pub struct Table<'m> {
    buckets: &'m [Bucket],
}

impl<'m> Table<'m> {
    /// A generous size in bytes for one position.
    pub(super) const BYTES_PER_POSITION: usize = size_of::<Bucket>();

    /// An empty table. `None` if the memory is smaller than a bucket. Clears the entries of an earlier table.
    pub fn new(memory: &'m mut Memory) -> Option<Self> {
        let map = memory.map.as_mut()?;
        if std::mem::replace(&mut memory.is_used, true) {
            map.fill(0);
        }
        let buckets = <[Bucket]>::mut_from_bytes(map).ok()?;
        Some(Self { buckets })
    }

    fn bucket(&self, key: u128, depth: u32) -> &Bucket {
        let [low, high] = halves(key);
        // Two odd constants (one from the golden ratio) spread keys that are not random, and put the same position at two
        // depths into two buckets.
        let mixed =
            (low ^ high.rotate_left(32)).wrapping_add(u64::from(depth).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        let mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The upper half of the product is below the number of buckets.
        let index = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl CountCache for Table<'_> {
    fn get(&self, key: u128, depth: u32) -> Option<u64> {
        self.bucket(key, depth).iter().find_map(|[low, high, data]| {
            let data = data.load(Relaxed);
            let found = data != 0 && check_words(key, data) == [low.load(Relaxed), high.load(Relaxed)];
            (found && data >> COUNT_BITS == u64::from(depth)).then_some(data & COUNT_MAX)
        })
    }

    /// Ignores counts that do not fit into an entry: 2^56 or more, or at depth 0 or above 255.
    fn put(&self, key: u128, depth: u32, count: u128) {
        let (Ok(depth_field @ 1..), Ok(count)) = (u8::try_from(depth), u64::try_from(count)) else { return };
        if count > COUNT_MAX {
            return;
        }
        let data = u64::from(depth_field) << COUNT_BITS | count;
        let [first, second] = self.bucket(key, depth);
        let depth_of = |entry: &Entry| entry[2].load(Relaxed) >> COUNT_BITS;
        let entry = match depth_of(first).cmp(&depth_of(second)) {
            std::cmp::Ordering::Less => first,
            std::cmp::Ordering::Greater => second,
            // A bit of the key decides, so that both entries are used.
            std::cmp::Ordering::Equal if key & 1 == 0 => first,
            std::cmp::Ordering::Equal => second,
        };
        let [low, high] = check_words(key, data);
        entry[0].store(low, Relaxed);
        entry[1].store(high, Relaxed);
        entry[2].store(data, Relaxed);
    }
}

/// The two check words of an entry for this key and this data.
const fn check_words(key: u128, data: u64) -> [u64; 2] {
    let [low, high] = halves(key);
    [low ^ data, high ^ data.rotate_left(32)]
}

const fn halves(key: u128) -> [u64; 2] {
    [key as u64, (key >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every mixture of the words of three writers is either refused or right.
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
                        let [low, high] = check_words(key, data);
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
