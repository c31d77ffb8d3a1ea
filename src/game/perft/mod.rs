//! Counts with threads and a hash table.
//!
//! [`count()`](parallel::count) is [`Rules::perft`](crate::game::rules::Rules::perft) for long counts. It splits the count by the first
//! move, uses several threads and a [`Table`](parallel::Table) of earlier counts, and reports to an [`Observer`] that may stop it.
//! Invariants: a finished count is exact and does not depend on the [`Resources`]; the moves are in the order in which the rules generate
//! them. [`classes()`](parallel::classes) walks to the last move of every sequence and sorts it into [classes](crate::game::classes). This
//! module knows the trait of the rules, but no variant, no text and no command line.

mod alone;
#[cfg(feature = "threads")]
mod classes;
mod error;
mod json;
#[cfg(feature = "threads")]
pub mod parallel;
mod progress;
mod resources;
mod tally;

pub use crate::support::observer::Observer;
pub use alone::CountCache;
pub(crate) use alone::{Halt, count_alone};
pub use error::CountError;
pub use json::{Count, deserialize_count, serialize_count};
pub use progress::{CountObserver, ProgressUpdate};
pub use resources::Resources;
pub use tally::{Tally, total};
