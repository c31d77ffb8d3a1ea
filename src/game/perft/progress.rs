//! How far a count has come.

use crate::support::observer::Observer;
use std::time::Duration;

/// The event of a count: how far it has come. It is sent at most ten times a second, by any of the threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProgressUpdate {
    /// The nodes counted so far, including those the hash table answered.
    pub nodes: u128,
    /// The part of the tree that is done, from 0 to 1, as if all subtrees of a node were equally large.
    pub fraction: f64,
    /// How long the count has run.
    pub elapsed: Duration,
}

/// The observer of a count. Every thread asks it every few thousand nodes whether to stop.
pub type CountObserver<'o> = dyn Observer<ProgressUpdate> + Sync + 'o;
