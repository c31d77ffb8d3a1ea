//! The progress of a count on several threads.

use crate::game::perft::{CountObserver, ProgressUpdate};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two events.
const EVENT_INTERVAL: Duration = Duration::from_millis(100);

/// Adds up the work of all threads and sends events to the observer.
pub(super) struct Meter<'a> {
    progress: &'a CountObserver<'a>,
    start: Instant,
    state: Mutex<State>,
}

struct State {
    nodes: u128,
    fraction: f64,
    last_event: Duration,
}

impl<'a> Meter<'a> {
    pub fn new(progress: &'a CountObserver<'a>) -> Self {
        let state = State { nodes: 0, fraction: 0.0, last_event: Duration::ZERO };
        Self { progress, start: Instant::now(), state: Mutex::new(state) }
    }

    /// Adds counted nodes, which are this fraction of the tree.
    pub fn advance(&self, nodes: u128, fraction: f64) {
        // If the observer panicked, the count of its thread ended, but the sums are complete.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // The sum is only displayed. The count itself reports an overflow as an error.
        state.nodes = state.nodes.saturating_add(nodes);
        state.fraction += fraction;
        let elapsed = self.start.elapsed();
        if elapsed - state.last_event >= EVENT_INTERVAL {
            state.last_event = elapsed;
            self.progress.event(&ProgressUpdate { nodes: state.nodes, fraction: state.fraction, elapsed });
        }
    }

    /// Whether the count is to stop.
    pub fn is_stopped(&self) -> bool {
        self.progress.is_stopped()
    }
}
