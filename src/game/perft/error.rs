//! Why there is no count.

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// It is 2^128 or more.
    #[error("the count is larger than 2^128 - 1")]
    Overflow,
    /// The system does not give the memory.
    #[error("no memory for a hash table of {bytes} bytes: {reason}")]
    Memory {
        /// How much was asked for.
        bytes: usize,
        /// What the system says.
        reason: String,
    },
    /// The system does not give the threads.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// What the system says.
        reason: String,
    },
}
