//! Asks two backends about the positions of a plan, unit by unit.

use super::folding::Folding;
use super::plan::Plan;
use super::states::each;
use crate::differences::fuzz::{Comparison, Difference, FoundDifference, Origin, compare};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use vperft::inner::backend::{BackendError, Pair};
use vperft::inner::game::position;
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft::inner::support::plural::plural;
use vperft::inner::support::workers::{Work, join, spawn_all};
use vperft_run::partition::Part;

/// The number of positions without an answer after which a pair that has answered none is asked no more.
const MAX_UNANSWERED: u64 = 1000;

/// The number of finished units that a thread may be ahead.
const QUEUE_LENGTH: usize = 16;

/// What was compared, up to a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Exhaustion {
    /// The number of finished units.
    pub units: usize,
    /// The number of positions that both backends were asked about.
    pub asked: u64,
    /// The number of positions that these stand for, themselves included.
    pub covered: u64,
    /// How many of those asked both refuse.
    pub refused: u64,
    /// How many of those asked have no answer of one of them.
    pub unanswered: u64,
    /// Why the first of them has none.
    pub reason: Option<String>,
    /// The first difference, after which nothing was asked.
    pub found: Option<FoundDifference>,
}

/// How a comparison is done.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// The positions.
    pub plan: &'a Plan,
    /// The symmetries by which they are folded.
    pub folding: &'a Folding,
    /// The rulings of both backends.
    pub rulings: &'a Rulings,
    /// The part of the units to ask about; `None` for all.
    pub part: Option<Part>,
    /// The number of threads.
    pub jobs: usize,
}

/// A finished unit: what was compared in it, and how large it is.
pub struct Exhausted<'e> {
    /// Everything so far, this unit included.
    pub all: &'e Exhaustion,
    /// About how many placements it has.
    pub size: u64,
}

impl Run<'_> {
    /// The units to ask about, in order.
    #[must_use]
    pub fn units(&self) -> Vec<usize> {
        (0..self.plan.units()).filter(|unit| self.part.is_none_or(|part| part.has(*unit as u64))).collect()
    }
}

/// Goes on from `done` until the end, the first difference, or `is_stopped`. `finished` receives every unit, in order. A unit that is
/// stopped counts for nothing. A difference is asked again of fresh backends.
///
/// # Errors
/// If the backends answer about no position, or if threads cannot be started.
///
/// # Panics
/// If a thread panics.
pub fn run(
    run: &Run<'_>,
    mut done: Exhaustion,
    open: &(dyn Fn() -> Pair + Sync),
    is_stopped: &(dyn Fn() -> bool + Sync),
    finished: &mut dyn FnMut(Exhausted<'_>),
) -> Result<Exhaustion, BackendError> {
    let units = run.units();
    let left = units.get(done.units..).unwrap_or_default();
    if done.found.is_some() || left.is_empty() {
        return Ok(done);
    }
    let jobs = run.jobs.clamp(1, left.len());
    let is_enough = AtomicBool::new(false);
    let must_end = || is_stopped() || is_enough.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (mut works, mut receivers) = (Vec::<Work<'_, ()>>::new(), Vec::new());
        for first in 0..jobs {
            let (send, receive) = sync_channel(QUEUE_LENGTH);
            receivers.push(receive);
            let must_end = &must_end;
            works.push(Box::new(move || {
                let mut pair = open();
                for &unit in left.iter().skip(first).step_by(jobs) {
                    // The receiver is dropped once there is a difference.
                    let Some(one) = run.unit(unit, &mut pair, must_end) else { return };
                    if send.send(one).is_err() {
                        return;
                    }
                }
            }));
        }
        let threads = spawn_all(scope, works).map_err(|error| BackendError::NotAsked(error.to_string()))?;
        let outcome = collect(run.plan, left, &receivers, &mut done, finished);
        is_enough.store(true, Ordering::Relaxed);
        drop(receivers);
        threads.into_iter().for_each(join);
        outcome
    })?;
    if let Some(found) = &mut done.found {
        let again = compare(&mut open(), run.plan.variant.id, &found.vfen, false);
        found.flaky = matches!(again, Ok(Comparison::Same(_) | Comparison::InPart(_)));
    }
    Ok(done)
}

