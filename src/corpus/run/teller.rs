//! Tells a observer of a run, in the order of the corpus.

use super::rerun::is_rerun;
use super::silence::Silence;
use super::{About, Causes, Done, End, Event, Progress, Run, RunObserver, Signature, tally};
use crate::corpus::check::{CaseResult, CheckResult};
use crate::corpus::suite::Check;
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// How often to look whether the run is interrupted.
const LOOK: Duration = Duration::from_millis(50);

/// What the workers say.
pub(super) enum Message<'a> {
    /// A case was begun.
    Begun(usize),
    /// A check of a case was judged, the next one.
    Judged(usize, Box<CheckResult<'a>>),
    /// No more checks of the case are made.
    Done(usize),
    /// The reruns that were wanted.
    Rerun(Wanted<'a>),
    /// A worker has left.
    Left,
}

/// Reruns that are wanted: the checks of a case, each with its place in the case.
pub(super) struct Wanted<'a> {
    pub case: usize,
    pub results: Vec<(usize, CheckResult<'a>)>,
}

/// What is known of a case.
#[derive(Default)]
struct Slot<'a> {
    is_begun: bool,
    is_done: bool,
    /// Whether the observer knows that it was begun, and of how many of its checks.
    is_told: bool,
    told: usize,
    reruns: Reruns,
    checks: Vec<CheckResult<'a>>,
}

/// The reruns of a case.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Reruns {
    #[default]
    Unknown,
    Awaited,
    Made,
}

/// Puts together what came of the cases, and tells the observer.
pub(super) struct Teller<'t, 'r, 'a, C> {
    run: &'t Run<'r, 'a>,
    observer: &'t RunObserver<'t>,
    want: Sender<Wanted<'a>>,
    /// Tells the workers that no more is wanted of them.
    close: C,
    slots: Vec<Slot<'a>>,
    /// The case whose turn it is.
    turn: usize,
    progress: Progress,
    /// The failing checks that were told of.
    failures: usize,
    /// Whether the backend has answered any check that was told of.
    silence: Silence,
    /// The reruns that may still be made.
    reruns: usize,
    /// Whether all that counts is told.
    is_over: bool,
    results: Vec<CaseResult<'a>>,
}

impl<'t, 'r, 'a, C: Fn()> Teller<'t, 'r, 'a, C> {
    pub(super) fn new(
        run: &'t Run<'r, 'a>,
        observer: &'t RunObserver<'t>,
        want: Sender<Wanted<'a>>,
        close: C,
    ) -> Self {
        Self {
            run,
            observer,
            want,
            close,
            slots: run.selected.iter().map(|_| Slot::default()).collect(),
            turn: 0,
            progress: Progress::default(),
            failures: 0,
            silence: Silence::default(),
            reruns: run.reruns,
            is_over: run.selected.is_empty(),
            results: Vec::new(),
        }
    }

    /// Tells of a run of so many workers to its end; nothing is returned if a worker left before it.
    pub(super) fn listen(mut self, receive: &Receiver<Message<'a>>, mut workers: usize) -> Option<Done<'a>> {
        let about = self.about();
        self.observer.event(&Event::RunBegun(about));
        let mut is_interrupted = false;
        while !self.is_over {
            match receive.recv_timeout(LOOK) {
                Ok(Message::Left) => workers -= 1,
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
            }
            if (self.run.is_interrupted)() {
                is_interrupted = true;
                receive.try_iter().for_each(|message| self.take(message));
                self.tell_rest();
                break;
            }
            let is_waiting = self.slots.get(self.turn).is_some_and(|slot| slot.reruns == Reruns::Awaited);
            if workers == 0 && !is_waiting && !self.is_over {
                return None;
            }
        }
        Some(self.done(about, is_interrupted))
    }

    fn about(&self) -> About<'t> {
        let run = self.run;
        let checks = || run.selected.iter().flat_map(|item| &item.checks);
        About {
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
        self.failures >= most || self.silence.is_hopeless()
    }

    fn take(&mut self, message: Message<'a>) {
        match message {
            Message::Begun(case) => self.slots[case].is_begun = true,
            Message::Judged(case, one) => {
                self.progress.work = self.progress.work.saturating_add(work(one.check));
                self.progress.failures += usize::from(one.is_failure());
                self.slots[case].checks.push(*one);
                self.observer.event(&Event::Advanced(self.progress));
            }
            Message::Done(case) => self.slots[case].is_done = true,
            Message::Rerun(Wanted { case, results }) => {
                let slot = &mut self.slots[case];
                results.into_iter().for_each(|(place, one)| slot.checks[place] = one);
                slot.reruns = Reruns::Made;
            }
            Message::Left => {}
        }
        while !self.is_over && self.tell() {
            self.finish();
        }
    }

    /// Tells what is new of the case whose turn it is. Returns whether it is done.
    fn tell(&mut self) -> bool {
        self.tell_checks();
        let is_enough = self.is_enough();
        let slot = &mut self.slots[self.turn];
        if !slot.is_done && !is_enough {
            return false;
        }
        if slot.reruns == Reruns::Unknown {
            let checks = slot.checks.iter().enumerate().filter(|(_, one)| is_rerun(one));
            let results: Vec<_> = checks.take(self.reruns).map(|(place, one)| (place, one.clone())).collect();
            self.reruns -= results.len();
            slot.reruns = if results.is_empty() { Reruns::Made } else { Reruns::Awaited };
            if slot.reruns == Reruns::Awaited {
                // It listens as long as this end of the channel is open.
                let _ = self.want.send(Wanted { case: self.turn, results });
            }
        }
        slot.reruns == Reruns::Made
    }

    /// Tells that the case whose turn it is was begun, and of its checks, up to the last failure that counts.
    fn tell_checks(&mut self) {
        let (item, slot) = (&self.run.selected[self.turn], &mut self.slots[self.turn]);
        if slot.is_begun && !slot.is_told {
            slot.is_told = true;
            self.observer.event(&Event::CaseBegun(item));
        }
        while !self.is_enough() {
            let slot = &mut self.slots[self.turn];
            let Some(one) = slot.checks.get(slot.told) else { return };
            slot.told += 1;
            self.failures += usize::from(one.is_failure());
            self.silence.take(one);
            self.observer.event(&Event::CheckJudged(item, one));
        }
        let slot = &mut self.slots[self.turn];
        slot.checks.truncate(slot.told);
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
    fn tell_rest(&mut self) {
        while !self.is_over {
            if self.slots[self.turn].checks.is_empty() {
                self.turn += 1;
                self.is_over = self.turn == self.slots.len();
            } else {
                self.tell_checks();
                self.finish();
            }
        }
    }

    fn done(self, about: About<'_>, is_interrupted: bool) -> Done<'a> {
        let (variants, total) = tally(&self.results);
        let end = match total.checks == about.checks {
            true => End::Complete,
            false if is_interrupted => End::Interrupted,
            false if self.silence.is_hopeless() => End::Unanswered,
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
            End::Unanswered => Causes::of_silence(&self.results),
            _ => Causes::of(&self.results, &about.recomputed.corpus),
        };
        let done = Done { results: self.results, end, variants, total, causes, signature, diff };
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
