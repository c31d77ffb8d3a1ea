//! Runs many checks with several workers.
//!
//! Workers ask the backend and judge its answers. One thread, the [`EventSequencer`], orders their messages
//! and calls the observer; another makes the reruns. Workers never wait for the observer, and the observer
//! never waits for a backend.

use super::expect::Expectations;
use super::parts::RecordedChecks;
use super::rerun::rerun;
use super::sequencer::{EventSequencer, Message, RerunRequest};
use super::work_queue::WorkQueue;
use super::{RunObserver, RunOutcome};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;
use vperft::inner::backend::{Backend, BackendError};
use vperft::inner::corpus::check::{CheckResult, Recomputed, SelectedCase};
use vperft::inner::corpus::check::{OpenBackend, check_timed};
use vperft::inner::support::workers::{Work, join, spawn_all};

/// The parameters of a run.
pub struct Run<'r, 'a> {
    /// The identity of the backend, `name@version`.
    pub identity: &'r str,
    /// The corpus under the readings of the run.
    pub recomputed: &'r Recomputed,
    /// The backend that supplies expected values under non-default readings.
    pub oracle: &'r str,
    /// The known failures.
    pub known: Option<&'r Expectations>,
    /// The checks to make, grouped by case.
    pub selected: &'r [SelectedCase<'a>],
    /// The checks that would be made if the user had selected nothing but the tier. Known failures may be among them.
    pub widened: &'r [SelectedCase<'a>],
    /// Opens a backend for another worker or for a rerun.
    pub open: OpenBackend<'r>,
    /// The number of workers.
    pub jobs: usize,
    /// How many failing checks to rerun at most; the first in the order of the corpus are rerun.
    pub reruns: usize,
    /// The number of failing checks after which the run ends. Known failures do not count.
    pub max_failures: Option<NonZeroUsize>,
    /// When the run ends, whether or not every check was made.
    pub deadline: Option<Instant>,
    /// The results of the checks, if they were made before in parts. No backend is asked then.
    pub recorded: Option<&'r RecordedChecks>,
    /// Whether the checks are a part of those to which the known failures apply.
    pub is_part: bool,
    /// Whether the run is interrupted. All threads call it often. Once it has returned `true`, it must keep
    /// doing so; later answers of the backend do not count, so the backend may be killed.
    pub is_interrupted: &'r (dyn Fn() -> bool + Sync),
}

impl Run<'_, '_> {
    /// Whether later answers do not count.
    pub(super) fn is_stopped(&self) -> bool {
        (self.is_interrupted)() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Runs the checks and reports every event to the observer. `first` is the backend of the first worker, which
/// is the calling thread; the other workers open their own. Returns `Ok(None)` if a check has no recorded
/// result.
///
/// The run reports an interruption at once, but returns only after every backend has given its last answer.
///
/// # Errors
/// Returns an error if the system cannot start the threads. In that case no backend was asked and no event
/// was reported.
///
/// # Panics
/// If the backend or the observer panics.
pub fn run<'a>(
    run: &Run<'_, 'a>,
    first: Box<dyn Backend>,
    observer: &RunObserver<'_>,
) -> Result<Option<RunOutcome<'a>>, BackendError> {
    let queue = WorkQueue::new(run);
    let (sender, receive) = channel();
    let (request_reruns, rerun_requests) = channel();
    // Recorded results are taken in order, so that none is missed which is not needed.
    let jobs = if run.recorded.is_some() { 1 } else { run.jobs.clamp(1, run.selected.len().max(1)) };
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
        let outcomes: Vec<_> = threads.into_iter().filter_map(join).collect();
        let outcome = outcomes.into_iter().next();
        assert!(outcome.is_some() || run.recorded.is_some(), "the sequencer finishes unless a worker panics");
        Ok(outcome)
    })
}

/// Returns a function that makes the requested reruns one after the other.
fn make_reruns<'a>(
    run: &Run<'_, 'a>,
    requests: Receiver<RerunRequest<'a>>,
    sender: Sender<Message<'a>>,
) -> impl FnOnce() + Send {
    move || {
        for mut checks in requests {
            for one in &mut checks.results {
                if !run.is_stopped() {
                    let item = &run.selected[checks.case];
                    one.1.rerun = match run.recorded {
                        Some(recorded) => recorded.rerun(item, checks.case, &one.1),
                        None => rerun(run, item, &one.1),
                    };
                }
            }
            // The sequencer no longer listens once the run is done.
            let _ = sender.send(Message::Rerun(checks));
        }
    }
}

/// A worker: asks one backend about one case after the other.
struct Worker<'t, 'r, 'a> {
    run: &'t Run<'r, 'a>,
    queue: &'t WorkQueue<'t, 'r, 'a>,
    sender: Sender<Message<'a>>,
}

impl<'a> Worker<'_, '_, 'a> {
    /// Checks cases until none is left, always with the same backend, because a program may take long to
    /// start.
    fn work(&self, mut backend: Option<Box<dyn Backend>>) {
        while let Some(index) = self.queue.next() {
            self.send(Message::Begun(index));
            if !self.make_checks(index, &mut backend) {
                return;
            }
            self.send(Message::Done(index));
        }
    }

    /// Makes the checks of a case that still count. Returns whether the worker should continue.
    fn make_checks(&self, index: usize, backend: &mut Option<Box<dyn Backend>>) -> bool {
        let item = &self.run.selected[index];
        for (number, check) in item.checks.iter().enumerate() {
            if !self.queue.is_wanted(index) {
                return false;
            }
            let mut one = match self.run.recorded {
                Some(recorded) => match recorded.check_result(item, index, number) {
                    Some(one) => one,
                    None => return false,
                },
                None => check_timed(backend.get_or_insert_with(self.run.open).as_mut(), item, check),
            };
            if self.run.is_stopped() {
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

    /// Sends a message. The sequencer no longer listens once the run is done.
    fn send(&self, message: Message<'a>) {
        let _ = self.sender.send(message);
    }
}

impl Drop for Worker<'_, '_, '_> {
    /// Reports that the worker ended, also after a panic.
    fn drop(&mut self) {
        self.send(Message::Left);
    }
}

impl Run<'_, '_> {
    /// Records the source of a recomputed value, and whether the failure is known.
    fn mark(&self, item: &SelectedCase<'_>, one: &mut CheckResult<'_>) {
        if self.recomputed.is_changed(&item.case.id, one.check) {
            let readings = self.recomputed.readings_of(item.variant);
            one.basis = Some(format!("{} under {readings}", self.oracle));
        }
        one.known = self.known.and_then(|known| known.reason(&item.case.id, one.check, &one.verdict));
    }
}
