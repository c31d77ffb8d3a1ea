//! Counts with threads and a hash table.
//!
//! [`count()`] is [`Rules::perft`](crate::rules::Rules::perft) for long counts: split by the first move, on several
//! threads, with a [`Table`] of what was counted before, told on the way to a [`Progress`] that may end it.
//! Invariants: a finished count is exact and does not depend on the [`Resources`]; the answer has the order in
//! which the rules generate. This module knows the trait of the rules: no variant, no text, no command line.

#[cfg(feature = "threads")]
mod count;
mod error;
mod json;
#[cfg(feature = "threads")]
mod meter;
mod progress;
mod resources;
#[cfg(feature = "threads")]
mod table;
mod tally;

#[cfg(feature = "threads")]
pub use count::count;
pub use error::CountError;
pub use json::{Count, serialize_count};
pub use progress::{NoProgress, Progress, ProgressUpdate};
pub use resources::Resources;
#[cfg(feature = "threads")]
pub use table::{Memory, Table};
pub use tally::{Tally, total};
