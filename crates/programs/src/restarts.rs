//! Restarts a program whose run has ended, up to a limit. This module knows no protocol.

use std::time::Duration;
use vperft::inner::backend::limits::longest_wait;
use vperft::inner::backend::{BackendError, Limits};

/// The current run of a program, and how often it may be restarted.
#[derive(Debug)]
pub struct RestartPolicy<S> {
    current: Option<S>,
    restarts: u32,
    limits: Limits,
    /// The total time of all timeouts.
    waited: Duration,
    /// The error that ended the last run.
    last: Option<BackendError>,
}

impl<S> RestartPolicy<S> {
    /// The first run of a program with these limits.
    pub(crate) const fn new(first: S, limits: Limits) -> Self {
        Self { current: Some(first), restarts: 0, limits, waited: Duration::ZERO, last: None }
    }

    /// The current run, unless it has ended.
    pub(crate) fn current(&mut self) -> Option<&mut S> {
        self.current.as_mut()
    }

    /// The current run, or a new one if it has ended.
    ///
    /// # Errors
    /// If the program was restarted too often or waited for too long, or does not start.
    pub(crate) fn running(
        &mut self,
        start: impl FnOnce() -> Result<S, BackendError>,
    ) -> Result<&mut S, BackendError> {
        if self.current.is_none() {
            let limit = self.limits.restarts;
            let wait = longest_wait(self.limits.timeout);
            let reason = if self.restarts >= limit {
                Some(format!("it reached the limit of {limit} restarts"))
            } else if self.waited >= wait {
                Some(format!(
                    "it reached the limit of {} s without a reply, restarts included",
                    wait.as_secs()
                ))
            } else {
                None
            };
            if let Some(reason) = reason {
                let last =
                    self.last.as_ref().map(|error| format!("; its last error: {error}")).unwrap_or_default();
                return Err(BackendError::NotAsked(reason + &last));
            }
            self.restarts += 1;
            self.current = Some(start().map_err(|error| self.end(error))?);
        }
        Ok(self.current.as_mut().expect("it was just started"))
    }

    /// Ends the current run with an error.
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

    /// Checks how often a program that always times out is asked, and the reason for not asking it again.
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
        let last = format!("; its last error: gave no answer to `moves` within {timeout}s");
        let reason = reason.strip_suffix(&last).expect("the error names the last error");
        assert_eq!((found, reason), (asked, format!("was not asked: {why}").as_str()), "{timeout} s");
    }

    #[test]
    fn restarts_and_total_wait_are_limited() {
        check(1, 100, 101, "it reached the limit of 100 restarts");
        check(60, 100, 30, "it reached the limit of 1800 s without a reply, restarts included");
        check(3600, 100, 10, "it reached the limit of 36000 s without a reply, restarts included");
        check(3600, 2, 3, "it reached the limit of 2 restarts");
    }
}
