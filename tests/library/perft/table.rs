//! The hash table on its own.

use pretty_assertions::assert_eq;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use vperft::inner::game::perft::CountCache as _;
use vperft::inner::game::perft::parallel::{Memory, Table};

/// The size of a bucket in bytes.
const BUCKET: usize = 48;

/// Pseudorandom keys, the first of which is 0.
fn keys() -> impl Iterator<Item = u128> {
    std::iter::successors(Some(0_u128), |key| {
        Some(key.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(0x5851_F42D_4C95_7F2D))
    })
}

/// Runs the test with a table of this size.
#[track_caller]
fn with_table(bytes: usize, test: impl FnOnce(&Table<'_>)) {
    let mut memory = Memory::new(bytes).expect("memory");
    test(&Table::new(&mut memory).expect("a bucket"));
}

#[test]
fn a_table_takes_no_more_than_it_is_given() {
    for (bytes, expected) in [(0, 0), (1, 0), (47, 0), (48, 48), (95, 48), (96, 96), (1 << 20, 1_048_560)] {
        let mut memory = Memory::new(bytes).expect("memory");
        assert_eq!(memory.bytes(), expected, "{bytes} bytes");
        assert_eq!(Table::new(&mut memory).is_some(), expected > 0, "{bytes} bytes");
    }
}

#[test]
fn an_empty_table_has_no_entries() {
    with_table(10 * BUCKET, |table| {
        for (key, depth) in keys().take(100).flat_map(|key| [0, 1, 2, 255, 256].map(|depth| (key, depth))) {
            assert_eq!(table.get(key, depth), None, "{key:x}, depth {depth}");
        }
    });
}

#[test]
fn a_count_is_found_by_its_whole_key_and_its_depth() {
    for key in keys().take(50) {
        for (depth, count) in [(1, 0), (1, 7), (2, 1000), (99, 5), (255, (1 << 56) - 1)] {
            with_table(BUCKET, |table| {
                table.put(key, depth, count);
                assert_eq!(table.get(key, depth).map(u128::from), Some(count), "{key:x}, depth {depth}");
                for bit in 0..128 {
                    assert_eq!(table.get(key ^ 1 << bit, depth), None, "{key:x} without bit {bit}");
                }
                for other in (0..=300).chain([depth + 256, depth + (1 << 24)]).filter(|&other| other != depth)
                {
                    assert_eq!(table.get(key, other), None, "{key:x}, depth {other} for {depth}");
                }
            });
        }
    }
}

#[test]
fn counts_and_depths_out_of_range_are_not_stored() {
    with_table(BUCKET, |table| {
        for (depth, count) in
            [(1, 1 << 56), (1, 1 << 64), (1, u128::MAX), (0, 1), (256, 1), (257, 1), (u32::MAX, 1)]
        {
            table.put(7, depth, count);
            assert_eq!(table.get(7, depth), None, "{count} at depth {depth}");
        }
    });
}

#[test]
fn a_new_entry_replaces_a_shallower_one() {
    with_table(BUCKET, |table| {
        table.put(1, 5, 50);
        for key in (10..1000).step_by(10) {
            table.put(key, 1, key);
            assert_eq!(table.get(key, 1).map(u128::from), Some(key), "the newest entry is gone");
            assert_eq!(table.get(1, 5), Some(50), "the deeper entry is gone");
        }
        // Deep entries do not block the bucket either.
        table.put(2, 5, 51);
        table.put(3, 4, 52);
        assert_eq!(table.get(3, 4), Some(52));
    });
}

#[test]
fn a_table_is_used_to_the_last_bucket() {
    let count_found = |buckets: usize, stored: usize| {
        let mut count = 0;
        with_table(buckets * BUCKET, |table| {
            let keys: Vec<_> = keys().skip(1).take(stored).collect();
            keys.iter().for_each(|&key| table.put(key, 1, key >> 100));
            for &key in &keys {
                let found = table.get(key, 1).map(u128::from);
                assert!(found.is_none_or(|found| found == key >> 100), "{key:x}: {found:?}");
                count += usize::from(found.is_some());
            }
        });
        count
    };
    assert_eq!(count_found(1, 100), 2);
    // With random keys, all but e^-10 of the slots are used; with few keys, most do not collide.
    assert!(count_found(1000, 20_000) > 1_990, "{}", count_found(1000, 20_000));
    assert!(count_found(1000, 500) > 400, "{}", count_found(1000, 500));
}

#[test]
fn a_new_table_in_used_memory_is_empty() {
    let mut memory = Memory::new(BUCKET).expect("memory");
    Table::new(&mut memory).expect("a bucket").put(1, 1, 1);
    assert_eq!(Table::new(&mut memory).expect("a bucket").get(1, 1), None);
}

/// Several threads write and read the two entries of one bucket; a count that is found always belongs to its key and depth.
#[test]
fn a_torn_write_is_never_read() {
    /// The count stored for a key at a depth.
    fn count(key: u128, depth: u32) -> u128 {
        key >> 90 ^ u128::from(depth)
    }
    let (few, hits) = (keys().take(6).collect::<Vec<_>>(), AtomicU64::new(0));
    with_table(BUCKET, |table| {
        thread::scope(|scope| {
            for worker in 0..4 {
                let (few, hits) = (&few, &hits);
                scope.spawn(move || {
                    for choice in keys().skip(worker * 1_000_000).take(1_000_000) {
                        let key = few[(choice >> 100) as usize % few.len()];
                        let depth = 1 + (choice >> 90) as u32 % 2;
                        table.put(key, depth, count(key, depth));
                        let key = few[(choice >> 80) as usize % few.len()];
                        if let Some(found) = table.get(key, depth) {
                            assert_eq!(u128::from(found), count(key, depth), "{key:x} at depth {depth}");
                            hits.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
    });
    assert!(hits.into_inner() > 1000, "too few entries were found");
}
