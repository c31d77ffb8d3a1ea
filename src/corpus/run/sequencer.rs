//! Tells a observer of a run, in the order of the corpus.

use super::rerun::is_rerun;
use super::unresponsive::UnresponsiveDetector;
use super::{Causes, End, Event, Progress, Run, RunInfo, RunObserver, RunOutcome, Signature, tally};
use crate::corpus::check::{CaseResult, CheckResult};
use crate::corpus::suite::Check;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How often to look whether the run is interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What the workers say.
pub(super) enum Message<'a> {
    /// A case was begun.
    Begun(usize),
    /// A check of a case was judged, the next one.
    Judged(usize, Box<CheckResult<'a>>),
    /// No more checks of the case are made.
    Done(usize),
    /// The reruns that were wanted.
    Rerun(RerunRequest<'a>),
    /// A worker has left.
    Left,
}

/// Reruns that are wanted: the checks of a case, each with its place in the case.
pub(super) struct RerunRequest<'a> {
    pub case: usize,
    pub results: Vec<(usize, CheckResult<'a>)>,
}

/// What is known of a case.
#[derive(Default)]
struct Slot<'a> {
    is_begun: bool,
    is_done: bool,
    /// Whether the observer knows that it was begun, and of how many of its checks.
    is_begin_reported: bool,
    reported: usize,
    reruns: RerunState,
    checks: Vec<CheckResult<'a>>,
}

/// The reruns of a case.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum RerunState {
    #[default]
    Undecided,
    Requested,
    Done,
}

/// Puts together what came of the cases, and tells the observer.
pub(super) struct EventSequencer<'t, 'r, 'a, C> {
    run: &'t Run<'r, 'a>,
    observer: &'t RunObserver<'t>,
    rerun_requests: Sender<RerunRequest<'a>>,
    /// Tells the workers that no more is wanted of them.
    close: C,
    slots: Vec<Slot<'a>>,
    /// The case whose turn it is.
    turn: usize,
    progress: Progress,
    /// The failing checks that were told of.
    failures: usize,
    /// Whether the backend has answered any check that was told of.
    detector: UnresponsiveDetector,
    /// The reruns that may still be made.
    reruns: usize,
    /// Whether all that counts is told.
    is_over: bool,
    results: Vec<CaseResult<'a>>,
}

impl<'t, 'r, 'a, C: Fn()> EventSequencer<'t, 'r, 'a, C> {
    pub(super) fn new(
        run: &'t Run<'r, 'a>,
        observer: &'t RunObserver<'t>,
        rerun_requests: Sender<RerunRequest<'a>>,
        close: C,
    ) -> Self {
        Self {
            run,
            observer,
            rerun_requests,
            close,
            slots: run.selected.iter().map(|_| Slot::default()).collect(),
            turn: 0,
            progress: Progress::default(),
            failures: 0,
            detector: UnresponsiveDetector::default(),
            reruns: run.reruns,
            is_over: run.selected.is_empty(),
            results: Vec::new(),
        }
    }

    /// Tells of a run of so many workers to its end; nothing is returned if a worker left before it.
    pub(super) fn sequence(
        mut self,
        receive: &Receiver<Message<'a>>,
        mut workers: usize,
    ) -> Option<RunOutcome<'a>> {
        let about = self.about();
        self.observer.event(&Event::RunBegun(about));
        let mut is_interrupted = false;
        while !self.is_over {
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(Message::Left) => workers -= 1,
                Ok(message) => self.process(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if (self.run.is_interrupted)() {
                is_interrupted = true;
                receive.try_iter().for_each(|message| self.process(message));
                self.report_rest();
                break;
            }
            let is_waiting =
                self.slots.get(self.turn).is_some_and(|slot| slot.reruns == RerunState::Requested);
            if workers == 0 && !is_waiting && !self.is_over {
                return None;
            }
        }
        Some(self.done(about, is_interrupted))
    }

