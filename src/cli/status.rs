//! `vperft status`.

use super::position::PositionArgs;
use super::{CliError, Exit, output};
use crate::backend::Registry;

/// Print the status word of a position: lost, won, checkmate, stalemate, draw-..., ongoing
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    output::line(question.ask(|view, place| view.status(place))?)?;
    Ok(Exit::Success)
}
