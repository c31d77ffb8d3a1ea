//! Goes on past differences.
//!
//! Invariant: whoever is told gets the pieces in the order of the positions, whatever the number of threads, so that where it says
//! that this is enough, the same positions were compared on every machine.

use super::Stats;
use super::run::{FoundDifference, FuzzSettings, position};
use super::source::Source;
use super::stream::{BATCH, Mixed};
use crate::backend::{BackendError, Pair, Survey};
use crate::game::variant::VariantId;
use crate::support::workers::{Work, join, spawn_all};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// How many differences each thread may find ahead of whoever is told of them.
const AHEAD: usize = 64;

/// Positions one after the other, of which the last may be one at which the backends differ.
#[derive(Clone, Debug, Default)]
pub struct Segment {
    /// What was compared without a difference.
    pub stats: Stats,
    /// The difference behind it. Whether it comes again was not asked.
    pub found: Option<FoundDifference>,
}

/// What a thread says.
enum Message {
    Segment(Box<Segment>),
    /// The batch is at its end.
    End,
    Failed(BackendError),
}

/// Compares positions as [`run`](super::run()) does, past every difference, until `take` has enough or `is_stopped` says so. After
/// a difference a game goes on as the first backend says. `progress` is told how many positions were compared since it was last
/// told.
///
/// # Errors
/// If a backend does not support what it is asked, or refuses every position, or the system does not give the threads.
///
/// # Panics
/// If a thread does.
pub fn sweep(
    settings: &FuzzSettings<'_>,
    open: &(dyn Fn() -> Pair + Sync),
    progress: &(dyn Fn(u64) + Sync),
    is_stopped: &(dyn Fn() -> bool + Sync),
    take: &mut dyn FnMut(Segment) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let batches = settings.positions.div_ceil(BATCH);
    let jobs = settings.jobs.clamp(1, usize::try_from(batches).unwrap_or(usize::MAX).max(1));
    thread::scope(|scope| {
        let (mut works, mut receivers) = (Vec::<Work<'_, ()>>::new(), Vec::new());
        for first in 0..jobs {
            let (send, receive) = sync_channel(AHEAD);
            receivers.push(receive);
            works.push(Box::new(move || {
                let mut pair = open();
                for batch in (first as u64..batches).step_by(jobs) {
                    let mut worker = Worker { settings, progress, is_stopped, send: &send };
                    let end = match worker.batch(batch, &mut pair) {
                        Ok(ControlFlow::Continue(())) => Message::End,
                        Ok(ControlFlow::Break(())) => return,
                        Err(error) => Message::Failed(error),
                    };
                    // Nobody listens any more once it is enough.
                    if send.send(end).is_err() {
                        return;
                    }
                }
            }));
        }
        let threads = spawn_all(scope, works).map_err(|error| BackendError::NotAsked(error.to_string()))?;
        let outcome = listen(&receivers, batches, take);
        drop(receivers);
        threads.into_iter().for_each(join);
        outcome
    })
}

/// Passes on what the threads say, batch by batch.
fn listen(
    receivers: &[Receiver<Message>],
    batches: u64,
    take: &mut dyn FnMut(Segment) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let turns = receivers.iter().cycle();
    for (_, receiver) in (0..batches).zip(turns) {
        loop {
            match receiver.recv() {
                Ok(Message::Segment(piece)) => {
                    if take(*piece).is_break() {
                        return Ok(());
                    }
                }
                Ok(Message::End) => break,
                Ok(Message::Failed(error)) => return Err(error),
                // It was stopped.
                Err(_) => return Ok(()),
            }
        }
    }
    Ok(())
}

/// One that compares the positions of batches.
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
        let mut mixed = Mixed::new(variant, rulings, seed, batch);
        let mut piece = Segment::default();
        for index in first..positions.min(first.saturating_add(BATCH)) {
            let source = mixed.source(index);
            let found = position(self.settings, index, source, pair, &mut piece.stats);
            // What a program answers that is killed meanwhile is no answer.
            if (self.is_stopped)() {
                let _ = self.tell(piece);
                return Ok(ControlFlow::Break(()));
            }
            if let Some(found) = found? {
                go_on(source, &found, variant, pair);
                let told = Segment { found: Some(found), ..std::mem::take(&mut piece) };
                if self.tell(told).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            (self.progress)(1);
        }
        Ok(self.tell(piece))
    }

    /// Nobody listens any more once it is enough.
    fn tell(&self, piece: Segment) -> ControlFlow<()> {
        match self.send.send(Message::Segment(Box::new(piece))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Has a stream go on behind a difference, as the first backend says. What it does not accept is at its end.
fn go_on(source: &mut dyn Source, found: &FoundDifference, variant: VariantId, pair: &mut Pair) {
    let survey = pair.a.of(variant).and_then(|view| view.survey(&found.vfen));
    let end = || Survey { vfen: found.vfen.clone(), status: None, children: Vec::new(), count: 0 };
    source.accepted(&survey.map_or_else(|_| end(), Survey::sorted));
}
