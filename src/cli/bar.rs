//! The progress of a run: a bar on stderr, below what is printed. It draws nothing unless that is a terminal.

use super::output;
use crate::check::{About, Event, Listener};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, Write};
use std::time::Duration;

/// The bar of a run.
#[derive(Clone)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar that is not seen before the run begins.
    pub fn new() -> Self {
        Self(ProgressBar::hidden())
    }

    /// A writer that prints above the bar.
    pub fn above<W: Write>(&self, out: W) -> Above<W> {
        Above { bar: self.0.clone(), out }
    }
}

impl Listener for Bar {
    fn event(&mut self, event: &Event<'_>) {
        let bar = &self.0;
        match event {
            Event::RunBegun(about) => {
                bar.set_length(about.work);
                bar.set_style(style("{elapsed:>4} {wide_bar} {percent:>3} %  {eta} left"));
                bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
                bar.println(plan(about));
                // A check may take long, and the time goes on.
                bar.enable_steady_tick(Duration::from_millis(500));
            }
            Event::Advanced(progress) => {
                if progress.failures == 1 {
                    bar.set_style(style("{elapsed:>4} {wide_bar} {percent:>3} %  {msg}  {eta} left"));
                }
                if progress.failures > 0 {
                    bar.set_message(format!("{} failed", progress.failures));
                }
                bar.set_position(progress.work);
            }
            Event::RunDone(..) => bar.finish_and_clear(),
            _ => {}
        }
    }
}

/// What is about to be done, in words.
fn plan(about: &About<'_>) -> String {
    let About { identity, cases, checks, nodes, .. } = about;
    let identity = output::plain(identity);
    format!("{identity}: {checks} checks of {cases} cases, {nodes} nodes to count")
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Prints above a bar.
pub(super) struct Above<W> {
    bar: ProgressBar,
    out: W,
}

impl<W: Write> Write for Above<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = &mut self.out;
        // The whole text at once, so that the bar is not drawn between its parts.
        self.bar.suspend(|| out.write_all(bytes)).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
