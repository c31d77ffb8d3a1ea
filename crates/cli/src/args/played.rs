//! Plays the moves of `--move` before a command asks its question.

use crate::exit::CliError;
use crate::output;
use std::cmp::Reverse;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::notation;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::Variant;
use vperft_lab::exchange::import;

/// How many legal moves the error of an illegal move lists.
const MAX_LISTED: usize = 8;

/// The played moves.
pub struct Played {
    /// The moves as the backend writes them.
    pub moves: Vec<String>,
    /// The position they lead to.
    pub vfen: String,
}

impl Played {
    /// No move from this position.
    pub fn none(vfen: &str) -> Self {
        Self { moves: Vec::new(), vfen: vfen.to_owned() }
    }
}

/// Plays the moves of all texts from a position, and notes each move that the backend writes differently.
///
/// For a backend that cannot list moves, each text is one move and is passed unchanged.
pub fn play(view: &mut dyn VariantBackend, vfen: &str, texts: &[String]) -> Result<Played, CliError> {
    let variant = Variant::get(view.variant());
    let mut played = Played::none(vfen);
    for text in texts {
        let words = import::words_of_moves(text).map_err(CliError::Input)?;
        let mut left = &words[..];
        if left.is_empty() {
            let problem = format!("cannot read `{text}`: expected a move such as `P e2-e4`");
            return Err(CliError::Input(problem));
        }
        while !left.is_empty() {
            let legal = match view.moves((&played.vfen).into()) {
                Err(BackendError::Unsupported(_)) => {
                    let vfen =
                        view.after(PositionPath { vfen: &played.vfen, moves: std::slice::from_ref(text) });
                    played.vfen = vfen.map_err(|error| refused(variant, error, &played, text, &[]))?;
                    played.moves.push(text.clone());
                    break;
                }
                answer => answer.map_err(|error| CliError::answer(error, &played.vfen))?,
            };
            let (words, found) = import::first(variant, left, &legal);
            let written = left[..words].join(" ");
            let mv = match found {
                Ok(index) => &legal[index],
                Err(error) => {
                    let mut error = refused(variant, error.into(), &played, &written, &legal);
                    if let CliError::InputAt { context, .. } = &mut error {
                        let path = PositionPath { vfen, moves: &played.moves };
                        context.extend(over(view, path).map(|over| format!("  {over}")));
                    }
                    return Err(error);
                }
            };
            if *mv != written {
                output::note(format_args!("`{written}` is taken to mean `{mv}`"));
            }
            let vfen = view.after(PositionPath { vfen: &played.vfen, moves: std::slice::from_ref(mv) });
            played.vfen = vfen.map_err(|error| refused(variant, error, &played, &written, &legal))?;
            played.moves.push(mv.clone());
            left = &left[words..];
        }
    }
    Ok(played)
}

/// Plays the moves of a text but for the last one, whose text is returned. The last one need not be legal.
pub fn play_up_to_last(
    view: &mut dyn VariantBackend,
    played: &mut Played,
    text: &str,
) -> Result<String, CliError> {
    let variant = Variant::get(view.variant());
    let words = import::words_of_moves(text).map_err(CliError::Input)?;
    let mut left = &words[..];
    while left.len() > 1 {
        let legal = match view.moves((&played.vfen).into()) {
            Err(BackendError::Unsupported(_)) => break,
            answer => answer.map_err(|error| CliError::answer(error, &played.vfen))?,
        };
        let (count, found) = import::first(variant, left, &legal);
        // Effects may follow that the move does not have.
        let has_effect = |next: &&str| next.starts_with(['@', ';']) || left[count - 1].ends_with(';');
        let (Ok(index), Some(_)) = (found, left.get(count).filter(|next| !has_effect(next))) else { break };
        let mv = &legal[index];
        let vfen = view.after(PositionPath { vfen: &played.vfen, moves: std::slice::from_ref(mv) });
        played.vfen = vfen.map_err(|error| CliError::answer(error, &played.vfen))?;
        played.moves.push(mv.clone());
        left = &left[count..];
    }
    Ok(if left.is_empty() { text.to_owned() } else { left.join(" ") })
}

/// Says that a game is over, and how; `None` if it goes on or if the backend reports no status.
pub fn over(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Option<String> {
    let status = view.status(path).ok().filter(|status| *status != Status::Ongoing)?;
    Some(format!("the game is over: {status}"))
}

/// The error of a refused move, with its number, the position and the legal moves from the same square.
fn refused(
    variant: &Variant,
    error: BackendError,
    played: &Played,
    written: &str,
    legal: &[String],
) -> CliError {
    let error = match error {
        BackendError::Move(problem) => CliError::Input(problem.to_string()),
        error => CliError::answer(error, &played.vfen),
    };
    let (message, context) = match error {
        CliError::Input(message) => (message, Vec::new()),
        CliError::InputAt { message, context } => (message, context),
        other => return other,
    };
    let position = format!("  in the position {}", played.vfen);
    let legal = legal_from(variant, written, legal).map(|moves| format!("  {moves}"));
    let context = context.into_iter().chain([position]).chain(legal).collect();
    CliError::InputAt { message: format!("move {}: {message}", played.moves.len() + 1), context }
}

/// The legal moves from the first square that the text names.
fn legal_from(variant: &Variant, written: &str, legal: &[String]) -> Option<String> {
    let from = legal.iter().filter_map(|text| Entry::parse(variant, text).ok()).map(|entry| entry.from);
    let named = from.filter_map(|square| Some((written.find(square)?, square)));
    let (_, square) = named.min_by_key(|(at, square)| (*at, Reverse(square.len())))?;
    let mut moves: Vec<_> = legal.iter().filter(|text| notation::starts_on(text, square)).cloned().collect();
    moves.sort();
    let shown = moves[..moves.len().min(MAX_LISTED)].join(", ");
    let more = if moves.len() > MAX_LISTED {
        format!(" and {} more", moves.len() - MAX_LISTED)
    } else {
        String::new()
    };
    Some(format!("legal from {square}: {shown}{more}"))
}
