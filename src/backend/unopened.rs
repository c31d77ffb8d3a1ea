//! A backend that could not be opened, though it could before.

use super::{Backend, BackendError, VariantBackend};
use crate::game::variant::VariantId;

/// Says of every variant why there is no backend to answer: a program that could be started for one worker may fail to start
/// for another.
#[derive(Clone, Debug)]
pub struct Unopened {
    identity: String,
    reason: String,
}

impl Unopened {
    /// The backend that was to be opened, and why it was not.
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
