//! The errors of a count.

/// A count failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The count is 2^128 or more.
    #[error("the count is larger than 2^128 - 1")]
    Overflow,
    /// The system does not provide the memory for the hash table.
    #[error("no memory for a hash table of {bytes} bytes: {reason}")]
    Memory {
        /// The size of the hash table in bytes.
        bytes: usize,
        /// The error of the system.
        reason: String,
    },
    /// The system does not provide the threads.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// The number of threads.
        threads: usize,
        /// The error of the system.
        reason: String,
    },
}
