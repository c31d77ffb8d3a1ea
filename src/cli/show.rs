//! `vperft show`.

use super::position::PositionArgs;
use super::{CliError, Exit, file, output};
use crate::backend::Registry;
use crate::report;
use crate::variant::Variant;
use std::path::PathBuf;

/// The width of the list of labels, about that of the widest board.
const LEGEND_WIDTH: usize = 75;

/// Draw a board
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write an SVG picture to this file instead of printing the board
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let position = args.position.question(registry)?.position()?;
    match &args.svg {
        Some(path) => file::put(path, report::svg(&position).as_bytes())?,
        None => {
            output::text(report::board(&position, output::is_coloured()))?;
            output::text(format!("\n{}", report::legend(Variant::get(position.variant), LEGEND_WIDTH)))?;
        }
    }
    Ok(Exit::Success)
}
