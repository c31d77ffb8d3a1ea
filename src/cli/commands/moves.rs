//! `vperft moves`.

use crate::backend::Registry;
use crate::cli::args::position::PositionArgs;
use crate::cli::exit::{CliError, Exit};
use crate::cli::output;
use crate::game::drawing;
use crate::game::notation;
use crate::game::variant::Variant;

/// List the legal moves
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Only the moves whose mover starts on this square
    #[arg(long, value_name = "SQUARE")]
    square: Option<String>,
    /// How to print them
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// How to print a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Canonical texts, sorted bytewise, one a line, nothing else
    Lines,
    /// One JSON document
    Json,
    /// The board and the moves
    Human,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let mut question = args.position.question(registry)?;
    let mut moves = question.ask(|view, place| view.moves(place))?;
    if let Some(square) = &args.square {
        if !Variant::get(question.variant).names_square(square) {
            return Err(CliError::Input(output::plain(format_args!(
                "`{square}` is no square of {}",
                question.variant
            ))));
        }
        moves.retain(|text| notation::starts_on(text, square));
    }
    moves.sort();
    match args.format {
        Format::Lines => moves.iter().try_for_each(output::line)?,
        Format::Json => {
            let answer = serde_json::json!({
                "variant": question.variant, "vfen": question.vfen, "square": args.square, "moves": moves,
            });
            output::json(&answer)?;
        }
        Format::Human => {
            output::text(drawing::board(&question.position()?, output::is_coloured()))?;
            let plural = if moves.len() == 1 { "" } else { "s" };
            output::line(format_args!("\n{} legal move{plural}", moves.len()))?;
            moves.iter().try_for_each(|text| output::line(format_args!("  {text}")))?;
        }
    }
    Ok(Exit::Success)
}
