//! Adds up how far a count has come.

use crate::game::perft::{CountObserver, ProgressUpdate};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much time passes at least between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Adds up what the threads have done and tells the listener.
pub(super) struct Meter<'a> {
    progress: &'a CountObserver<'a>,
    start: Instant,
    state: Mutex<State>,
}

struct State {
    nodes: u128,
    fraction: f64,
    told: Duration,
}

impl<'a> Meter<'a> {
    pub fn new(progress: &'a CountObserver<'a>) -> Self {
        let state = State { nodes: 0, fraction: 0.0, told: Duration::ZERO };
        Self { progress, start: Instant::now(), state: Mutex::new(state) }
    }

    /// So many more nodes are counted, which were this part of the tree.
    pub fn advance(&self, nodes: u128, fraction: f64) {
        // A listener that panicked has ended the count of its thread; the sums are whole all the same.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Only shown: a sum that is too large is an error where it is part of the answer.
        state.nodes = state.nodes.saturating_add(nodes);
        state.fraction += fraction;
        let elapsed = self.start.elapsed();
        if elapsed - state.told >= INTERVAL {
            state.told = elapsed;
            self.progress.event(&ProgressUpdate { nodes: state.nodes, fraction: state.fraction, elapsed });
        }
    }

    /// Whether the count is to end.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }
}