    fn about(&self) -> RunInfo<'t> {
        let run = self.run;
        let checks = || run.selected.iter().flat_map(|item| &item.checks);
        RunInfo {
            identity: run.identity,
            recomputed: run.recomputed,
            known: run.known,
            max_failures: run.max_failures,
            cases: run.selected.len(),
            checks: checks().count(),
            nodes: checks().map(|check| check.nodes()).fold(0, u128::saturating_add),
            requests: checks().map(|check| requests(check)).fold(0, u128::saturating_add),
            work: checks().map(|check| work(check)).fold(0, u64::saturating_add),
        }
    }

    /// Whether no more checks count: so many have failed as end the run, or none was ever answered.
    fn is_enough(&self) -> bool {
        let most = self.run.max_failures.map_or(usize::MAX, NonZeroUsize::get);
        self.failures >= most || self.detector.is_unresponsive()
    }

    fn process(&mut self, message: Message<'a>) {
        match message {
            Message::Begun(case) => self.slots[case].is_begun = true,
            Message::Judged(case, one) => {
                self.progress.work = self.progress.work.saturating_add(work(one.check));
                self.progress.failures += usize::from(one.is_failure());
                self.slots[case].checks.push(*one);
                self.observer.event(&Event::Advanced(self.progress));
            }
            Message::Done(case) => self.slots[case].is_done = true,
            Message::Rerun(RerunRequest { case, results }) => {
                let slot = &mut self.slots[case];
                results.into_iter().for_each(|(place, one)| slot.checks[place] = one);
                slot.reruns = RerunState::Done;
            }
            Message::Left => {}
        }
        while !self.is_over && self.report_current() {
            self.finish();
        }
    }

    /// Tells what is new of the case whose turn it is. Returns whether it is done.
    fn report_current(&mut self) -> bool {
        self.report_checks();
        let is_enough = self.is_enough();
        let slot = &mut self.slots[self.turn];
        if !slot.is_done && !is_enough {
            return false;
        }
        if slot.reruns == RerunState::Undecided {
            let checks = slot.checks.iter().enumerate().filter(|(_, one)| is_rerun(one));
            let results: Vec<_> = checks.take(self.reruns).map(|(place, one)| (place, one.clone())).collect();
            self.reruns -= results.len();
            slot.reruns = if results.is_empty() { RerunState::Done } else { RerunState::Requested };
            if slot.reruns == RerunState::Requested {
                // It listens as long as this end of the channel is open.
                let _ = self.rerun_requests.send(RerunRequest { case: self.turn, results });
            }
        }
        slot.reruns == RerunState::Done
    }

    /// Tells that the case whose turn it is was begun, and of its checks, up to the last failure that counts.
    fn report_checks(&mut self) {
        let (item, slot) = (&self.run.selected[self.turn], &mut self.slots[self.turn]);
        if slot.is_begun && !slot.is_begin_reported {
            slot.is_begin_reported = true;
            self.observer.event(&Event::CaseBegun(item));
        }
        while !self.is_enough() {
            let slot = &mut self.slots[self.turn];
            let Some(one) = slot.checks.get(slot.reported) else { return };
            slot.reported += 1;
            self.failures += usize::from(one.is_failure());
            self.detector.record(one);
            self.observer.event(&Event::CheckJudged(item, one));
        }
        let slot = &mut self.slots[self.turn];
        slot.checks.truncate(slot.reported);
    }

    /// Tells that the case whose turn it is is done, and passes on to the next.
    fn finish(&mut self) {
        let checks = std::mem::take(&mut self.slots[self.turn].checks);
        let result = CaseResult::new(&self.run.selected[self.turn], checks);
        self.turn += 1;
        self.is_over = self.is_enough() || self.turn == self.slots.len();
        if self.is_over {
            (self.close)();
        }
        self.observer.event(&Event::CaseDone(&result));
        self.results.push(result);
    }

    /// Tells of all that was judged when the run was interrupted.
    fn report_rest(&mut self) {
        while !self.is_over {
            if self.slots[self.turn].checks.is_empty() {
                self.turn += 1;
                self.is_over = self.turn == self.slots.len();
            } else {
                self.report_checks();
                self.finish();
            }
        }
    }

    fn done(self, about: RunInfo<'_>, is_interrupted: bool) -> RunOutcome<'a> {
        let (variants, total) = tally(&self.results);
        let end = match total.checks == about.checks {
            true => End::Complete,
            false if is_interrupted => End::Interrupted,
            false if self.detector.is_unresponsive() => End::Unanswered,
            false => End::MaxFailures,
        };
        let diff = about.known.map(|known| {
            let mut diff = known.compare(&self.results);
            if end != End::Complete {
                // The failures may have been those of the checks that were not made.
                diff.fixed.clear();
            }
            diff
        });
        let signature = Signature::of(&self.results);
        let causes = match end {
            End::Unanswered => Causes::of_unresponsive(&self.results),
            _ => Causes::of(&self.results, &about.recomputed.corpus),
        };
        let done = RunOutcome { results: self.results, end, variants, total, causes, signature, diff };
        self.observer.event(&Event::RunDone(about, &done));
        done
    }
}

/// How much work a check is: its nodes, and a little for asking at all.
fn work(check: &Check) -> u64 {
    u64::try_from(check.nodes()).unwrap_or(u64::MAX).saturating_add(100)
}

/// How many requests a check is, if counts are worked out: every position on the way is asked for, and its moves are. Of those on
/// the way as many are known as the case counts too.
fn requests(check: &Check) -> u128 {
    check.on_the_way().saturating_mul(2).saturating_add(1)
}
