//! What a count may use.

use std::num::NonZeroUsize;

/// How many threads and how much memory a count may use. The default is one thread and no hash table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// How many threads count.
    pub threads: NonZeroUsize,
    /// The most bytes the hash table may take; a short count takes fewer, and none that holds no entry is made.
    pub hash_bytes: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, hash_bytes: 0 }
    }
}
