//! `vperft show`.

use super::args::Format;
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
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    svg: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub(super) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let position = question.position()?;
    match (&args.svg, args.format) {
        (Some(path), _) => file::put(path, report::svg(&position).as_bytes())?,
        (None, Format::Json) => {
            let board = report::squares(&position);
            output::json(
                &serde_json::json!({ "variant": question.variant, "vfen": question.vfen, "board": board }),
            )?;
        }
        (None, Format::Human) => {
            output::text(report::board(&position, output::is_coloured()))?;
            output::text(format!("\n{}", report::legend(Variant::get(position.variant), LEGEND_WIDTH)))?;
        }
    }
    Ok(Exit::Success)
}
