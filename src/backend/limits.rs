//! The limits of a program.

use std::time::{Duration, Instant};

/// The total wait for a program that does not answer, as a multiple of the timeout of one answer.
const MAX_TIMEOUTS: u32 = 10;
/// The minimum for the total wait, for short timeouts.
const MIN_TOTAL_WAIT: Duration = Duration::from_secs(30 * 60);

/// The limits of a program. Every wait and every buffer has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The timeout of an answer, and of the start.
    pub timeout: Duration,
    /// The maximum length of a line, in bytes.
    pub max_line: usize,
    /// How often the program is restarted after it crashed, hung or broke the protocol.
    pub restarts: u32,
    /// How long the program may take to exit once its stdin is closed, before it is killed.
    pub farewell: Duration,
}

impl Default for Limits {
    /// One minute, 16 MiB, 100 restarts, and no farewell.
    fn default() -> Self {
        Self { timeout: Duration::from_secs(60), max_line: 16 << 20, restarts: 100, farewell: Duration::ZERO }
    }
}

impl Limits {
    /// The deadline of an answer to a question that is asked now.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        // A timeout beyond the range of `Instant` becomes a century.
        let now = Instant::now();
        now.checked_add(self.timeout).unwrap_or_else(|| now + Duration::from_secs(100 * 365 * 86_400))
    }
}

/// The total time to wait for a program that does not answer, given the timeout of one answer.
#[doc(hidden)]
pub fn longest_wait(timeout: Duration) -> Duration {
    MIN_TOTAL_WAIT.max(timeout.saturating_mul(MAX_TIMEOUTS))
}
