//! `vperft show`: draws the board of a position.

use crate::args::picture::PictureArgs;
use crate::args::position::PositionArgs;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::backend::Registry;
use vperft::inner::game::drawing;
use vperft::inner::game::variant::Variant;
use vperft_pages::report::squares;
use vperft_pages::report::svg::Overlay;

/// The width of the legend, about that of the widest board.
const LEGEND_WIDTH: usize = 75;

/// Draw the board of a position
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    picture: PictureArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let position = question.position()?;
    if args.picture.is_wanted() {
        let last = Overlay::of_last_move(&position, question.moves.last().map(String::as_str));
        args.picture.write(&position, last)?;
        return Ok(Exit::Success);
    }
    match args.format {
        Format::Json => {
            let board = squares::squares(&position);
            output::json(
                &serde_json::json!({ "variant": question.variant, "vfen": question.vfen, "board": board }),
            )?;
        }
        Format::Human => {
            output::text(drawing::board(&position, output::is_coloured()))?;
            output::text(format!("\n{}", drawing::legend(Variant::get(position.variant), LEGEND_WIDTH)))?;
        }
    }
    Ok(Exit::Success)
}
