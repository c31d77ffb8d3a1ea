//! The progress of a count on a terminal, and its speed in words.

use crate::interrupt;
use crate::output::bar;
use indicatif::{HumanCount, ProgressBar};
use std::sync::{Mutex, PoisonError};
use vperft::inner::game::perft::{Observer, ProgressUpdate};

/// The progress bar. It is drawn on a terminal only.
pub struct Bar {
    drawn: ProgressBar,
    /// The number of counted nodes of the last event.
    nodes: Mutex<u128>,
}

impl Bar {
    const STEPS: u64 = 1_000_000;

    pub fn new() -> Self {
        let style = bar::style("{elapsed:>4} {wide_bar} {percent:>3} %  {msg}  {eta} left");
        Self { drawn: ProgressBar::new(Self::STEPS).with_style(style), nodes: Mutex::new(0) }
    }

    /// Removes the bar. Returns the number of counted nodes of the last event.
    pub fn finish(self) -> u128 {
        self.drawn.finish_and_clear();
        self.nodes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer<ProgressUpdate> for Bar {
    fn event(&self, progress: &ProgressUpdate) {
        let nodes = u64::try_from(progress.nodes).unwrap_or(u64::MAX);
        let rate = rate(progress.nodes, progress.elapsed.as_secs_f64());
        let rate = rate.map_or_else(String::new, |rate| format!("  {rate}"));
        *self.nodes.lock().unwrap_or_else(PoisonError::into_inner) = progress.nodes;
        self.drawn.set_message(format!("{} nodes{rate}", HumanCount(nodes)));
        self.drawn.set_position((progress.fraction * Self::STEPS as f64) as u64);
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

/// The speed of a count; `None` if no node was counted or no time has passed.
pub fn rate(nodes: u128, seconds: f64) -> Option<String> {
    let rate = nodes as f64 / seconds;
    match rate {
        _ if nodes == 0 || !rate.is_finite() => None,
        ..1e3 => Some(format!("{rate:.0} nodes/s")),
        ..1e6 => Some(format!("{:.1} k nodes/s", rate / 1e3)),
        _ => Some(format!("{:.2} M nodes/s", rate / 1e6)),
    }
}

#[cfg(test)]
mod tests {
    use super::rate;
    use pretty_assertions::assert_eq;

    #[test]
    fn rates_have_a_fitting_unit() {
        for (nodes, seconds, expected) in [
            (0, 3.0, None),
            (5, 0.0, None),
            (90, 60.0, Some("2 nodes/s")),
            (4_200, 2.0, Some("2.1 k nodes/s")),
            (999_000, 1.0, Some("999.0 k nodes/s")),
            (3_000_000, 2.0, Some("1.50 M nodes/s")),
        ] {
            assert_eq!(rate(nodes, seconds).as_deref(), expected, "{nodes} in {seconds} s");
        }
    }
}
