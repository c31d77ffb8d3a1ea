//! `vperft speed measure`.

use super::super::args::{BackendArgs, Format};
use super::super::value::number;
use super::super::{CliError, Exit, file, interrupt, output};
use super::end;
use super::positions::PositionsArgs;
use super::subject::Known;
use crate::backend::Registry;
use crate::bench::Row;
use crate::report;
use crate::speed::{self, Figures, Measured, Wanted, Watcher};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::Duration;

/// Measure how fast a backend counts: leaves a second, instructions a leaf, memory, start-up, requests a second
///
/// A position's figures are printed when they are known. Times are medians of samples, on the processors where the system tells
/// that; instructions are exact, and need valgrind.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    positions: PositionsArgs,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    wanted: WantedArgs,
    /// Write all of it to this file, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// What is to be measured.
#[derive(Debug, clap::Args)]
pub(super) struct WantedArgs {
    /// How many samples of the time to take; 0 leaves the times out
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u32>(0, 1000))]
    samples: u32,
    /// Count instructions too, by valgrind
    #[arg(long)]
    instructions: bool,
}

impl WantedArgs {
    /// What that is, if it can be had.
    pub fn wanted(&self) -> Result<Wanted, CliError> {
        if self.instructions {
            check_tool()?;
        }
        if self.samples == 0 && !self.instructions {
            return Err(CliError::Usage(
                "nothing is left to measure: `--samples 0` without `--instructions`".into(),
            ));
        }
        Ok(Wanted { samples: self.samples, instructions: self.instructions })
    }
}

/// Demands that instructions can be counted.
pub(super) fn check_tool() -> Result<(), CliError> {
    let problem = "instructions are counted by valgrind, which does not start here; install it (Debian: `apt install valgrind`)";
    speed::tool().map(drop).ok_or_else(|| CliError::Tool(problem.into()))
}

/// Prints figures when they are known, where people read them, and shows what is being done on a terminal.
pub(super) struct Screen {
    bar: ProgressBar,
    is_printed: bool,
    failed: Option<CliError>,
}

impl Screen {
    /// One that prints figures if they are for people.
    pub fn new(rows: usize, is_printed: bool) -> Self {
        let style = ProgressStyle::with_template("{elapsed:>4} {wide_bar} {pos}/{len}  {msg}");
        let bar =
            ProgressBar::new(rows as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        output::tick(&bar, Duration::from_millis(500));
        Self { bar, is_printed, failed: None }
    }

    fn print(&mut self, text: &str) {
        if self.is_printed && self.failed.is_none() {
            self.failed = self.bar.suspend(|| output::text(text)).err();
        }
    }

    /// Ends what is drawn.
    pub fn end(self) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        self.failed.map_or(Ok(()), Err)
    }
}

impl Watcher for Screen {
    fn planned(&mut self, measured: &Measured) {
        self.print(&report::measured_head(measured));
    }

    fn begun(&mut self, row: &Row) {
        self.bar.set_message(format!("{}/{}", row.variant, row.name));
    }

    fn done(&mut self, figures: &Figures) {
        self.print(&report::measured_row(figures));
        self.bar.inc(1);
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped() || self.failed.is_some()
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let wanted = args.wanted.wanted()?;
    if let Some(path) = &args.out {
        file::check_writable(path)?;
    }
    let known = Known::of_args(&args.backend, &args.positions.variants, registry)?;
    let rows = args.positions.rows(|variant| known.has(variant))?;
    interrupt::stop_first();
    let mut screen = Screen::new(rows.len(), args.format == Format::Human);
    let measured = speed::measure(&known.subject, registry, &rows, |_| None, wanted, &mut screen);
    screen.end()?;
    let (measured, fault) = match measured {
        Ok(measured) => measured,
        Err(fault) => return end(fault),
    };
    let error = fault.as_ref().map(output::plain);
    let document = report::measured_as_json(&measured, error.as_deref());
    match args.format {
        Format::Human if measured.rows.is_empty() => {}
        Format::Human => output::text(report::measured_foot(&measured))?,
        Format::Json => output::json(&document)?,
    }
    if let Some(path) = &args.out {
        file::write(path, &format!("{document:#}\n"))?;
        output::note(format_args!("wrote {}", output::plain(path.display())));
    }
    fault.map_or(Ok(Exit::Success), end)
}
