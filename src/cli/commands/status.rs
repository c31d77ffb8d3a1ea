//! `vperft status`.

use crate::backend::Registry;
use crate::cli::args::position::PositionArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;

/// Print the status word of a position: lost, won, checkmate, stalemate, draw-..., ongoing
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    output::line(question.ask(|view, place| view.status(place))?)?;
    Ok(Exit::Success)
}
