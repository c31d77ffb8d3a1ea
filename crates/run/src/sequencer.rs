//! Reports the events of a run to its observer, in the order of the corpus.
//!
//! Workers finish cases in any order. The sequencer buffers their messages per case and reports a case only
//! when all cases before it have been reported.

use super::rerun::is_rerun;
use super::unresponsive::UnresponsiveDetector;
use super::{Causes, End, Event, Progress, Run, RunInfo, RunObserver, RunOutcome, RunSignature, tally};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;
use vperft::inner::corpus::check::{CaseResult, CheckResult};
use vperft::inner::corpus::suite::Check;

/// How often the sequencer checks whether the run was interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A message from a worker or from the rerun thread.
pub(super) enum Message<'a> {
    /// A worker began this case.
    Begun(usize),
    /// The next check of this case has a verdict.
    Judged(usize, Box<CheckResult<'a>>),
    /// The worker makes no more checks of this case.
    Done(usize),
    /// The requested reruns are done.
    Rerun(RerunRequest<'a>),
    /// A worker ended.
    Left,
}

/// Checks of one case to rerun, each with its index in the case.
pub(super) struct RerunRequest<'a> {
    pub case: usize,
    pub results: Vec<(usize, CheckResult<'a>)>,
}

/// The state of one case.
#[derive(Default)]
struct Slot<'a> {
    is_begun: bool,
    is_done: bool,
    /// Whether the observer knows that the case began, and how many of its checks were reported.
    is_begin_reported: bool,
    reported: usize,
    reruns: RerunState,
    checks: Vec<CheckResult<'a>>,
}

/// The state of the reruns of a case.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum RerunState {
    #[default]
    Undecided,
    Requested,
    Done,
}

/// Collects the results of the cases and reports them to the observer.
pub(super) struct EventSequencer<'t, 'r, 'a, C> {
    run: &'t Run<'r, 'a>,
    observer: &'t RunObserver<'t>,
    rerun_requests: Sender<RerunRequest<'a>>,
    /// Stops the workers: no more results are needed.
    close: C,
    slots: Vec<Slot<'a>>,
    /// The index of the case to report next.
    turn: usize,
    progress: Progress,
    /// The number of failing checks reported so far.
    failures: usize,
    /// Whether the backend has answered any reported check.
    detector: UnresponsiveDetector,
    /// How many reruns are left.
    reruns: usize,
    /// Whether everything that counts has been reported.
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

    /// Reports the run to its end. Returns `None` if all workers ended before all cases were done.
    pub(super) fn sequence(
        mut self,
        receive: &Receiver<Message<'a>>,
        mut workers: usize,
    ) -> Option<RunOutcome<'a>> {
        let about = self.about();
        self.observer.event(&Event::RunBegun(about));
        let mut is_stopped = false;
        while !self.is_over {
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(Message::Left) => workers -= 1,
                Ok(message) => self.process(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if self.run.is_stopped() {
                is_stopped = true;
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
        Some(self.done(about, is_stopped))
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

    /// Whether no more checks count: the failure limit is reached, or the backend is unresponsive.
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
                results.into_iter().for_each(|(index, one)| slot.checks[index] = one);
                slot.reruns = RerunState::Done;
            }
            Message::Left => {}
        }
        while !self.is_over && self.report_current_case() {
            self.finish();
        }
    }

    /// Reports new results of the current case and requests its reruns. Returns whether the case is done.
    fn report_current_case(&mut self) -> bool {
        self.report_checks();
        let is_enough = self.is_enough();
        let slot = &mut self.slots[self.turn];
        if !slot.is_done && !is_enough {
            return false;
        }
        if slot.reruns == RerunState::Undecided {
            let checks = slot.checks.iter().enumerate().filter(|(_, one)| is_rerun(one));
            let results: Vec<_> = checks.take(self.reruns).map(|(index, one)| (index, one.clone())).collect();
            self.reruns -= results.len();
            slot.reruns = if results.is_empty() { RerunState::Done } else { RerunState::Requested };
            if slot.reruns == RerunState::Requested {
                // The rerun thread listens as long as this end of the channel is open.
                let _ = self.rerun_requests.send(RerunRequest { case: self.turn, results });
            }
        }
        slot.reruns == RerunState::Done
    }

    /// Reports that the current case began, and its checks up to the last failure that counts.
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

    /// Reports that the current case is done and moves on to the next.
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

    /// Reports everything that was judged before the run was interrupted.
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

    fn done(self, about: RunInfo<'_>, is_stopped: bool) -> RunOutcome<'a> {
        let (variants, total) = tally(&self.results);
        let end = match total.checks == about.checks {
            true => End::Complete,
            false if is_stopped && (self.run.is_interrupted)() => End::Interrupted,
            false if is_stopped => End::Deadline,
            false if self.detector.is_unresponsive() => End::Unanswered,
            false => End::MaxFailures,
        };
        let diff = about.known.map(|known| {
            let mut diff = known.compare(&self.results, self.run.widened);
            if end != End::Complete || self.run.is_part {
                // A known failure may be one of the checks that were not made.
                diff.fixed.clear();
            }
            diff
        });
        let signature = RunSignature::from_results(&self.results);
        let causes = match end {
            End::Unanswered => Causes::of_unresponsive(&self.results),
            _ => Causes::from_results(&self.results, &about.recomputed.corpus),
        };
        let done = RunOutcome { results: self.results, end, variants, total, causes, signature, diff };
        self.observer.event(&Event::RunDone(about, &done));
        done
    }
}

/// The work of a check: its nodes, plus a constant for asking at all.
pub(super) fn work(check: &Check) -> u64 {
    u64::try_from(check.nodes()).unwrap_or(u64::MAX).saturating_add(100)
}

/// A lower bound on the requests for a check if counts are worked out by walking. Each position on the way
/// needs two requests: the position and its moves. Shallower counts of the case tell how many such positions
/// there are.
fn requests(check: &Check) -> u128 {
    check.on_the_way().saturating_mul(2).saturating_add(1)
}
