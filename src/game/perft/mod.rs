//! Counts with threads and a hash table.
//!
//! [`count()`] is [`Rules::perft`](crate::game::rules::Rules::perft) for long counts: split by the first move, on several
//! threads, with a [`Table`] of what was counted before, told on the way to a [`Observer`] that may end it.
//! Invariants: a finished count is exact and does not depend on the [`Resources`]; the answer has the order in
//! which the rules generate. This module knows the trait of the rules: no variant, no text, no command line.

mod error;
mod json;
#[cfg(feature = "fast")]
mod parallel;
mod progress;
mod resources;
mod tally;

pub use crate::support::observer::Observer;
pub use error::CountError;
pub use json::{Count, serialize_count};
#[cfg(feature = "fast")]
pub use parallel::{Memory, Table, count};
pub use progress::{CountObserver, ProgressUpdate};
pub use resources::Resources;
pub use tally::{Tally, total};
