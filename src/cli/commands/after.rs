//! `vperft after`.

use crate::backend::Registry;
use crate::cli::args::position::PositionArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;

/// Print the VFEN after a move, or after several
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let question = args.position.question(registry)?;
    if question.moves.is_empty() {
        return Err(CliError::Usage("`after` needs a move: --move <MOVE>".into()));
    }
    output::line(&question.vfen)?;
    Ok(Exit::Success)
}
