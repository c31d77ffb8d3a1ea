//! A program that is started again when a run of it has come to an end, so often and no more. This module knows no
//! protocol.

use super::BackendError;

/// The runs of a program: the one that goes on, if any, and how the one before it ended.
#[derive(Debug)]
pub(crate) struct Runs<S> {
    current: Option<S>,
    restarts: u32,
    most: u32,
    /// What ended the last run.
    last: Option<BackendError>,
}

impl<S> Runs<S> {
    /// The first run of a program that may be started again so often.
    pub(crate) fn new(first: S, most: u32) -> Self {
        Self { current: Some(first), restarts: 0, most, last: None }
    }

    /// The run that goes on, if none has ended since.
    pub(crate) fn current(&mut self) -> Option<&mut S> {
        self.current.as_mut()
    }

    /// The run that goes on, or else a new one.
    ///
    /// # Errors
    /// If it may not be started again, or does not start.
    pub(crate) fn running(
        &mut self,
        start: impl FnOnce() -> Result<S, BackendError>,
    ) -> Result<&mut S, BackendError> {
        if self.current.is_none() {
            if self.restarts >= self.most {
                let last = self.last.as_ref().map(|error| format!("; last it {error}")).unwrap_or_default();
                let reason = format!("it is started again {} times at most{last}", self.most);
                return Err(BackendError::NotAsked(reason));
            }
            self.restarts += 1;
            self.current = Some(start().map_err(|error| self.end(error))?);
        }
        Ok(self.current.as_mut().expect("it was just started"))
    }

    /// Ends the run with what has gone wrong in it.
    pub(crate) fn end(&mut self, error: BackendError) -> BackendError {
        self.current = None;
        self.last = Some(error.clone());
        error
    }
}
