//! Counts with threads and a hash table.
//!
//! [`count`] is [`Rules::perft`](crate::rules::Rules::perft) for long counts: split by the first move, on several
//! threads, with a [`Table`] of what was counted before, told on the way to a [`Watch`] that may end it.
//! Invariants: a finished count is exact and does not depend on the [`Plan`]; the answer has the order in
//! which the rules generate. This room knows the trait of the rules: no variant, no text, no command line.

mod count;
mod meter;
mod plan;
mod table;
mod tally;
mod watch;

pub use count::{CountError, count};
pub use plan::Plan;
pub use table::{Memory, Table};
pub use tally::{Tally, total};
pub use watch::{Progress, Unwatched, Watch};
