//! The errors of a count.

use crate::game::classes::ClassError;

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
    /// A text of the rules cannot be read, so that a move is in no class.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The system does not provide the threads.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// The number of threads.
        threads: usize,
        /// The error of the system.
        reason: String,
    },
}
