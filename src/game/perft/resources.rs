//! The threads and the memory that a count may use.

use std::num::NonZeroUsize;

/// The threads and the memory that a count may use. The default is one thread and no hash table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The greatest size of the hash table in bytes. A short count uses less. A size below one entry means no hash table.
    pub hash_bytes: usize,
}

impl Default for Resources {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, hash_bytes: 0 }
    }
}