/// Adds the units in their order, up to the first difference.
fn collect(
    plan: &Plan,
    units: &[usize],
    receivers: &[Receiver<Exhaustion>],
    done: &mut Exhaustion,
    finished: &mut dyn FnMut(Exhausted<'_>),
) -> Result<(), BackendError> {
    for (&unit, receiver) in units.iter().zip(receivers.iter().cycle()) {
        // The thread was stopped.
        let Ok(one) = receiver.recv() else { return Ok(()) };
        done.add(one);
        if done.unanswered >= MAX_UNANSWERED && done.unanswered == done.asked - done.refused {
            let reason = done.reason.as_deref().unwrap_or_default();
            let none = format!("none of {}: {reason}", plural(done.unanswered as usize, "position"));
            return Err(BackendError::Unsupported(none));
        }
        finished(Exhausted { all: done, size: plan.size(unit) });
        if done.found.is_some() {
            return Ok(());
        }
    }
    Ok(())
}

impl Run<'_> {
    /// Compares all positions of a unit, up to the first difference. `None` if it is stopped.
    fn unit(&self, unit: usize, pair: &mut Pair, must_end: &dyn Fn() -> bool) -> Option<Exhaustion> {
        let Self { plan, folding, rulings, .. } = *self;
        let (variant, first) = (plan.variant.id, plan.first(unit));
        let mut one = Exhaustion { units: 1, ..Exhaustion::default() };
        let mut is_ended = false;
        let _ = plan.placements(unit, &mut |placed| {
            each(plan, folding.turns(), placed, &mut |position| {
                let images = folding.images(plan, position, first);
                if images == 0 {
                    return ControlFlow::Continue(());
                }
                is_ended = must_end();
                if is_ended {
                    return ControlFlow::Break(());
                }
                one.asked += 1;
                one.covered += images;
                let vfen = position::print(position, rulings);
                match ask(pair, variant, &vfen) {
                    Ok(Seen::Same) => {}
                    Ok(Seen::Refused) => one.refused += 1,
                    Ok(Seen::Different(differences)) => {
                        let index = one.asked - 1;
                        one.found = Some(FoundDifference::new(index, Origin::Enumerated, vfen, differences));
                        return ControlFlow::Break(());
                    }
                    Err(error) => {
                        one.unanswered += 1;
                        one.reason.get_or_insert_with(|| error.to_string());
                    }
                }
                ControlFlow::Continue(())
            })
        });
        // The answer of a program that was killed meanwhile is not an answer.
        (!is_ended && !must_end()).then_some(one)
    }
}

impl Exhaustion {
    /// Adds what was compared after it.
    pub fn add(&mut self, next: Self) {
        self.found = next.found.map(|found| FoundDifference { index: found.index + self.asked, ..found });
        self.units += next.units;
        self.asked += next.asked;
        self.covered += next.covered;
        self.refused += next.refused;
        self.unanswered += next.unanswered;
        self.reason = self.reason.take().or(next.reason);
    }
}

/// What two backends say about a position.
enum Seen {
    Same,
    Refused,
    Different(Vec<Difference>),
}

/// Asks for digests, and for texts where these are not the same or not known.
///
/// # Errors
/// If a backend does not answer about the position.
fn ask(pair: &mut Pair, variant: VariantId, vfen: &str) -> Result<Seen, BackendError> {
    let digests =
        [&mut pair.a, &mut pair.b].map(|side| side.of(variant).and_then(|view| view.digest(vfen.into())));
    match digests {
        [Ok(a), Ok(b)] if a == b => return Ok(Seen::Same),
        [Err(a), Err(b)] if a.refuses_position() && b.refuses_position() => return Ok(Seen::Refused),
        _ => {}
    }
    Ok(match compare(pair, variant, vfen, false)? {
        Comparison::Same(_) | Comparison::InPart(_) => Seen::Same,
        Comparison::Refused { .. } => Seen::Refused,
        Comparison::Different(differences) => Seen::Different(differences),
    })
}
