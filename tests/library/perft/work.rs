//! The distribution of work over threads, and progress reports.

use super::tree::{Node, ROOT, Tree};
use pretty_assertions::assert_eq;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::Duration;
use vperft::inner::game::perft::parallel::count;
use vperft::inner::game::perft::{Observer, ProgressUpdate, Resources};

fn resources(threads: usize) -> Resources {
    Resources { threads: NonZeroUsize::new(threads).expect("not 0"), hash_bytes: 0 }
}

/// Counts a tree whose last two plies take a while. Returns the count and the number of threads that took part.
fn workers(threads: usize, depth: u32, children: impl Fn(Node) -> u64 + Sync) -> (u128, usize) {
    let seen: Mutex<HashSet<ThreadId>> = Mutex::default();
    let work = |_| {
        seen.lock().expect("no thread panics").insert(thread::current().id());
        thread::sleep(Duration::from_millis(3));
        0
    };
    let tally = count(&Tree { children, work }, &ROOT, depth, &resources(threads), &());
    let total = tally.expect("the count succeeds").total;
    (total, seen.into_inner().expect("no thread panics").len())
}

#[test]
fn threads_share_one_large_subtree() {
    // At the first two plies, only one move has children.
    let narrow = |(ply, id): Node| match ply {
        0 | 1 if id == 0 => 30,
        2 if id == 0 => 100,
        3..=5 => 1,
        _ => 0,
    };
    for threads in [1, 2, 4, 8] {
        assert_eq!(workers(threads, 6, narrow), (100, threads), "{threads} threads");
    }
}

#[test]
fn threads_share_the_work_after_forced_moves() {
    let forced = |(ply, _): Node| if ply == 2 { 100 } else { 1 };
    assert_eq!(workers(4, 6, forced), (100, 4));
}

#[test]
fn the_longest_line_fits_the_stack() {
    let line = Tree { children: |_| 1, work: |_| 0 };
    let lines = Tree { children: |(ply, _): Node| if ply < 6 { 3 } else { 1 }, work: |_| 0 };
    for threads in [1, 4] {
        for hash_bytes in [0, 1 << 16] {
            let resources = Resources { hash_bytes, ..resources(threads) };
            let total = |tally: Result<vperft::inner::game::perft::Tally<u64>, _>| {
                tally.expect("the count succeeds").total
            };
            assert_eq!(total(count(&line, &ROOT, 99, &resources, &())), 1, "{resources:?}");
            assert_eq!(total(count(&lines, &ROOT, 99, &resources, &())), 729, "{resources:?}");
        }
    }
}

/// Collects the progress updates.
#[derive(Default)]
struct Recorder(Mutex<Vec<ProgressUpdate>>);

impl Observer<ProgressUpdate> for Recorder {
    fn event(&self, progress: &ProgressUpdate) {
        self.0.lock().expect("no thread panics").push(*progress);
    }
}

#[test]
fn progress_grows_towards_the_total() {
    // Half of the moves at the root have no children.
    let children = |(ply, id): Node| if ply == 1 && id % 2 == 0 { 0 } else { 10 };
    let pause = |_| {
        thread::sleep(Duration::from_millis(10));
        0
    };
    let recorder = Recorder::default();
    let tally = count(&Tree { children, work: pause }, &ROOT, 4, &resources(2), &recorder);
    assert_eq!(tally.expect("the count succeeds").total, 5_000);
    let reports = recorder.0.into_inner().expect("no thread panics");
    assert!(reports.len() >= 2, "{reports:?}");
    assert!(
        reports.is_sorted_by(|a, b| a.nodes <= b.nodes && a.fraction < b.fraction && a.elapsed < b.elapsed),
        "{reports:?}"
    );
    let last = reports[reports.len() - 1];
    assert!(last.nodes <= 5_000 && last.nodes % 100 == 0 && last.nodes > 2_000, "{last:?}");
    assert!(last.fraction > 0.5 && last.fraction < 1.0001, "{last:?}");
    let gaps = reports.windows(2).map(|pair| pair[1].elapsed - pair[0].elapsed);
    assert!(gaps.min() >= Some(Duration::from_millis(100)), "{reports:?}");
}
