//! `vperft after`.

use super::position::PositionArgs;
use super::{CliError, Exit, output};
use crate::backend::Registry;

/// Print the VFEN after a move, or after several
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let question = args.position.question(registry)?;
    if question.moves.is_empty() {
        return Err(CliError::Usage("`after` needs a move: --move <MOVE>".into()));
    }
    output::line(&question.vfen)?;
    Ok(Exit::Success)
}
