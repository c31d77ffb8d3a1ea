//! `vperft speed`: how fast backends count.

mod compare;
mod gate;
mod history;
mod measure;
mod positions;
mod record;
mod revision;
mod subject;

use crate::backend::Registry;
use crate::cli::exit::{CliError, Exit};
use crate::cli::{interrupt, output};
use crate::speed::SpeedError;
use clap::Subcommand;

/// Measure how fast backends count: figures, pairs, bounds, a history
///
/// Every backend is measured as a process of its own, the built-in ones too, and every count is checked before its time is looked
/// at. docs/speed-in-ci.md leads through it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
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

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    match &args.command {
        Command::Measure(args) => measure::run(args, registry),
        Command::Compare(args) => compare::run(args, registry),
        Command::Gate(args) => gate::run(args, registry),
        Command::Record(args) => record::run(args, registry),
        Command::History(args) => history::run(args),
    }
}

/// How to print what comes of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people
    Human,
    /// One JSON document
    Json,
    /// Markdown, for a job summary or a comment
    Markdown,
}

/// How a command ends whose measurement has ended early: a wrong count is something wrong, and what is known already was printed.
fn end(fault: SpeedError) -> Result<Exit, CliError> {
    // What was killed by a request to end gives no answer, and that is not what this ends with.
    let fault = if interrupt::is_stopped() { SpeedError::Interrupted } else { fault };
    match fault {
        SpeedError::Unopened(error) => Err(error.into()),
        SpeedError::Wrong { .. } => {
            output::note(format_args!("error: {}", output::plain(&fault)));
            Ok(Exit::Failed)
        }
        SpeedError::Interrupted => {
            output::note("interrupted: what was measured by then is above");
            Ok(Exit::Interrupted)
        }
        SpeedError::Tool(problem) => Err(CliError::Tool(problem)),
        fault @ SpeedError::Backend { .. } => {
            output::note(format_args!("error: {}", output::plain(&fault)));
            Ok(Exit::Backend)
        }
    }
}
