//! Counts that do not come to their end.

use crate::tree::{Node, ROOT, Tree};
use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use vperft::backend::{Backend, BackendError, InProcess};
use vperft::perft::{CountError, Plan, Unwatched, Watch, count};
use vperft::variant::VariantId;

/// Plans with one thread and with more, without and with a table.
fn plans() -> impl Iterator<Item = Plan> {
    let threads = [1, 2, 5].into_iter().filter_map(NonZeroUsize::new);
    threads.flat_map(|threads| [0, 1 << 12].map(|hash_bytes| Plan { threads, hash_bytes }))
}

/// Stops a count when it was asked so often.
struct StopAfter {
    times: usize,
    asked: AtomicUsize,
}

impl Watch for StopAfter {
    fn is_stopped(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.times
    }
}

/// Move `n` of the root has `(n + 1) * 10 * 10 * 10` grandchildren.
fn uneven((ply, id): Node) -> u64 {
    if ply == 1 { id + 1 } else { 10 }
}

#[test]
fn what_is_finished_is_kept() {
    for plan in plans() {
        let mut unfinished = Vec::new();
        for times in [0, 1, 5, 60, 200, 100_000] {
            let id = format!("{plan:?}, stopped after {times}");
            let watch = StopAfter { times, asked: AtomicUsize::new(0) };
            let tree = Tree { children: uneven, work: |_| 0 };
            let tally = count(&tree, &ROOT, 5, &plan, &watch).expect("it can be counted");
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
        assert_eq!((unfinished[0], unfinished[5]), (10, 0), "{plan:?}");
        assert!(plan.threads.get() > 1 || unfinished.is_sorted_by(|a, b| a >= b), "{unfinished:?}");
        assert!(plan.threads.get() > 1 || (1..10).contains(&unfinished[3]), "{unfinished:?}");
    }
}

#[test]
fn a_count_that_is_too_large_is_an_error() {
    for (work, expected) in
        [(u128::MAX / 100 - 3, Ok(u128::MAX / 100 * 100 - 200)), (u128::MAX / 50, Err(CountError::Overflow))]
    {
        let tree = Tree { children: |(ply, _): Node| if ply < 2 { 10 } else { 1 }, work: |_| work };
        for plan in plans() {
            let total = count(&tree, &ROOT, 4, &plan, &Unwatched).map(|tally| tally.total);
            assert_eq!(total, expected, "{plan:?}, {work}");
        }
    }
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    let tree = Tree { children: |_| 2, work: |_| 0 };
    for hash_bytes in [usize::MAX, usize::MAX / 4] {
        let plan = Plan { hash_bytes, ..Plan::default() };
        match count(&tree, &ROOT, 99, &plan, &Unwatched) {
            Err(CountError::Memory { bytes, .. }) => assert_eq!(bytes, hash_bytes),
            other => panic!("{hash_bytes} bytes: {other:?}"),
        }
    }
}

#[test]
fn a_panic_of_the_rules_is_a_crash_of_the_backend() {
    let work = |node: Node| if node == (3, 7_007_007) { panic!("lost at {node:?}") } else { 0 };
    for plan in plans() {
        let mut backend = InProcess::new("mine@1".into(), Tree { children: |_| 10, work });
        let answer = backend.count(VariantId::Ryugi, "", 5, &plan, &Unwatched);
        assert_eq!(answer, Err(BackendError::Crash("panicked: lost at (3, 7007007)".into())), "{plan:?}");
        let answer = backend.count(VariantId::Ryugi, "", 4, &plan, &Unwatched);
        assert_eq!(answer.map(|tally| tally.total), Ok(10_000), "{plan:?}");
    }
}
