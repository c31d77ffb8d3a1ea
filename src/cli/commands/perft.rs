//! `vperft perft`.

use super::count::CountArgs;
use crate::backend::Registry;
use crate::cli::args::backend::{Format, LONGEST};
use crate::cli::args::position::PositionArgs;
use crate::cli::args::value::number;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;

/// Count the legal move sequences of a given length; stdout is the count alone
///
/// Ctrl-C prints the moves that are finished, as divide does, and ends with exit code 130; a second one ends at
/// once.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The length in plies, at most 99
    #[arg(value_parser = number::<u32>(0, LONGEST))]
    depth: u32,
    #[command(flatten)]
    count: CountArgs,
    /// How to print the count
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let counted = args.count.count(&mut question, args.depth)?;
    match args.format {
        Format::Human => {
            counted.note_speed();
            if counted.tally.is_complete() {
                output::line(counted.tally.total)?;
            } else {
                counted.print_moves()?;
                counted.print_rest()?;
            }
        }
        Format::Json => output::json(&counted.json(&question, args.depth, "count", false))?,
    }
    Ok(counted.exit())
}
