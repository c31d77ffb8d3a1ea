//! `vperft speed`: measures, compares and records how fast backends count.

mod compare;
mod gate;
mod history;
mod measure;
mod positions;
mod record;
mod revision;
mod subject;

use crate::exit::{CliError, Exit};
use crate::speed::SpeedError;
use crate::{interrupt, output};
use clap::Subcommand;
use vperft::inner::backend::Registry;

/// Measure and compare how fast backends count
///
/// Every backend runs in a process of its own, also a built-in one, and every count is checked before its time is used.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Measure(measure::Args),
    Compare(compare::Args),
    Gate(gate::Args),
    Record(record::Args),
    History(history::Args),
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    match &args.command {
        Command::Measure(args) => measure::run(args, registry),
        Command::Compare(args) => compare::run(args, registry),
        Command::Gate(args) => gate::run(args, registry),
        Command::Record(args) => record::run(args, registry),
        Command::History(args) => history::run(args),
    }
}

/// The output format of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// Markdown, for a job summary or a comment
    Markdown,
}

/// The end of a command whose measurement stopped early, after its figures were printed. A wrong count is a failed check.
fn end(fault: SpeedError) -> Result<Exit, CliError> {
    // A backend that the signal handler killed gives no answer, which is not the reason to report.
    let fault = if interrupt::is_stopped() { SpeedError::Interrupted } else { fault };
    match fault {
        SpeedError::Unopened(error) => Err(error.into()),
        SpeedError::Wrong { .. } => {
            output::note(format_args!("error: {fault}"));
            Ok(Exit::Failed)
        }
        SpeedError::Interrupted => {
            output::note("interrupted: the figures so far are above");
            Ok(Exit::Interrupted)
        }
        SpeedError::Tool(problem) => Err(CliError::Tool(problem)),
        fault @ SpeedError::Backend { .. } => {
            output::note(format_args!("error: {fault}"));
            Ok(Exit::Backend)
        }
    }
}
