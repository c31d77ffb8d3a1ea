//! Plays what a text says.

use super::dialect::Dialect;
use super::meant::meant;
use super::script::Script;
use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::notation;
use crate::game::notation::NotationError;
use crate::game::variant::Variant;
use crate::support::suggest::by_similarity;
use serde::Serialize;

/// How many legal moves are named instead of one that is not.
const SHOWN: usize = 8;
/// How many of them, if they have no square in common with it.
const LIKE: usize = 3;

/// A game, as far as it is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// How its squares are named.
    pub squares: Dialect,
    /// The canonical VFEN of the position it starts from.
    pub root: String,
    /// Its plies.
    pub plies: Vec<Ply>,
    /// Where it stops, if that is not its end.
    pub stop: Option<Stop>,
}

/// A ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is written there.
    pub written: String,
    /// The move as the backend lists it.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub vfen: String,
    /// How what is written differs from the move, if it leaves something out or adds something.
    pub deviation: Option<String>,
}

/// A move that is not legal, or cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stop {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is written there.
    pub written: String,
    /// The same with the squares as the variant names them; none if it cannot be read as a move.
    #[serde(skip)]
    pub text: Option<String>,
    /// What is wrong with it.
    pub problem: String,
    /// The position.
    pub vfen: String,
    /// The legal moves that are nearest to it.
    pub nearest: Vec<String>,
}

/// Why there is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// There is no move in the text, and no position.
    #[error("no move; expected moves one after the other, PGN, or a log with `position fen ... moves ...`")]
    Empty,
    /// The position that it starts from is none.
    #[error("line {line}: the position `{text}`: it {error}")]
    Root {
        /// The line.
        line: usize,
        /// What is written there.
        text: String,
        /// What is wrong with it.
        error: BackendError,
    },
    /// The backend gave no answer.
    #[error("{0}")]
    Backend(#[from] BackendError),
}

/// Plays a game from this position, if the text names no other.
///
/// # Errors
/// If there is no game in it, or the backend gives no answer.
pub fn import(view: &mut dyn VariantBackend, script: &Script, start: &str) -> Result<Game, ImportError> {
    if script.lines.is_empty() && script.root.is_none() {
        return Err(ImportError::Empty);
    }
    let variant = Variant::get(view.variant());
    let root = root(view, variant, script, start)?;
    let mut best: Option<Game> = None;
    for squares in Dialect::of(variant) {
        let game = play(view, variant, script, squares, &root)?;
        let is_whole = game.stop.is_none();
        if best.as_ref().is_none_or(|best| is_whole || game.plies.len() > best.plies.len()) {
            best = Some(game);
        }
        if is_whole {
            break;
        }
    }
    Ok(best.expect("squares have at least their own names"))
}

/// The position it starts from.
fn root(
    view: &mut dyn VariantBackend,
    variant: &Variant,
    script: &Script,
    start: &str,
) -> Result<String, ImportError> {
    let Some((line, text)) = &script.root else { return Ok(view.read(start)?) };
    let mut refusal = None;
    for vfen in script.roots(variant) {
        match view.read(&vfen) {
            Ok(vfen) => return Ok(vfen),
            // An engine is not even asked about a text that is no VFEN.
            Err(error @ BackendError::Unsupported(_)) => refusal = refusal.or(Some(error)),
            Err(error) if error.refuses_position() => refusal = refusal.or(Some(error)),
            Err(error) => return Err(error.into()),
        }
    }
    let error = refusal.expect("there is at least one way to read it");
    if matches!(error, BackendError::Unsupported(_)) {
        return Err(error.into());
    }
    Err(ImportError::Root { line: *line, text: text.clone(), error })
}

fn play(
    view: &mut dyn VariantBackend,
    variant: &Variant,
    script: &Script,
    squares: Dialect,
    root: &str,
) -> Result<Game, BackendError> {
    let mut game = Game { squares, root: root.to_owned(), plies: Vec::new(), stop: None };
    let mut vfen = root.to_owned();
    for (line, words) in &script.lines {
        let translated: Vec<_> = words.iter().map(|word| squares.translate(variant, word)).collect();
        let translated: Vec<_> = translated.iter().map(String::as_str).collect();
        let mut done = 0;
        while done < words.len() {
            let legal = view.moves((&vfen).into())?;
            match meant(variant, &translated[done..], &legal) {
                Ok((count, index, deviation)) => {
                    let text = legal[index].clone();
                    vfen = view.after(PositionPath { vfen: &vfen, moves: std::slice::from_ref(&text) })?;
                    let written = words[done..done + count].join(" ");
                    game.plies.push(Ply { line: *line, written, text, vfen: vfen.clone(), deviation });
                    done += count;
                }
                Err((count, error)) => {
                    let written = words[done..done + count].join(" ");
                    let text = match error {
                        NotationError::Syntax { .. } => None,
                        _ => Some(translated[done..done + count].join(" ")),
                    };
                    let nearest = text.as_ref().map(|text| near(text, &legal)).unwrap_or_default();
                    let problem = error.to_string();
                    game.stop = Some(Stop { line: *line, written, text, problem, vfen, nearest });
                    return Ok(game);
                }
            }
        }
    }
    Ok(game)
}

/// The legal moves nearest to a text: those from the square that it names first, or those to a square that it names, or those
/// of the piece that it names, or those that are written most like it.
fn near(written: &str, legal: &[String]) -> Vec<String> {
    let variant_free: Vec<_> = legal.iter().map(|text| (text, squares(text))).collect();
    let named = |square: &str| !square.is_empty() && written.contains(square);
    let first = variant_free.iter().filter(|(_, [from, _])| named(from));
    let from = first.min_by_key(|(_, [from, _])| (written.find(from.as_str()), usize::MAX - from.len()));
    let mut found: Vec<String> = match from {
        Some((_, [from, _])) => {
            legal.iter().filter(|text| notation::starts_on(text, from)).cloned().collect()
        }
        None => {
            let to = variant_free.iter().filter(|(_, [_, to])| named(to));
            to.map(|(text, _)| (*text).clone()).collect()
        }
    };
    let piece = written.chars().take_while(char::is_ascii_uppercase).collect::<String>();
    if found.is_empty() && !piece.is_empty() {
        let label = |text: &str| text.split(' ').next().unwrap_or_default().to_uppercase();
        found = legal.iter().filter(|text| label(text) == piece).cloned().collect();
    }
    if found.is_empty() {
        let likest = by_similarity(written, legal.iter().map(String::as_str)).into_iter().take(LIKE);
        found = likest.map(str::to_owned).collect();
    }
    found.sort();
    found.truncate(SHOWN);
    found
}

/// The squares from and to which a canonical text goes; empty where there is none.
fn squares(text: &str) -> [String; 2] {
    let main = text.split(';').next().unwrap_or_default();
    let (from, to) = main.rsplit(' ').next().unwrap_or_default().split_once('-').unwrap_or_default();
    [from.to_owned(), to.to_owned()]
}
