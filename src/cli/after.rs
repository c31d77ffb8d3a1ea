//! `vperft after`.

use super::args::PositionArgs;
use super::{CliError, Exit, output};
use crate::backend::Registry;

/// Print the VFEN after a move, or after several
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A move, such as 'P e2-e4', canonical or as Game Courier accepts it (repeatable, played in order)
    #[arg(long = "move", value_name = "MOVE", required = true)]
    moves: Vec<String>,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    output::line(question.ask(|view, vfen| view.after(vfen, &args.moves))?)?;
    Ok(Exit::Success)
}
