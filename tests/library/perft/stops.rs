//! Tests counts that do not finish: stops, overflows, missing memory, panics.

use super::tree::{Node, ROOT, Tree};
use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use vperft::backend::{Backend, BackendError, InProcess};
use vperft::inner::game::perft::parallel::count;
use vperft::inner::game::perft::{CountError, Observer, ProgressUpdate, Resources};
use vperft::inner::game::variant::VariantId;

/// One or several threads, without and with a table.
fn resources() -> impl Iterator<Item = Resources> {
    let threads = [1, 2, 5].into_iter().filter_map(NonZeroUsize::new);
    threads.flat_map(|threads| [0, 1 << 12].map(|hash_bytes| Resources { threads, hash_bytes }))
}

/// Stops a count after `is_stopped` was called `times` times.
struct StopAfter {
    times: usize,
    calls: AtomicUsize,
}

impl Observer<ProgressUpdate> for StopAfter {
    fn is_stopped(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) >= self.times
    }
}

/// At depth 5, move `n` of the root has `(n + 1) * 1000` leaves.
fn uneven((ply, id): Node) -> u64 {
    if ply == 1 { id + 1 } else { 10 }
}

#[test]
fn a_stopped_count_keeps_the_finished_moves() {
    for resources in resources() {
        let mut unfinished = Vec::new();
        for times in [0, 1, 5, 60, 200, 100_000] {
            let id = format!("{resources:?}, stopped after {times}");
            let progress = StopAfter { times, calls: AtomicUsize::new(0) };
            let tree = Tree { children: uneven, work: |_| 0 };
            let tally = count(&tree, &ROOT, 5, &resources, &progress).expect("the count succeeds");
            let moves: Vec<_> = tally.moves.iter().map(|(mv, _)| *mv).collect();
            assert_eq!(moves, Vec::from_iter(0..10), "{id}");
            let mut sum = 0;
            for (mv, counted) in &tally.moves {
                let expected = u128::from(mv + 1) * 1000;
                assert!(counted.is_none_or(|counted| counted == expected), "{id}: {mv} has {counted:?}");
                sum += counted.unwrap_or_default();
            }
            assert_eq!(tally.total, sum, "{id}");
            assert_eq!(tally.is_complete(), tally.unfinished() == 0, "{id}");
            unfinished.push(tally.unfinished());
        }
        assert_eq!((unfinished[0], unfinished[5]), (10, 0), "{resources:?}");
        assert!(resources.threads.get() > 1 || unfinished.is_sorted_by(|a, b| a >= b), "{unfinished:?}");
        assert!(resources.threads.get() > 1 || (1..10).contains(&unfinished[3]), "{unfinished:?}");
    }
}

#[test]
fn a_count_that_is_too_large_is_an_error() {
    for (work, expected) in
        [(u128::MAX / 100 - 3, Ok(u128::MAX / 100 * 100 - 200)), (u128::MAX / 50, Err(CountError::Overflow))]
    {
        let tree = Tree { children: |(ply, _): Node| if ply < 2 { 10 } else { 1 }, work: |_| work };
        for resources in resources() {
            let total = count(&tree, &ROOT, 4, &resources, &()).map(|tally| tally.total);
            assert_eq!(total, expected, "{resources:?}, {work}");
        }
    }
}

#[test]
fn a_table_larger_than_memory_is_an_error() {
    let tree = Tree { children: |_| 2, work: |_| 0 };
    for hash_bytes in [usize::MAX, usize::MAX / 4] {
        let resources = Resources { hash_bytes, ..Resources::default() };
        match count(&tree, &ROOT, 99, &resources, &()) {
            Err(CountError::Memory { bytes, .. }) => assert_eq!(bytes, hash_bytes),
            other => panic!("{hash_bytes} bytes: {other:?}"),
        }
    }
}

#[test]
fn a_panic_of_the_rules_is_reported_as_a_crash() {
    let work = |node: Node| if node == (3, 7_007_007) { panic!("lost at {node:?}") } else { 0 };
    for resources in resources() {
        let mut backend = InProcess::new("mine@1".into(), Tree { children: |_| 10, work });
        let answer = backend.of(VariantId::RYUGI).and_then(|view| view.count("".into(), 5, &resources, &()));
        assert_eq!(
            answer,
            Err(BackendError::Crash("panicked: lost at (3, 7007007)".into())),
            "{resources:?}"
        );
        let answer = backend.of(VariantId::RYUGI).and_then(|view| view.count("".into(), 4, &resources, &()));
        assert_eq!(answer.map(|tally| tally.total), Ok(10_000), "{resources:?}");
    }
}
