//! Runs many checks with several workers.
//!
//! The workers judge; one other thread, the [`EventSequencer`], puts what they send it into the order of the corpus and calls the
//! observer; another makes reruns. No worker waits for the observer, and the observer waits for no backend.

use super::expect::Expectations;
use super::rerun::rerun;
use super::sequencer::{EventSequencer, Message, RerunRequest};
use super::work_queue::WorkQueue;
use super::{RunObserver, RunOutcome};
use crate::backend::{Backend, BackendError};
use crate::corpus::check::{CheckResult, Recomputed, SelectedCase};
use crate::corpus::check::{OpenBackend, check_timed};
use crate::support::workers::{Work, join, spawn_all};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// A run to be made.
pub struct Run<'r, 'a> {
    /// What the backend calls itself, `name@version`.
    pub identity: &'r str,
    /// The corpus under the readings of the run.
    pub recomputed: &'r Recomputed,
    /// Who says what holds under other readings than those of the corpus.
    pub oracle: &'r str,
    /// The failures that are known.
    pub known: Option<&'r Expectations>,
    /// The checks to make, case by case.
    pub selected: &'r [SelectedCase<'a>],
    /// Opens the backend of another worker, or of a rerun.
    pub open: OpenBackend<'r>,
    /// How many workers there are.
    pub jobs: usize,
    /// How many checks that fail are made once more, the first in the order of the corpus.
    pub reruns: usize,
    /// After how many failing checks the run ends; known failures do not count.
    pub max_failures: Option<NonZeroUsize>,
    /// Whether the run is to end now. It is asked often, by all threads; once it has said so it never says anything else. From
    /// then on no answer of the backend counts, so that it may be killed.
    pub is_interrupted: &'r (dyn Fn() -> bool + Sync),
}

/// Makes the checks of a run, and tells the observer of what happens. `first` is the backend of the first worker, which is
/// the calling thread; the others open theirs.
///
/// An interrupted run is told of at once, but this function returns only when every backend has given its last answer.
///
/// # Errors
/// If the system does not give the threads: nobody was asked or told of anything then.
///
/// # Panics
/// If the backend or the observer panics.
pub fn run<'a>(
    run: &Run<'_, 'a>,
    first: Box<dyn Backend>,
    observer: &RunObserver<'_>,
) -> Result<RunOutcome<'a>, BackendError> {
    let queue = WorkQueue::new(run);
    let (sender, receive) = channel();
    let (request_reruns, rerun_requests) = channel();
    let jobs = run.jobs.clamp(1, run.selected.len().max(1));
    thread::scope(|scope| {
        let close = || queue.close();
        let worker = || Worker { run, queue: &queue, sender: sender.clone() };
        let reruns = make_reruns(run, rerun_requests, sender.clone());
        let mut works: Vec<Work<'_, Option<RunOutcome<'a>>>> = vec![
            Box::new(move || {
                EventSequencer::new(run, observer, request_reruns, close).sequence(&receive, jobs)
            }),
            Box::new(move || {
                reruns();
                None
            }),
        ];
        for other in (1..jobs).map(|_| worker()) {
            works.push(Box::new(move || {
                other.work(None);
                None
            }));
        }
        let threads = spawn_all(scope, works).map_err(|error| BackendError::NotAsked(error.to_string()))?;
        worker().work(Some(first));
        let told: Vec<_> = threads.into_iter().filter_map(join).collect();
        Ok(told.into_iter().next().expect("a run is told of to its end unless a worker panics"))
    })
}

/// What makes the reruns that are wanted, one after the other.
fn make_reruns<'a>(
    run: &Run<'_, 'a>,
    requests: Receiver<RerunRequest<'a>>,
    sender: Sender<Message<'a>>,
) -> impl FnOnce() + Send {
    move || {
        for mut checks in requests {
            for one in &mut checks.results {
                if !(run.is_interrupted)() {
                    one.1.rerun = rerun(run, &run.selected[checks.case], &one.1);
                }
            }
            // Nobody listens any more once the run is done.
            let _ = sender.send(Message::Rerun(checks));
        }
    }
}

/// One of those who ask a backend.
struct Worker<'t, 'r, 'a> {
    run: &'t Run<'r, 'a>,
    queue: &'t WorkQueue<'t, 'r, 'a>,
    sender: Sender<Message<'a>>,
}

impl<'a> Worker<'_, '_, 'a> {
    /// Checks cases until there is none left. It keeps its backend: that may be a program that takes long to start.
    fn work(&self, mut backend: Option<Box<dyn Backend>>) {
        while let Some(index) = self.queue.next() {
            self.send(Message::Begun(index));
            if !self.check(index, &mut backend) {
                return;
            }
            self.send(Message::Done(index));
        }
    }

