//! A backend that could not be opened again.

use super::{Backend, BackendError, VariantBackend};
use crate::game::variant::VariantId;

/// Reports for every variant why the backend is missing. A program that starts for one worker may fail to start for another.
#[derive(Clone, Debug)]
pub struct Unopened {
    identity: String,
    reason: String,
}

impl Unopened {
    /// The backend with this identity could not be opened for this reason.
    #[must_use]
    pub const fn new(identity: String, reason: String) -> Self {
        Self { identity, reason }
    }
}

impl Backend for Unopened {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn of(&mut self, _: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        Err(BackendError::NotAsked(format!("it could not be opened again: {}", self.reason)))
    }
}
