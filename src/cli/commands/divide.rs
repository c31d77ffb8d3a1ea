//! `vperft divide`.

use super::count::CountArgs;
use crate::backend::Registry;
use crate::cli::args::backend::{Format, LONGEST};
use crate::cli::args::position::PositionArgs;
use crate::cli::args::value::number;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;

/// Split a perft count by the first move: `move: count` lines, sorted, then `total: N`
///
/// Ctrl-C prints the moves that are finished, without a total, and ends with exit code 130; a second one ends
/// at once.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The length in plies, from 1 to 99
    #[arg(value_parser = number::<u32>(1, LONGEST))]
    depth: u32,
    #[command(flatten)]
    count: CountArgs,
    /// How to print the counts
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let counted = args.count.count(&mut question, args.depth)?;
    match args.format {
        Format::Human => {
            counted.note_speed();
            counted.print_moves()?;
            if counted.tally.is_complete() {
                output::line(format_args!("total: {}", counted.tally.total))?;
            } else {
                counted.print_rest()?;
            }
        }
        Format::Json => output::json(&counted.json(&question, args.depth, "total", true))?,
    }
    Ok(counted.exit())
}
