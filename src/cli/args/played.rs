//! Plays the moves that people type before a command asks its question.

use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::cli::exit::CliError;
use crate::cli::output;
use crate::game::notation;
use crate::game::notation::Entry;
use crate::game::variant::Variant;
use crate::lab::import;
use std::cmp::Reverse;

/// How many legal moves are named instead of one that is not.
const SHOWN: usize = 8;

/// Moves that were played.
pub(crate) struct Played {
    /// As the backend lists them.
    pub moves: Vec<String>,
    /// The position they lead to.
    pub vfen: String,
}

impl Played {
    /// No move, from this position.
    pub fn none(vfen: &str) -> Self {
        Self { moves: Vec::new(), vfen: vfen.to_owned() }
    }
}

/// Plays the moves of all texts from a position; what is not written as the backend lists it is told on stderr.
///
/// A backend that lists no moves gets each text as it is, one move in each.
pub(crate) fn play(view: &mut dyn VariantBackend, vfen: &str, texts: &[String]) -> Result<Played, CliError> {
    let variant = Variant::get(view.variant());
    let mut played = Played::none(vfen);
    for text in texts {
        let words: Vec<_> = text.split_whitespace().filter_map(import::without_number).collect();
        let mut left = &words[..];
        if left.is_empty() {
            return Err(CliError::Input(output::plain(format_args!(
                "cannot read `{text}`: expected a move such as `P e2-e4`"
            ))));
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
            let mv = found
                .map(|index| &legal[index])
                .map_err(|error| refused(variant, error.into(), &played, &written, &legal))?;
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

/// The refusal of a move: its place among the moves, the position, and what there is instead from the same square.
fn refused(
    variant: &Variant,
    error: BackendError,
    played: &Played,
    written: &str,
    legal: &[String],
) -> CliError {
    let place = played.moves.len() + 1;
    match CliError::answer(error, &played.vfen) {
        CliError::Input(message) => {
            let position = output::plain(format_args!("in the position {}", played.vfen));
            let message = format!("move {place}: {message}\n  {position}");
            CliError::Input(match instead(variant, written, legal) {
                Some(instead) => format!("{message}\n  {}", output::plain(instead)),
                None => message,
            })
        }
        other => other,
    }
}

/// The legal moves from the square that the text names first, if it names one.
fn instead(variant: &Variant, written: &str, legal: &[String]) -> Option<String> {
    let from = legal.iter().filter_map(|text| Entry::parse(variant, text).ok()).map(|entry| entry.from);
    let named = from.filter_map(|square| Some((written.find(square)?, square)));
    let (_, square) = named.min_by_key(|(at, square)| (*at, Reverse(square.len())))?;
    let mut moves: Vec<_> = legal.iter().filter(|text| notation::starts_on(text, square)).cloned().collect();
    moves.sort();
    let shown = moves[..moves.len().min(SHOWN)].join(", ");
    let more = if moves.len() > SHOWN { format!(" and {} more", moves.len() - SHOWN) } else { String::new() };
    Some(format!("legal from {square}: {shown}{more}"))
}
