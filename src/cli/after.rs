//! `vperft after`.

use super::args::PositionArgs;
use super::{CliError, Exit, output};

/// Print the VFEN after a move, or after several
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A move, such as 'P e2-e4', canonical or as Game Courier accepts it (repeatable, played in order)
    #[arg(long = "move", value_name = "MOVE", required = true)]
    line: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let mut question = args.position.question()?;
    let answer = question.backend.after(question.variant, &question.vfen, &args.line);
    output::line(answer.map_err(|error| CliError::answer(error, &question.vfen))?)?;
    Ok(Exit::Success)
}
