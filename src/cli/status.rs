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
    // Repetitions among the moves count, so the moves are part of the question.
    let (start, moves) = (question.start.clone(), question.moves.clone());
    output::line(question.ask(|view, _| view.status(&start, &moves))?)?;
    Ok(Exit::Success)
}
