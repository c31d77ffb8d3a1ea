//! `vperft show`: draws the board of a position.

use crate::backend::Registry;
use crate::cli::args::position::PositionArgs;
use crate::cli::args::value::Format;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::cli::output::file;
use crate::game::drawing;
use crate::game::variant::Variant;
use crate::report::squares;
use crate::report::svg;
use std::path::PathBuf;

/// The width of the legend, about that of the widest board.
const LEGEND_WIDTH: usize = 75;

/// Draw the board of a position
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Write an SVG picture to this file instead of printing the board; `-` is stdout
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    svg: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let position = question.position()?;
    match (&args.svg, args.format) {
        (Some(path), _) if path.as_os_str() == "-" => output::text(svg::svg(&position))?,
        (Some(path), _) => file::put(path, svg::svg(&position).as_bytes())?,
        (None, Format::Json) => {
            let board = squares::squares(&position);
            output::json(
                &serde_json::json!({ "variant": question.variant, "vfen": question.vfen, "board": board }),
            )?;
        }
        (None, Format::Human) => {
            output::text(drawing::board(&position, output::is_coloured()))?;
            output::text(format!("\n{}", drawing::legend(Variant::get(position.variant), LEGEND_WIDTH)))?;
        }
    }
    Ok(Exit::Success)
}
