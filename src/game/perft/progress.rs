//! Who looks on while a count runs.

use std::time::Duration;

/// How far a count has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressUpdate {
    /// The nodes counted so far, those the hash table answered included.
    pub nodes: u128,
    /// Which part of the tree is done, from 0 to 1, were all subtrees of a node equally large.
    pub fraction: f64,
    /// How long the count has run.
    pub elapsed: Duration,
}

/// Looks on while a count runs, and may end it.
pub trait Progress: Sync {
    /// Is told now and then how far the count has come: at most ten times a second, by any of the threads,
    /// by one at a time.
    fn advanced(&self, _: &ProgressUpdate) {}

    /// Whether the count is to end. Asked by every thread every few thousand nodes.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct NoProgress;

impl Progress for NoProgress {}
