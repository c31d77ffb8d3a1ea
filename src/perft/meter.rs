//! Adds up how far a count has come.

use super::{Progress, Watch};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much time passes at least between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// Adds up what the threads have done and tells the watch.
pub(super) struct Meter<'a> {
    watch: &'a dyn Watch,
    start: Instant,
    state: Mutex<State>,
}

struct State {
    nodes: u128,
    part: f64,
    told: Duration,
}

impl<'a> Meter<'a> {
    pub fn new(watch: &'a dyn Watch) -> Self {
        let state = State { nodes: 0, part: 0.0, told: Duration::ZERO };
        Self { watch, start: Instant::now(), state: Mutex::new(state) }
    }

    /// So many more nodes are counted, which were this part of the tree.
    pub fn advance(&self, nodes: u128, part: f64) {
        // A watch that panicked has ended the count of its thread; the sums are whole all the same.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Only shown: a sum that is too large is an error where it is part of the answer.
        state.nodes = state.nodes.saturating_add(nodes);
        state.part += part;
        let elapsed = self.start.elapsed();
        if elapsed - state.told >= INTERVAL {
            state.told = elapsed;
            self.watch.advanced(&Progress { nodes: state.nodes, part: state.part, elapsed });
        }
    }

    /// Whether the count is to end.
    pub fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }
}
