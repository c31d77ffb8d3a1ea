//! Compares two backends on positions nobody has written down.
//!
//! Half of the positions are those of random games, half are constructed so that rare rules occur in them
//! often, and are played on from for a few plies. Invariants: position `i` of a seed is the same whatever the
//! number of threads, and of all differences that with the smallest index is reported. This module knows how to
//! put pieces where rules meet, never what the rules say: which positions are valid, and how games go on, it asks
//! the first of the two backends, and everything both say is compared.

mod compare;
mod construct;
mod game;
mod known;
mod related;
mod rng;
mod run;
mod shuffle;
mod source;
mod stats;
mod stream;
mod sweep;
pub mod targets;

pub use compare::{Comparison, Difference, compare, compare_sides};
pub use game::{RandomGame, random_position};
pub use related::compare_related;
pub use run::{FoundDifference, FuzzOutcome, FuzzSettings, run};
pub use source::Origin;
pub use stats::{OtherReasons, Stats};
pub use stream::constructed;
pub use stream::{BATCH, batch};
pub use sweep::{Segment, sweep};

#[cfg(test)]
mod tests;
