//! Compares two backends on positions nobody has written down.
//!
//! Half of the positions are those of random games, half are constructed so that rare rules occur in them
//! often, and are played on from for a few plies. Invariants: position `i` of a seed is the same whatever the
//! number of threads, and of all differences that with the smallest index is reported. This room knows how to
//! put men where rules meet, never what the rules say: which positions are valid, and how games go on, it asks
//! the first of the two backends, and everything both say is compared.

mod census;
mod compare;
mod construct;
mod dice;
mod game;
mod run;
mod shuffle;
mod source;
mod stream;

pub use census::Census;
pub use compare::{Compared, Difference, compare};
pub use game::{RandomGame, random_position};
pub use run::{Found, Outcome, Pair, Plan, run};
pub use source::Origin;
pub use stream::{BATCH, batch, constructed};

#[cfg(test)]
mod tests;
