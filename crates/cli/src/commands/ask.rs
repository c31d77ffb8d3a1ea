//! `vperft moves`, `vperft after` and `vperft status`: one question about a position.

use crate::args::picture::PictureArgs;
use crate::args::played;
use crate::args::position::PositionArgs;
use crate::args::value::Format as PlainFormat;
use crate::commands::common::against;
use crate::commands::common::against::Asked;
use crate::exit::{CliError, Exit};
use crate::output;
use vperft::inner::backend::Registry;
use vperft::inner::game::drawing;
use vperft::inner::game::notation;
use vperft::inner::game::variant::Variant;
use vperft::inner::support::plural::plural;
use vperft_lab::differences::mover::Mover;
use vperft_lab::unreachable::{Reachability, Unreachable};
use vperft_pages::report::svg::Overlay;

/// List the legal moves of a position
#[derive(Debug, clap::Args)]
pub struct MovesArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Only the moves of the piece on this square
    #[arg(long, value_name = "SQUARE")]
    square: Option<String>,
    #[command(flatten)]
    against: AgainstArgs,
    #[command(flatten)]
    picture: PictureArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// The trusted backend of a comparison.
#[derive(Debug, clap::Args)]
struct AgainstArgs {
    /// Compare with the answer of this backend, which is trusted
    ///
    /// Prints what is missing, extra or different in the answer of --backend, with the clause that decides about it. The exit code
    /// is 1 if the answers differ.
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
}

/// The output format of a list of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Canonical texts, one a line, sorted bytewise, and nothing else
    Lines,
    /// One JSON document
    Json,
    /// The board and the moves
    Human,
}

/// Print the position after one or several moves, as VFEN
#[derive(Debug, clap::Args)]
pub struct AfterArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    against: AgainstArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: PlainFormat,
}

/// Print the status of a position, such as ongoing or checkmate
///
/// The words are lost, won, checkmate, stalemate, draw-..., and ongoing.
#[derive(Debug, clap::Args)]
pub struct StatusArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    against: AgainstArgs,
    /// Also say why no game can reach the position, if that can be proved
    ///
    /// The proofs are about the numbers of pieces, pieces behind Pawns that have not moved, and checks and en passant squares that no
    /// last move can have made, by the built-in rules under the default readings. A position without a proof need not be reachable. The
    /// exit code is the same.
    #[arg(long, conflicts_with = "against")]
    reachable: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: PlainFormat,
}

/// Runs `vperft moves`.
pub fn moves(args: &MovesArgs, registry: &Registry) -> Result<Exit, CliError> {
    if let Some(name) = &args.against.against {
        if args.picture.is_wanted() {
            return Err(CliError::Usage("--svg draws one answer; it cannot be used with --against".into()));
        }
        let asked = Asked::Moves { square: args.square.as_deref() };
        return against::run(&args.position, name, Some(asked), args.format == Format::Json, registry);
    }
    let mut question = args.position.question(registry)?;
    let mut moves = question.ask(|view, path| view.moves(path))?;
    if let Some(square) = &args.square {
        args.position.check_square(square)?;
        moves.retain(|text| notation::starts_on(text, square));
    }
    moves.sort();
    if args.picture.is_wanted() {
        let position = question.position()?;
        let shown = Overlay::of_legal_moves(&position, &moves, args.square.as_deref());
        args.picture.write(&position, shown)?;
        return Ok(Exit::Success);
    }
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
            output::text(format_args!("\n{}\n", plural(moves.len(), "legal move")))?;
            if let Some(square) = args.square.as_ref().filter(|_| moves.is_empty()) {
                let variant = Variant::get(question.variant);
                let start = Mover::of_square(variant, &question.vfen, square).start;
                start.iter().try_for_each(|start| output::line(format_args!("  {start}")))?;
            }
            moves.iter().try_for_each(|text| output::line(format_args!("  {text}")))?;
            if moves.is_empty() {
                let over = question.ask(|view, path| Ok(played::over(view, path)))?;
                over.iter().try_for_each(|over| output::line(format_args!("  {over}")))?;
            }
        }
    }
    Ok(Exit::Success)
}

/// Runs `vperft after`.
pub fn after(args: &AfterArgs, registry: &Registry) -> Result<Exit, CliError> {
    let is_json = args.format == PlainFormat::Json;
    if let Some(name) = &args.against.against {
        return against::run(&args.position, name, None, is_json, registry);
    }
    let question = args.position.question(registry)?;
    if question.moves.is_empty() {
        return Err(CliError::Usage("`after` needs a move: --move <MOVE>".into()));
    }
    match is_json {
        true => output::json(&serde_json::json!({ "variant": question.variant, "vfen": question.vfen }))?,
        false => output::line(&question.vfen)?,
    }
    Ok(Exit::Success)
}

/// Runs `vperft status`.
pub fn status(args: &StatusArgs, registry: &Registry) -> Result<Exit, CliError> {
    let is_json = args.format == PlainFormat::Json;
    if let Some(name) = &args.against.against {
        return against::run(&args.position, name, Some(Asked::Status), is_json, registry);
    }
    let mut question = args.position.question(registry)?;
    let status = question.ask(|view, path| view.status(path))?;
    let disproof = match args.reachable {
        true => Reachability::new(question.variant).disproof(&question.position()?),
        false => None,
    };
    if is_json {
        let mut answer =
            serde_json::json!({ "variant": question.variant, "vfen": question.vfen, "status": status });
        if args.reachable {
            answer["unreachable"] = serde_json::json!(disproof);
        }
        output::json(&answer)?;
    } else {
        output::line(status)?;
        if let Some(Unreachable { reason, clause }) = disproof {
            let clause = clause.map_or_else(String::new, |clause| format!(" ({clause})"));
            output::line(format_args!("cannot be reached: {reason}{clause}"))?;
        }
    }
    Ok(Exit::Success)
}
