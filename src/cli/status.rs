//! `vperft status`.

use super::args::PositionArgs;
use super::{CliError, Exit, output};

/// Print the status word of a position: lost, won, checkmate, stalemate, draw-..., ongoing
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// A move to play first, such as 'P e2-e4' (repeatable, played in order); repetitions on the way count
    #[arg(long = "move", value_name = "MOVE")]
    line: Vec<String>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CliError> {
    let mut question = args.position.question()?;
    let answer = question.backend.status(question.variant, &question.vfen, &args.line);
    output::line(answer.map_err(|error| CliError::answer(error, &question.vfen))?)?;
    Ok(Exit::Success)
}
