//! `vperft status`.

use super::args::PositionArgs;
use super::{CliError, Exit, output};
use crate::backend::Registry;

/// Print the status word of a position: lost, won, checkmate, stalemate, draw-..., ongoing
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A move to play first, such as 'P e2-e4' (repeatable, played in order); repetitions on the way count
    #[arg(long = "move", value_name = "MOVE")]
    moves: Vec<String>,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    output::line(question.ask(|view, vfen| view.status(vfen, &args.moves))?)?;
    Ok(Exit::Success)
}
