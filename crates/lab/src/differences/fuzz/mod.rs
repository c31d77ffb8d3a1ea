//! Compares two backends on generated positions.
//!
//! Half of the positions come from random games. The other half are constructed so that rare rules occur often, and are
//! followed by a few random plies.
//!
//! Invariants: position `i` of a seed is the same for any number of threads, and the difference with the smallest index
//! is reported. This module must not know the rules: the first backend decides which positions are valid and how games
//! go on, and every answer of both is compared.

mod compare;
mod construct;
mod game;
mod known;
mod parts;
mod related;
mod rng;
mod run;
mod shuffle;
mod source;
mod stats;
mod stream;
mod sweep;

pub use compare::{Comparison, Difference, compare, compare_sides};
pub use game::{RandomGame, random_position};
pub use parts::{PartRecord, RecordedSegments, plan_of};
pub use related::compare_related;
pub use run::{FoundDifference, FuzzOutcome, FuzzSettings, run};
pub(crate) use shuffle::shuffle;
pub use source::Origin;
pub use stats::{OtherReasons, Stats};
pub use stream::constructed;
pub use stream::{BATCH, batch};
pub use sweep::{Segment, sweep};

#[cfg(test)]
mod tests;