    /// Makes the checks of a case that matter. Returns whether others do.
    fn check(&self, index: usize, backend: &mut Option<Box<dyn Backend>>) -> bool {
        let item = &self.run.selected[index];
        for check in &item.checks {
            if !self.queue.is_wanted(index) {
                return false;
            }
            let backend = backend.get_or_insert_with(self.run.open);
            let mut one = check_timed(backend.as_mut(), item, check);
            if (self.run.is_interrupted)() {
                return false;
            }
            self.run.mark(item, &mut one);
            let is_failure = one.is_failure();
            self.send(Message::Judged(index, Box::new(one)));
            if is_failure && !self.queue.record_failure(index) {
                break;
            }
        }
        true
    }

    /// Nobody listens any more once the run is done.
    fn send(&self, message: Message<'a>) {
        let _ = self.sender.send(message);
    }
}

impl Drop for Worker<'_, '_, '_> {
    /// Says that nothing more comes of it, also if it panics.
    fn drop(&mut self) {
        self.send(Message::Left);
    }
}

impl Run<'_, '_> {
    /// Notes whose value is expected, and whether the failure is known.
    fn mark(&self, item: &SelectedCase<'_>, one: &mut CheckResult<'_>) {
        if self.recomputed.is_changed(&item.case.id, one.check) {
            let readings = self.recomputed.readings_of(item.variant);
            one.basis = Some(format!("{} under {readings}", self.oracle));
        }
        one.known = self.known.and_then(|known| known.reason(&item.case.id, one.check, &one.verdict));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{Options, Registry};
    use crate::corpus::check::{Selection, recompute};
    use crate::corpus::run::{End, Event};
    use crate::corpus::suite::{Corpus, Source, Tier};
    use crate::game::variant::{Rulings, VariantId};
    use crate::support::observer::Observer;
    use pretty_assertions::assert_eq;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// Counts events.
    #[derive(Default)]
    struct Counts {
        begun: usize,
        judged: usize,
        done: usize,
        ends: Vec<End>,
    }

    impl Observer<Event<'_>> for Mutex<Counts> {
        fn event(&self, event: &Event<'_>) {
            let mut counts = self.lock().expect("no observer panics");
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
        crate::generators::reference::register(&mut registry);
        registry.open("reference", &Options::default()).expect("it is built in")
    }

    /// Runs a few cases.
    fn small(
        open: OpenBackend<'_>,
        jobs: usize,
        interrupted: &(dyn Fn() -> bool + Sync),
    ) -> (Counts, usize, usize) {
        let selection = Selection {
            variants: vec![VariantId::RYUGI],
            tier: Tier::Smoke,
            filters: vec!["ryugi/ep-*".into()],
            ..Selection::default()
        };
        let rulings = Rulings::default();
        let corpus = Corpus::load(&Source::of(&[VariantId::RYUGI])).expect("the embedded corpus");
        let recomputed =
            recompute(corpus, &selection, &rulings, &reference, 1).expect("nothing is to be done");
        let selected = selection.of(&recomputed.corpus);
        let counts = Mutex::<Counts>::default();
        let about = Run {
            identity: "reference",
            recomputed: &recomputed,
            oracle: "reference",
            known: None,
            selected: &selected,
            open,
            jobs,
            reruns: 0,
            max_failures: None,
            is_interrupted: interrupted,
        };
        let done = run(&about, reference(), &counts).expect("the system has threads");
        (
            counts.into_inner().expect("no observer panics"),
            done.total.checks,
            selected.iter().map(|item| item.checks.len()).sum(),
        )
    }

    #[test]
    fn every_check_is_one_event() {
        for jobs in [1, 2, 7, 1000] {
            let (counter, made, planned) = small(&reference, jobs, &|| false);
            assert_eq!(
                (counter.judged, made, counter.begun),
                (planned, planned, counter.done),
                "{jobs} jobs"
            );
            assert_eq!(counter.ends, [End::Complete], "{jobs} jobs");
        }
    }

    #[test]
    fn an_interrupted_run_ends_with_what_there_is() {
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
            panic!("as it was told")
        };
        // The first worker leaves a case to the second.
        let waits = || {
            while thread::current().id() == first && !opened.load(Ordering::SeqCst) {
                thread::yield_now();
            }
            false
        };
        let ended = catch_unwind(AssertUnwindSafe(|| small(&open, 2, &waits)));
        assert!(ended.is_err());
    }
}
