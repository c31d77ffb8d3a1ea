//! A program that is started again when a run of it has come to an end, so often and no more. This module knows no
//! protocol.

use crate::backend::{BackendError, Limits};
use std::time::Duration;

/// How long a program may be waited for in vain, in all: so many times as long as for one answer, and this time at least.
const WAITS: u32 = 10;
const WAIT: Duration = Duration::from_secs(30 * 60);

/// How long a program with this limit for an answer may be waited for in vain, in all.
pub(crate) fn longest_wait(timeout: Duration) -> Duration {
    WAIT.max(timeout.saturating_mul(WAITS))
}

/// The runs of a program: the one that goes on, if any, and how the one before it ended.
#[derive(Debug)]
pub(crate) struct RestartPolicy<S> {
    current: Option<S>,
    restarts: u32,
    limits: Limits,
    /// How long it was waited for in vain.
    waited: Duration,
    /// What ended the last run.
    last: Option<BackendError>,
}

impl<S> RestartPolicy<S> {
    /// The first run of a program with these limits.
    pub(crate) const fn new(first: S, limits: Limits) -> Self {
        Self { current: Some(first), restarts: 0, limits, waited: Duration::ZERO, last: None }
    }

    /// The run that goes on, if none has ended since.
    pub(crate) fn current(&mut self) -> Option<&mut S> {
        self.current.as_mut()
    }

    /// The run that goes on, or else a new one.
    ///
    /// # Errors
    /// If it may not be started again, because that was done too often or it has taken too long, or does not start.
    pub(crate) fn running(
        &mut self,
        start: impl FnOnce() -> Result<S, BackendError>,
    ) -> Result<&mut S, BackendError> {
        if self.current.is_none() {
            let most = self.limits.restarts;
            let wait = longest_wait(self.limits.timeout);
            let reason = if self.restarts >= most {
                Some(format!("it is started again {most} times at most"))
            } else if self.waited >= wait {
                Some(format!("it is waited for in vain for {} s at most", wait.as_secs()))
            } else {
                None
            };
            if let Some(reason) = reason {
                let last = self.last.as_ref().map(|error| format!("; last it {error}")).unwrap_or_default();
                return Err(BackendError::NotAsked(reason + &last));
            }
            self.restarts += 1;
            self.current = Some(start().map_err(|error| self.end(error))?);
        }
        Ok(self.current.as_mut().expect("it was just started"))
    }

    /// Ends the run with what has gone wrong in it.
    pub(crate) fn end(&mut self, error: BackendError) -> BackendError {
        self.current = None;
        if let BackendError::Timeout { after, .. } = error {
            self.waited = self.waited.saturating_add(after);
        }
        self.last = Some(error.clone());
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// How often a program is asked that never answers in time, and why it is not asked any more.
    fn check(timeout: u64, restarts: u32, asked: u32, why: &str) {
        let limits = Limits { timeout: Duration::from_secs(timeout), restarts, ..Limits::default() };
        let mut runs = RestartPolicy::new((), limits);
        let mut found = 0;
        let reason = loop {
            match runs.running(|| Ok(())) {
                Ok(()) => found += 1,
                Err(error) => break error.to_string(),
            }
            runs.end(BackendError::Timeout { request: "`moves`".into(), after: limits.timeout });
        };
        let last = format!("; last it gave no answer to `moves` within {timeout}s");
        let reason = reason.strip_suffix(&last).expect("it says what came last");
        assert_eq!((found, reason), (asked, format!("was not asked: {why}").as_str()), "{timeout} s");
    }

    #[test]
    fn a_program_is_waited_for_in_vain_only_so_long() {
        check(1, 100, 101, "it is started again 100 times at most");
        check(60, 100, 30, "it is waited for in vain for 1800 s at most");
        check(3600, 100, 10, "it is waited for in vain for 36000 s at most");
        check(3600, 2, 3, "it is started again 2 times at most");
    }
}
