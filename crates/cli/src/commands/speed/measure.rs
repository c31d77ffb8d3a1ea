//! `vperft speed measure`: measures one backend. `speed record` shares its arguments.

use super::end;
use super::positions::PositionsArgs;
use super::subject::Known;
use crate::args::backend::BackendArgs;
use crate::args::value::Format;
use crate::args::value::number;
use crate::exit::{CliError, Exit};
use crate::output::bar;
use crate::output::file;
use crate::speed::{self, MeasureEvent, MeasureOptions, Measurement, SpeedError};
use crate::{interrupt, output};
use indicatif::ProgressBar;
use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;
use vperft::inner::backend::Registry;
use vperft::inner::corpus::bench::Row;
use vperft::inner::support::observer::Observer;

/// Measure the speed, the memory and the start-up of a backend
///
/// Prints the figures of each position as soon as they are known. Times are medians of samples, in processor time if the system
/// reports it. Instructions are exact, and need valgrind.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    measured: MeasuredArgs,
    /// Write all figures to this file, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// What to measure.
#[derive(Debug, clap::Args)]
pub(super) struct MeasuredArgs {
    #[command(flatten)]
    positions: PositionsArgs,
    #[command(flatten)]
    backend: BackendArgs,
    /// Take N samples of the time; 0 for none
    #[arg(long, value_name = "N", default_value = "5", value_parser = number::<u32>(0, 1000))]
    samples: u32,
    /// Also count instructions, with valgrind
    #[arg(long)]
    instructions: bool,
}

impl MeasuredArgs {
    /// Checks that there is something to measure, and that it can be measured.
    pub fn check_measurable(&self) -> Result<(), CliError> {
        if self.instructions {
            check_tool()?;
        }
        if self.samples == 0 && !self.instructions {
            return Err(CliError::Usage("nothing to measure: `--samples 0` without `--instructions`".into()));
        }
        Ok(())
    }

    /// Measures the backend. `depths` gives, for the name of the backend, the depth at which to count from a position; `None` finds
    /// out a depth. For people, the figures are printed at once.
    pub fn measure<D: Fn(&Row) -> Option<u32>>(
        &self,
        registry: &Registry,
        depths: impl FnOnce(&str) -> D,
        is_printed: bool,
    ) -> Result<Result<(Measurement, Option<SpeedError>), SpeedError>, CliError> {
        let known = Known::of_args(&self.backend, &self.positions.variants, registry)?;
        let rows = self.positions.rows(|variant| known.has(variant))?;
        interrupt::stop_on_signal();
        let printer = Printer::new(rows.len(), is_printed);
        let wanted = MeasureOptions { samples: self.samples, instructions: self.instructions };
        let depths = depths(&known.subject.name);
        let measured = speed::measure(&known.subject, registry, &rows, depths, wanted, &printer);
        printer.end()?;
        Ok(measured)
    }
}

/// Checks that instructions can be counted.
pub(super) fn check_tool() -> Result<(), CliError> {
    let problem =
        "cannot start valgrind, which counts the instructions; install it (Debian: `apt install valgrind`)";
    speed::tool().map(drop).ok_or_else(|| CliError::Tool(problem.into()))
}

/// Prints figures as soon as they are known, if they are for people, and draws a bar on a terminal.
struct Printer {
    bar: ProgressBar,
    is_printed: bool,
    /// The first error of printing.
    failed: RefCell<Option<CliError>>,
}

impl Printer {
    fn new(rows: usize, is_printed: bool) -> Self {
        let style = bar::style("{elapsed:>4} {wide_bar} {pos}/{len}  {msg}");
        let bar = ProgressBar::new(rows as u64).with_style(style);
        bar::tick(&bar, Duration::from_millis(500));
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

    /// Removes the bar. Returns the first error of printing.
    fn end(self) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        self.failed.into_inner().map_or(Ok(()), Err)
    }
}

impl Observer<MeasureEvent<'_>> for Printer {
    fn event(&self, event: &MeasureEvent<'_>) {
        match event {
            MeasureEvent::Planned(measured) => {
                self.print(&speed::report::measured_head(measured, output::style().width))
            }
            MeasureEvent::Begun(row) => self.bar.set_message(format!("{}/{}", row.variant, row.name)),
            MeasureEvent::Done(figures) => {
                self.print(&speed::report::measured_row(figures, output::style().width));
                self.bar.inc(1);
            }
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped() || self.has_failed()
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    args.measured.check_measurable()?;
    args.out.as_deref().map_or(Ok(()), file::check_put)?;
    let measured = args.measured.measure(registry, |_| |_: &Row| None, args.format == Format::Human)?;
    let (measured, fault) = match measured {
        Ok(measured) => measured,
        Err(fault) => return end(fault),
    };
    let error = fault.as_ref().map(output::plain);
    let document = speed::report::measured_as_json(&measured, error.as_deref());
    match args.format {
        Format::Human if measured.rows.is_empty() => {}
        Format::Human => output::text(speed::report::measured_foot(&measured))?,
        Format::Json => output::json(&document)?,
    }
    if let Some(path) = &args.out {
        file::put(path, format!("{document:#}\n").as_bytes())?;
        output::note(format_args!("wrote {}", path.display()));
    }
    fault.map_or(Ok(Exit::Success), end)
}
