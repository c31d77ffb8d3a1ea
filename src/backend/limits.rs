//! How long and how much a program may take.

use std::time::{Duration, Instant};

/// What the harness puts up with from a program: every wait and every buffer has a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long one answer may take; also how long a program may take to start.
    pub timeout: Duration,
    /// The longest line it may print, in bytes.
    pub max_line: usize,
    /// How often it is started again after it crashed, hung or broke the protocol.
    pub restarts: u32,
    /// How long it may take to end by itself, once its stdin has ended, before it is killed.
    pub farewell: Duration,
}

impl Default for Limits {
    /// A minute, 16 MiB, a hundred times, and no farewell.
    fn default() -> Self {
        Self { timeout: Duration::from_secs(60), max_line: 16 << 20, restarts: 100, farewell: Duration::ZERO }
    }
}

impl Limits {
    /// When an answer to what is asked now has to be there.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        // A time that cannot be told is as good as a century.
        let now = Instant::now();
        now.checked_add(self.timeout).unwrap_or_else(|| now + Duration::from_secs(100 * 365 * 86_400))
    }
}
