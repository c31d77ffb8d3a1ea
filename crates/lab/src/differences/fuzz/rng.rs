//! Random choices.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// A reproducible random number generator.
#[derive(Clone, Debug)]
pub(super) struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator of a seed. Different streams are independent.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Self(rng)
    }

    /// A number below `limit`, which is above 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u64::from(self.0.next_u32()) * limit as u64) >> 32) as usize
    }

    /// A number from `low` to `high` inclusive.
    pub fn from(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True with this probability in percent.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A random entry; `None` if the list is empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }
}
