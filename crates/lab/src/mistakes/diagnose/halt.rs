//! Why a step of a diagnosis ended before it was done.

use vperft::inner::backend::BackendError;

/// The end of a step without a result.
#[derive(Debug)]
pub(super) enum Halt {
    /// The observer stopped the diagnosis. The mistakes found before stay valid.
    Stopped,
    /// The rules or the backend give no answer.
    Failed(BackendError),
}

impl From<BackendError> for Halt {
    fn from(error: BackendError) -> Self {
        Self::Failed(error)
    }
}

/// The result of a step that a stop leaves without one: `None` if it was stopped.
///
/// # Errors
/// Returns an error if the rules or the backend give no answer.
pub(super) fn unless_stopped<T>(result: Result<T, Halt>) -> Result<Option<T>, BackendError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Failed(error)) => Err(error),
    }
}
