//! Errors of measurements.

use super::Unit;
use vperft::inner::backend::{BackendError, OpenError};

/// Why a measurement failed. Figures measured before the failure have already been sent to the observer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpeedError {
    /// The backend could not be opened.
    #[error("{0}")]
    Unopened(#[from] OpenError),
    /// The backend gave no count.
    #[error("{unit}: {name} {error}")]
    Backend {
        /// The position and depth to count.
        unit: Box<Unit>,
        /// The backend.
        name: String,
        /// The error of the backend.
        error: BackendError,
    },
    /// The count is wrong, so its speed is meaningless.
    #[error("{unit}: {name} counts {counted}; expected {}", .unit.leaves)]
    Wrong {
        /// The position and depth to count.
        unit: Box<Unit>,
        /// The backend.
        name: String,
        /// The wrong count.
        counted: u128,
    },
    /// The tool that counts instructions failed.
    #[error("{0}")]
    Tool(String),
    /// The user has interrupted it.
    #[error("interrupted")]
    Interrupted,
}
