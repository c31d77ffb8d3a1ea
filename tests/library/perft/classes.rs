//! Counts by class: they do not depend on the threads, they stop, and rules with unreadable texts end them.

use super::tree::{ROOT, Tree};
use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use vperft::inner::game::perft::parallel::classes;
use vperft::inner::game::perft::{CountError, Observer, ProgressUpdate, Resources};
use vperft::inner::game::rules::Rules as _;
use vperft::inner::game::variant::{Standard, Variant, VariantId};
use vperft::inner::generators::reference::{Reference, Ryugi};

fn resources(threads: usize) -> Resources {
    Resources { threads: NonZeroUsize::new(threads).expect("not 0"), hash_bytes: 0 }
}

const RULES: Reference<Ryugi<Standard>> = Reference(Ryugi { book: Standard });

/// A position in which Pawns promote and pieces capture, so that many classes occur.
const LIVELY: &str = "r4k3r/P8p/10/4p5/3P1P4/4p1p3/5P4/10/p8P/R4K3R w * - 0 1";

#[test]
fn threads_do_not_change_counts() {
    let position = RULES.parse(LIVELY).expect(LIVELY);
    let table = |threads| classes(&RULES, &position, 3, &resources(threads), &()).expect("it counts");
    let rows = table(1).expect("it is not stopped").rows;
    assert_eq!(rows.len(), 3);
    for threads in [2, 3, 8] {
        let table = table(threads).expect("it is not stopped");
        assert_eq!((&table.rows, table.threads), (&rows, threads));
    }
}

/// Stops a count after this number of questions.
struct StopAfter(usize, AtomicUsize);

impl Observer<ProgressUpdate> for StopAfter {
    fn is_stopped(&self) -> bool {
        self.1.fetch_add(1, Ordering::Relaxed) >= self.0
    }
}

#[test]
fn counts_stop() {
    let start = &Variant::get(VariantId::RYUGI).starts[0].vfen;
    let position = RULES.parse(start).expect(start);
    for times in [0, 1, 20] {
        let observer = StopAfter(times, AtomicUsize::new(0));
        let table = classes(&RULES, &position, 4, &resources(1), &observer).expect("it counts");
        assert_eq!(table, None, "stopped after {times} questions");
    }
}

#[test]
fn texts_that_cannot_be_read_are_errors() {
    let tree = Tree { children: |_| 2, work: |_| 0 };
    match classes(&tree, &ROOT, 2, &resources(1), &()) {
        Err(CountError::Class(error)) => assert_eq!(error.text, "0:0", "{error}"),
        other => panic!("{other:?}"),
    }
}
