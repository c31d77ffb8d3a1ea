//! `vperft speed measure`.

use super::end;
use super::positions::PositionsArgs;
use super::subject::Known;
use crate::backend::Registry;
use crate::cli::args::backend::{BackendArgs, Format};
use crate::cli::args::value::number;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output::file;
use crate::cli::{interrupt, output};
use crate::corpus::bench::Row;
use crate::report;
use crate::speed::{self, MeasureEvent, MeasureOptions, Measurement, SpeedError};
use crate::support::observer::Observer;
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

/// Measure how fast a backend counts: leaves a second, instructions a leaf, memory, start-up, requests a second
///
/// A position's figures are printed when they are known. Times are medians of samples, on the processors where the system tells
/// that; instructions are exact, and need valgrind.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    measured: MeasuredArgs,
    /// Write all of it to this file, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// What is to be measured.
#[derive(Debug, clap::Args)]
pub(super) struct MeasuredArgs {
    #[command(flatten)]
    positions: PositionsArgs,
    #[command(flatten)]
    backend: BackendArgs,
    /// How many samples of the time to take; 0 leaves the times out
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u32>(0, 1000))]
    samples: u32,
    /// Count instructions too, by valgrind
    #[arg(long)]
    instructions: bool,
}

impl MeasuredArgs {
    /// Demands that it can be measured.
    pub fn check(&self) -> Result<(), CliError> {
        if self.instructions {
            check_tool()?;
        }
        if self.samples == 0 && !self.instructions {
            return Err(CliError::Usage(
                "nothing is left to measure: `--samples 0` without `--instructions`".into(),
            ));
        }
        Ok(())
    }

    /// Measures it. `depths` says how deep to count from each position where that is not to be found out, for the backend of this
    /// name; figures are printed when they are known if they are for people.
    pub fn measure<D: Fn(&Row) -> Option<u32>>(
        &self,
        registry: &Registry,
        depths: impl FnOnce(&str) -> D,
        is_printed: bool,
    ) -> Result<Result<(Measurement, Option<SpeedError>), SpeedError>, CliError> {
        let known = Known::of_args(&self.backend, &self.positions.variants, registry)?;
        let rows = self.positions.rows(|variant| known.has(variant))?;
        interrupt::stop_first();
        let screen = Screen::new(rows.len(), is_printed);
        let wanted = MeasureOptions { samples: self.samples, instructions: self.instructions };
        let depths = depths(&known.subject.name);
        let measured = speed::measure(&known.subject, registry, &rows, depths, wanted, &screen);
        screen.end()?;
        Ok(measured)
    }
}

/// Demands that instructions can be counted.
pub(super) fn check_tool() -> Result<(), CliError> {
    let problem = "instructions are counted by valgrind, which does not start here; install it (Debian: `apt install valgrind`)";
    speed::tool().map(drop).ok_or_else(|| CliError::Tool(problem.into()))
}

/// Prints figures when they are known, where people read them, and shows what is being done on a terminal.
struct Screen {
    bar: ProgressBar,
    is_printed: bool,
    /// The first error of printing.
    failed: RefCell<Option<CliError>>,
}

impl Screen {
    /// One that prints figures if they are for people.
    fn new(rows: usize, is_printed: bool) -> Self {
        let style = ProgressStyle::with_template("{elapsed:>4} {wide_bar} {pos}/{len}  {msg}");
        let bar =
            ProgressBar::new(rows as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        output::tick(&bar, Duration::from_millis(500));
        Self { bar, is_printed, failed: RefCell::new(None) }
    }

    fn print(&self, text: &str) {
        if self.is_printed && !self.has_failed() {
            self.failed.replace(self.bar.suspend(|| output::text(text)).err());
        }
    }

    fn has_failed(&self) -> bool {
        self.failed.borrow().is_some()
    }

    /// Ends what is drawn.
    fn end(self) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        self.failed.into_inner().map_or(Ok(()), Err)
    }
}

impl Observer<MeasureEvent<'_>> for Screen {
    fn event(&self, event: &MeasureEvent<'_>) {
        match event {
            MeasureEvent::Planned(measured) => self.print(&report::speed::measured_head(measured)),
            MeasureEvent::Begun(row) => self.bar.set_message(format!("{}/{}", row.variant, row.name)),
            MeasureEvent::Done(figures) => {
                self.print(&report::speed::measured_row(figures));
                self.bar.inc(1);
            }
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped() || self.has_failed()
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    args.measured.check()?;
    args.out.as_deref().map_or(Ok(()), file::check_put)?;
    let measured = args.measured.measure(registry, |_| |_: &Row| None, args.format == Format::Human)?;
    let (measured, fault) = match measured {
        Ok(measured) => measured,
        Err(fault) => return end(fault),
    };
    let error = fault.as_ref().map(output::plain);
    let document = report::speed::measured_as_json(&measured, error.as_deref());
    match args.format {
        Format::Human if measured.rows.is_empty() => {}
        Format::Human => output::text(report::speed::measured_foot(&measured))?,
        Format::Json => output::json(&document)?,
    }
    if let Some(path) = &args.out {
        file::put(path, format!("{document:#}\n").as_bytes())?;
        output::note(format_args!("wrote {}", output::plain(path.display())));
    }
    fault.map_or(Ok(Exit::Success), end)
}
