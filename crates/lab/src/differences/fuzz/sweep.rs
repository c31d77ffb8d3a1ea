//! Compares positions past the first difference.
//!
//! Invariant: the caller receives the segments in the order of the positions, for any number of threads. A caller that
//! stops early has therefore seen the same positions on every machine.

use super::Stats;
use super::run::{FoundDifference, FuzzSettings, compare_next};
use super::source::Source;
use super::stream::{BATCH, MixedSource};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use vperft::inner::backend::{BackendError, Pair, Survey};
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::plural::plural;
use vperft::inner::support::workers::{Work, join, spawn_all};

/// The number of segments that each thread may queue before the caller takes them.
const QUEUE_LENGTH: usize = 64;

/// Consecutive positions, of which only the last may show a difference.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// The number of the batch that holds the positions.
    pub batch: u64,
    /// Statistics of the positions without a difference.
    pub stats: Stats,
    /// The difference after them. Fresh processes have not been asked about it.
    pub found: Option<FoundDifference>,
}

/// A message from a thread.
enum Message {
    Segment(Box<Segment>),
    /// The batch is complete.
    End,
    Failed(BackendError),
}

/// Compares positions as [`run`](super::run()) does, but continues past differences until `take` breaks or `is_stopped`
/// returns true. After a difference, a game follows the first backend. `progress` receives the number of positions
/// compared since the last call.
///
/// # Errors
/// If a backend does not support a question or refuses every position, or if threads cannot be started.
///
/// # Panics
/// If a thread panics.
pub fn sweep(
    settings: &FuzzSettings<'_>,
    open: &(dyn Fn() -> Pair + Sync),
    progress: &(dyn Fn(u64) + Sync),
    is_stopped: &(dyn Fn() -> bool + Sync),
    take: &mut dyn FnMut(Segment) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let batches = settings.batches();
    let jobs = settings.jobs.clamp(1, batches.len().max(1));
    thread::scope(|scope| {
        let (mut works, mut receivers) = (Vec::<Work<'_, ()>>::new(), Vec::new());
        for first in 0..jobs {
            let (send, receive) = sync_channel(QUEUE_LENGTH);
            receivers.push(receive);
            works.push(Box::new(move || {
                let mut pair = open();
                for batch in settings.batches().skip(first).step_by(jobs) {
                    let mut worker = Worker { settings, progress, is_stopped, send: &send };
                    let end = match worker.batch(batch, &mut pair) {
                        Ok(ControlFlow::Continue(())) => Message::End,
                        Ok(ControlFlow::Break(())) => return,
                        Err(error) => Message::Failed(error),
                    };
                    // The receiver is dropped once the caller has enough.
                    if send.send(end).is_err() {
                        return;
                    }
                }
            }));
        }
        let threads = spawn_all(scope, works).map_err(|error| BackendError::NotAsked(error.to_string()))?;
        let outcome = forward(&receivers, batches.len(), take);
        drop(receivers);
        threads.into_iter().for_each(join);
        outcome
    })
}

/// Passes the segments of all threads to `take`, batch by batch.
fn forward(
    receivers: &[Receiver<Message>],
    batches: usize,
    take: &mut dyn FnMut(Segment) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let turns = receivers.iter().cycle();
    for (_, receiver) in (0..batches).zip(turns) {
        loop {
            match receiver.recv() {
                Ok(Message::Segment(segment)) => {
                    if take(*segment).is_break() {
                        return Ok(());
                    }
                }
                Ok(Message::End) => break,
                Ok(Message::Failed(error)) => return Err(error),
                // The thread was stopped.
                Err(_) => return Ok(()),
            }
        }
    }
    Ok(())
}

/// Compares the positions of batches on a thread.
struct Worker<'w> {
    settings: &'w FuzzSettings<'w>,
    progress: &'w (dyn Fn(u64) + Sync),
    is_stopped: &'w (dyn Fn() -> bool + Sync),
    send: &'w SyncSender<Message>,
}

impl Worker<'_> {
    fn batch(&mut self, batch: u64, pair: &mut Pair) -> Result<ControlFlow<()>, BackendError> {
        let FuzzSettings { variant, rulings, positions, seed, .. } = *self.settings;
        let first = batch * BATCH;
        let mut mixed = MixedSource::new(variant, rulings, seed, batch);
        let empty = || Segment { batch, stats: Stats::for_positions(positions), found: None };
        let (mut current, mut differs) = (empty(), false);
        for index in first..positions.min(first.saturating_add(BATCH)) {
            let source = mixed.source(index);
            let found = compare_next(self.settings, index, source, pair, &mut current.stats);
            // The answer of a program that was killed meanwhile is not an answer.
            if (self.is_stopped)() {
                let _ = self.send(current);
                return Ok(ControlFlow::Break(()));
            }
            if let Some(found) = found? {
                continue_after(source, &found, variant, pair);
                differs = true;
                let segment = Segment { found: Some(found), ..std::mem::replace(&mut current, empty()) };
                if self.send(segment).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            (self.progress)(1);
        }
        let Stats { positions: compared, unsupported, .. } = current.stats;
        if compared == 0 && unsupported > 0 && !differs {
            let reason = format!("none of {}", plural(unsupported as usize, "position"));
            return Err(BackendError::Unsupported(reason));
        }
        Ok(self.send(current))
    }

    /// Breaks once the caller has enough.
    fn send(&self, segment: Segment) -> ControlFlow<()> {
        match self.send.send(Message::Segment(Box::new(segment))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Continues a stream after a difference, by the first backend's answer. A position that it does not accept has no
/// successors.
fn continue_after(source: &mut dyn Source, found: &FoundDifference, variant: VariantId, pair: &mut Pair) {
    let survey = pair.a.of(variant).and_then(|view| view.survey(&found.vfen));
    let end = || Survey { vfen: found.vfen.clone(), status: None, children: Vec::new(), count: 0 };
    source.accepted(&survey.map_or_else(|_| end(), Survey::sorted));
}
