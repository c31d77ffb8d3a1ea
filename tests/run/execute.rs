//! The events and the end of a run.

use pretty_assertions::assert_eq;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use vperft::inner::backend::{Backend, Options, Registry};
use vperft::inner::corpus::check::{Selection, recompute};
use vperft::inner::corpus::suite::{Corpus, Source, Tier};
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::support::observer::Observer;
use vperft_run::{End, Event, Run, run};

/// Counts events.
#[derive(Default)]
struct Counts {
    begun: usize,
    judged: usize,
    done: usize,
    ends: Vec<End>,
}

/// Counts the events of all threads.
#[derive(Default)]
struct Counter(Mutex<Counts>);

impl Observer<Event<'_>> for Counter {
    fn event(&self, event: &Event<'_>) {
        let mut counts = self.0.lock().expect("no observer panics");
        match event {
            Event::CaseBegun(_) => counts.begun += 1,
            Event::CheckJudged(..) => counts.judged += 1,
            Event::CaseDone(_) => counts.done += 1,
            Event::RunDone(_, done) => counts.ends.push(done.end),
            Event::RunBegun(_) | Event::Advanced(_) => {}
        }
    }
}

fn reference() -> Box<dyn Backend> {
    let mut registry = Registry::default();
    vperft::inner::generators::reference::register(&mut registry);
    registry.open("reference", &Options::default()).expect("`reference` is built in")
}

/// Runs the en passant cases of Ryugi.
fn small(
    open: &(dyn Fn() -> Box<dyn Backend> + Sync),
    jobs: usize,
    interrupted: &(dyn Fn() -> bool + Sync),
) -> (Counts, usize, usize) {
    let selection = Selection {
        variants: vec![VariantId::RYUGI],
        tier: Some(Tier::Smoke),
        filters: vec!["ryugi/ep-*".into()],
        ..Selection::default()
    };
    let rulings = Rulings::default();
    let corpus = Corpus::load(&Source::of_variants(&[VariantId::RYUGI])).expect("the embedded corpus");
    let recomputed = recompute(corpus, &selection, &rulings, &reference, 1)
        .expect("default readings need no recomputation");
    let selected = selection.select(&recomputed.corpus);
    let counts = Counter::default();
    let about = Run {
        identity: "reference",
        recomputed: &recomputed,
        oracle: "reference",
        known: None,
        selected: &selected,
        widened: &selected,
        open,
        jobs,
        reruns: 0,
        max_failures: None,
        deadline: None,
        recorded: None,
        is_part: false,
        is_interrupted: interrupted,
    };
    let done = run(&about, reference(), &counts).expect("the system has threads");
    let done = done.expect("a backend was asked");
    (
        counts.0.into_inner().expect("no observer panics"),
        done.total.checks,
        selected.iter().map(|item| item.checks.len()).sum(),
    )
}

#[test]
fn every_check_is_one_event() {
    for jobs in [1, 2, 7, 1000] {
        let (counter, made, planned) = small(&reference, jobs, &|| false);
        assert_eq!((counter.judged, made, counter.begun), (planned, planned, counter.done), "{jobs} jobs");
        assert_eq!(counter.ends, [End::Complete], "{jobs} jobs");
    }
}

#[test]
fn an_interrupted_run_keeps_the_results_so_far() {
    for asked in [0, 10, 25] {
        let count = AtomicUsize::new(0);
        let interrupted = || count.fetch_add(1, Ordering::Relaxed) >= asked;
        let (counter, made, planned) = small(&reference, 2, &interrupted);
        assert!(made < planned, "{asked}: {made} of {planned}");
        assert_eq!((counter.judged, counter.ends), (made, vec![End::Interrupted]), "{asked}");
    }
}

#[test]
fn a_worker_that_panics_ends_the_run_with_a_panic() {
    let (opened, first) = (AtomicBool::new(false), thread::current().id());
    let open = || -> Box<dyn Backend> {
        opened.store(true, Ordering::SeqCst);
        panic!("a backend that panics")
    };
    // The first worker leaves a case to the second one.
    let waits = || {
        while thread::current().id() == first && !opened.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        false
    };
    let ended = catch_unwind(AssertUnwindSafe(|| small(&open, 2, &waits)));
    assert!(ended.is_err());
}
