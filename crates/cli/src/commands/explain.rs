//! `vperft explain`: names the clauses behind a move or a status.

use crate::args::backend;
use crate::args::backend::{BackendArgs, oracle_for};
use crate::args::picture::PictureArgs;
use crate::args::position::PlaceArgs;
use crate::args::selected::Selected;
use crate::args::value::Format;
use crate::exit::{CliError, Exit};
use crate::output;
use serde_json::{Value, json};
use vperft::inner::backend::{Options, PositionPath, Registry};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{ClauseSet, Variant};
use vperft_lab::differences::clause_switch::ClauseSwitch;
use vperft_lab::differences::explain::{ExplainedMove, ExplainedSquare, ExplainedStatus, Explainer};
use vperft_pages::report::findings;
use vperft_pages::report::svg::{Look, Overlay};

/// Name the clauses that allow or forbid a move, or ended a game
///
/// Explains the last --move, after playing the moves before it. With --square, it explains every move of the piece on that square. With
/// --status, or without --move and --square, it explains the status of the game. To find the clauses, it switches them off one by one,
/// which the built-in `reference` and `data` support.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
    /// Explain the moves of the piece on this square
    #[arg(long, value_name = "SQUARE", conflicts_with = "status")]
    square: Option<String>,
    /// Explain the status after all moves
    #[arg(long)]
    status: bool,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    picture: PictureArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
}

/// Describes `--backend`, whose default here is the one that can switch off clauses.
pub fn default_to_oracle(backend: clap::Arg) -> clap::Arg {
    let help = "The backend; one that cannot switch off clauses names only similar legal moves [default: reference, or data \
                if the rules are in variant.json alone]";
    backend.help(help).long_help(help)
}

/// The explanation of a question.
enum Explained {
    Move(ExplainedMove),
    Square(ExplainedSquare),
    Status(ExplainedStatus),
}

pub fn run(args: &Args, registry: &Registry) -> Result<Exit, CliError> {
    let variant = args.place.variant;
    let selected = args.backend.select_or(oracle_for(&[variant]), registry, &[variant], None)?;
    let options = &selected.options;
    if let Some(square) = &args.square {
        Variant::get(variant).find_square(square).map_err(CliError::Input)?;
    }
    let mut backend = selected.open_noting()?;
    let start = args.place.start(&options.rulings)?;
    let of_last = args.square.is_none() && !args.status;
    let (played, last) = match of_last {
        true => args.place.play_up_to_last(backend.as_mut(), &start)?,
        false => (args.place.play(backend.as_mut(), &start)?, None),
    };
    let identity = backend.identity();
    let open = |off: ClauseSet| {
        let options = Options { off: options.off.union(off), record: None, ..options.clone() };
        Selected { options, ..selected.clone() }.open().ok()
    };
    let clause_switch = ClauseSwitch::new(variant, &open);
    let can_switch = clause_switch.can_switch();
    let path = PositionPath { vfen: &start, moves: &played.moves };
    let view = backend::view(backend.as_mut(), variant).map_err(|error| CliError::answer(error, &start))?;
    let vfen = path.canonical(view).map_err(|error| CliError::answer(error, &start))?;
    let explaining =
        Explainer { variant, path, vfen: &vfen, clause_switch: can_switch.then_some(&clause_switch) };
    let explained = match (&args.square, &last) {
        (Some(square), _) => explaining.explain_square(view, square).map(Explained::Square),
        (None, Some(text)) => explaining.explain_move(view, text).map(Explained::Move),
        (None, None) => explaining.explain_status(view).map(Explained::Status),
    };
    let explained = explained.map_err(|error| CliError::answer(error, &vfen))?;
    if args.picture.is_wanted() {
        let position = position::parse(&vfen, Variant::get(variant), &selected.rulebook())
            .map_err(|error| CliError::answer(error.into(), &vfen))?;
        args.picture.write(&position, overlays(&position, &explained))?;
        return Ok(Exit::Success);
    }
    let has_oracle = backend::has_oracle(variant);
    let context =
        findings::ExplainContext { variant, vfen: &vfen, backend: &identity, can_switch, has_oracle };
    match args.format {
        Format::Human => {
            let style = output::style();
            output::text(match &explained {
                Explained::Move(explained) => {
                    findings::explained_move(&context, explained, last.as_deref(), style)
                }
                Explained::Square(explained) => findings::explained_square(&context, explained, style),
                Explained::Status(explained) => findings::explained_status(&context, explained, style),
            })?;
        }
        Format::Json => output::bounded_json(document(args, &context, &explained))?,
    }
    Ok(Exit::Success)
}

/// What a picture of the explanation shows: the move as an arrow, or the legal moves of the square.
fn overlays(position: &Position, explained: &Explained) -> Vec<Overlay> {
    match explained {
        Explained::Move(explained) => {
            let look = if explained.legal { Look::Good } else { Look::Bad };
            Overlay::of_move(position, explained.completed.as_ref().unwrap_or(&explained.text), look)
        }
        Explained::Square(explained) => {
            let moves: Vec<_> = explained.moves.iter().map(|one| one.text.clone()).collect();
            Overlay::of_legal_moves(position, &moves, Some(&explained.square))
        }
        Explained::Status(_) => Vec::new(),
    }
}

fn document(args: &Args, context: &findings::ExplainContext<'_>, explained: &Explained) -> Value {
    let (name, value) = match explained {
        Explained::Move(explained) => ("move", json!(explained)),
        Explained::Square(explained) => ("square", json!(explained)),
        Explained::Status(explained) => ("status", json!(explained)),
    };
    let mut answer = json!({
        "variant": args.place.variant,
        "vfen": context.vfen,
        "backend": context.backend,
        "clauses_switched": context.can_switch,
    });
    answer[name] = value;
    answer
}
