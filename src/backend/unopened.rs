//! A backend that could not be opened, though it could before.

use super::{Backend, BackendError};
use crate::rules::Status;
use crate::variant::VariantId;

/// Answers every question with why there is no backend to answer it: a program that could be started for one worker may fail
/// to start for another.
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

    fn error<T>(&self) -> Result<T, BackendError> {
        Err(BackendError::NotAsked(format!("it could not be opened again: {}", self.reason)))
    }
}

impl Backend for Unopened {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn read(&mut self, _: VariantId, _: &str) -> Result<String, BackendError> {
        self.error()
    }

    fn moves(&mut self, _: VariantId, _: &str) -> Result<Vec<String>, BackendError> {
        self.error()
    }

    fn perft(&mut self, _: VariantId, _: &str, _: u32) -> Result<u128, BackendError> {
        self.error()
    }

    fn divide(&mut self, _: VariantId, _: &str, _: u32) -> Result<Vec<(String, u128)>, BackendError> {
        self.error()
    }

    fn after(&mut self, _: VariantId, _: &str, _: &[String]) -> Result<String, BackendError> {
        self.error()
    }

    fn status(&mut self, _: VariantId, _: &str, _: &[String]) -> Result<Status, BackendError> {
        self.error()
    }
}
