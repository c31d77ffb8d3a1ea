//! What ends a measurement.

use super::Unit;
use crate::backend::{BackendError, OpenError};

/// Why something could not be measured. What was measured before it is not lost: whoever measures is told of every row when it
/// is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpeedError {
    /// The backend could not be opened.
    #[error("{0}")]
    Unopened(#[from] OpenError),
    /// The backend gave no count.
    #[error("{unit}: {name} {error}")]
    Backend {
        /// What was to be counted.
        unit: Box<Unit>,
        /// The backend.
        name: String,
        /// What it did instead.
        error: BackendError,
    },
    /// The count is wrong, so its speed is worth nothing.
    #[error("{unit}: {name} counts {counted}; expected {}", .unit.leaves)]
    Wrong {
        /// What was to be counted.
        unit: Box<Unit>,
        /// The backend.
        name: String,
        /// What it counted.
        counted: u128,
    },
    /// The tool that counts instructions failed.
    #[error("{0}")]
    Tool(String),
    /// The user has ended it.
    #[error("interrupted")]
    Interrupted,
}
