//! Progress on stderr: a bar below the output if that is a terminal. Otherwise a run of a program prints its plan and, at growing
//! intervals, the remaining time.

use super::{note, plain};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal as _, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use vperft::inner::support::observer::Observer;
use vperft::inner::support::plural::plural;
use vperft_programs::json_lines;
use vperft_run::{Event, Progress, RunInfo};

/// When to log the remaining time for the first time; later after twice the elapsed time.
const FIRST_LOG: Duration = Duration::from_secs(10);

/// A style with this template.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Redraws a bar at this interval, if stderr is a terminal and the system has a thread for it.
pub fn tick(bar: &ProgressBar, interval: Duration) {
    let can_start = || thread::Builder::new().spawn(|| ()).is_ok_and(|tried| tried.join().is_ok());
    if io::stderr().is_terminal() && can_start() {
        bar.enable_steady_tick(interval);
    }
}

/// The progress of a run.
pub struct RunBar {
    drawn: ProgressBar,
    log: Option<Mutex<Log>>,
    /// Whether the backend is a program that may need a request for every position of a count.
    is_json_lines: bool,
}

/// The log of the remaining time where no bar is drawn.
#[derive(Clone, Copy)]
struct Log {
    begun: Instant,
    /// The elapsed time at which to log next.
    next: Duration,
    /// The total work of the run.
    work: u64,
}

impl RunBar {
    /// The progress of a run of this backend. Nothing is drawn before the run begins.
    pub fn new(backend: &str) -> Self {
        let scheme = backend.split_once(':').map(|(scheme, _)| scheme);
        let is_logged = scheme.is_some() && !io::stderr().is_terminal();
        let log = Log { begun: Instant::now(), next: FIRST_LOG, work: 0 };
        Self {
            drawn: ProgressBar::hidden(),
            log: is_logged.then(|| Mutex::new(log)),
            is_json_lines: scheme == Some(json_lines::SCHEME),
        }
    }

    fn log(&self) -> Option<MutexGuard<'_, Log>> {
        self.log.as_ref().map(|log| log.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A writer that prints above the bar.
    pub fn above<W: Write>(&self, out: W) -> Above<W> {
        Above { bar: self.drawn.clone(), out }
    }

    /// The size of the run, for people.
    fn plan(&self, about: &RunInfo<'_>) -> String {
        let &RunInfo { identity, cases, checks, nodes, requests, .. } = about;
        let identity = plain(identity);
        let (checks, cases, nodes) = (plural(checks, "check"), plural(cases, "case"), plural(nodes, "node"));
        let requests = match requests {
            _ if !self.is_json_lines => String::new(),
            least if least <= about.checks as u128 => format!(", {}", plural(least, "request")),
            least => {
                format!(", {} requests if the program counts itself, {least} or more if not", about.checks)
            }
        };
        format!("{identity}: {checks} of {cases}, {nodes} to count{requests}")
    }
}

impl Log {
    /// Logs the remaining time, if it is time to.
    fn advanced(&mut self, progress: &Progress) {
        let elapsed = self.begun.elapsed();
        if elapsed >= self.next && (1..self.work).contains(&progress.work) {
            self.next = 2 * elapsed;
            note(left(elapsed, progress.work, self.work));
        }
    }
}

/// The remaining time after `done` of `work` units, for people.
fn left(elapsed: Duration, done: u64, work: u64) -> String {
    let part = (done as f64 / work.max(1) as f64).min(1.0);
    let left = elapsed.as_secs_f64() * (1.0 - part) / part.max(f64::MIN_POSITIVE);
    let left = Duration::try_from_secs_f64(left).unwrap_or(Duration::MAX);
    format!("{:.0} % after {}, about {} left", 100.0 * part, HumanDuration(elapsed), HumanDuration(left))
}

impl Observer<Event<'_>> for RunBar {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::RunBegun(about) => {
                let plan = self.plan(about);
                if let Some(mut log) = self.log() {
                    *log = Log { begun: Instant::now(), work: about.work, ..*log };
                    note(&plan);
                }
                let bar = &self.drawn;
                bar.set_length(about.work);
                bar.set_style(style("{elapsed:>4} {wide_bar} {percent:>3} %  {eta} left"));
                bar.set_draw_target(ProgressDrawTarget::stderr());
                bar.println(plan);
                // A long check sends no event, and the clock must go on.
                tick(bar, Duration::from_millis(500));
            }
            Event::Advanced(progress) => {
                if let Some(mut log) = self.log() {
                    log.advanced(progress);
                }
                let bar = &self.drawn;
                if progress.failures == 1 {
                    bar.set_style(style("{elapsed:>4} {wide_bar} {percent:>3} %  {msg}  {eta} left"));
                }
                if progress.failures > 0 {
                    bar.set_message(format!("{} failed", progress.failures));
                }
                bar.set_position(progress.work);
            }
            Event::RunDone(..) => self.drawn.finish_and_clear(),
            _ => {}
        }
    }
}

/// A writer that prints above a bar.
pub struct Above<W> {
    bar: ProgressBar,
    out: W,
}

impl<W: Write> Write for Above<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = &mut self.out;
        // Print the whole text at once, so that the bar is not drawn between its parts.
        self.bar.suspend(|| out.write_all(bytes)).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn remaining_time_is_extrapolated() {
        let seconds = Duration::from_secs;
        for (elapsed, done, work, expected) in [
            (seconds(10), 1, 4, "25 % after 10 seconds, about 30 seconds left"),
            (seconds(120), 60, 120, "50 % after 2 minutes, about 2 minutes left"),
        ] {
            assert_eq!(left(elapsed, done, work), expected);
        }
    }
}
