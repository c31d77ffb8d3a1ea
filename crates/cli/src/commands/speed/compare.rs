//! `vperft speed compare`: compares the speed of two backends, builds or commits.

use super::positions::PositionsArgs;
use super::revision::BaseArgs;
use super::subject::Known;
use super::{Format, end};
use crate::args::program::ProgramArgs;
use crate::args::value::number;
use crate::exit::{CliError, Exit};
use crate::output::bar;
use crate::speed::{self, CompareSettings, Confidence, RoundEnd, SpeedComparison};
use crate::{interrupt, output};
use indicatif::ProgressBar;
use std::time::Duration;
use vperft::inner::backend::Registry;
use vperft::inner::support::observer::Observer;

/// Compare the speed of two backends, two builds or two commits, in interleaved pairs
///
/// Every round starts both backends and counts every position in the order A B B A. The comparison ends when the answer is clear:
/// faster, slower, or no difference of more than --resolution.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    positions: PositionsArgs,
    /// The backend whose speed is reported
    #[arg(long, value_name = "NAME", required_unless_present = "base", conflicts_with = "base")]
    a: Option<String>,
    /// The backend to compare it with
    #[arg(long, value_name = "NAME", required_unless_present = "base", conflicts_with = "base")]
    b: Option<String>,
    #[command(flatten)]
    base: BaseArgs,
    #[command(flatten)]
    rounds: RoundsArgs,
    #[command(flatten)]
    program: ProgramArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// When to end the comparison.
#[derive(Debug, clap::Args)]
pub(super) struct RoundsArgs {
    /// The smallest difference of interest, in percent
    #[arg(long, value_name = "PERCENT", default_value = "1", value_parser = percent)]
    resolution: f64,
    /// The most rounds, from 8 to 64
    ///
    /// A round has two pairs for each position.
    #[arg(long, value_name = "N", default_value = "64", value_parser = number::<usize>(8, 64))]
    rounds: usize,
}

impl RoundsArgs {
    /// The statistical question about this ratio.
    pub fn question(&self, sure: Confidence, than: f64) -> CompareSettings {
        CompareSettings { sure, than, resolution: self.resolution / 100.0, most: self.rounds }
    }
}

/// Parses a difference in percent.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.01..=50.0).contains(number));
    number.ok_or_else(|| "expected a percentage from 0.01 to 50".into())
}

/// The progress of a comparison, drawn on a terminal only.
pub(super) struct RoundBar(ProgressBar);

impl RoundBar {
    pub fn new() -> Self {
        let style = bar::style("{elapsed:>4} {wide_bar} {pos}/{len} rounds  {msg}");
        let bar = ProgressBar::new(0).with_style(style);
        bar::tick(&bar, Duration::from_millis(500));
        Self(bar)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Observer<RoundEnd> for RoundBar {
    fn event(&self, end: &RoundEnd) {
        self.0.set_length(end.max_rounds as u64);
        self.0.set_position(end.round as u64);
        if let Some((estimate, _)) = end.known {
            self.0.set_message(speed::report::speedup(estimate));
        }
    }

    fn is_stopped(&self) -> bool {
        interrupt::is_stopped()
    }
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    interrupt::stop_on_signal();
    let built = args.base.build_both()?;
    let (a, b) = match (&args.a, &args.b, &built) {
        (Some(a), Some(b), None) => (a.clone(), b.clone()),
        (.., Some(built)) => built.names(),
        _ => unreachable!("the arguments demand one or the other"),
    };
    let (mut known, mut other) = (
        Known::named(&a, Some(&b), &args.program, registry)?,
        Known::named(&b, Some(&a), &args.program, registry)?,
    );
    if let Some(built) = &built {
        (known.subject.name, other.subject.name) = built.labels();
    }
    let rows = args.positions.rows(|variant| known.has(variant) && other.has(variant))?;
    let bar = RoundBar::new();
    let question = args.rounds.question(Confidence::P95, 1.0);
    let compared = speed::compare([&known.subject, &other.subject], registry, &rows, question, &bar);
    bar.finish();
    let (compared, fault) = match compared {
        Ok(compared) => compared,
        Err(fault) => return end(fault),
    };
    print(&compared, [&known.subject.name, &other.subject.name], args.format)?;
    fault.map_or(Ok(Exit::Success), end)
}

fn print(compared: &SpeedComparison, names: [&str; 2], format: Format) -> Result<(), CliError> {
    match format {
        Format::Human => output::text(speed::report::compared_speeds(compared, names)),
        Format::Markdown => output::text(speed::report::compared_speeds_in_markdown(compared, names)),
        Format::Json => output::json(&speed::report::compared_speeds_as_json(compared, names)),
    }
}
