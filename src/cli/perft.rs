//! `vperft perft`.

use super::args::{Format, LONGEST};
use super::count::CountArgs;
use super::position::PositionArgs;
use super::value::number;
use super::{CliError, Exit, output};
use crate::backend::Registry;

/// Count the legal move sequences of a given length; stdout is the count alone
///
/// Ctrl-C prints the moves that are finished, as divide does, and ends with exit code 130; a second one ends at
/// once.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
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
