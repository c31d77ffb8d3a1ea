//! Plays the moves of a script.

use super::dialect::Dialect;
use super::meant::{first, meant};
use super::script::Script;
use serde::Serialize;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::notation;
use vperft::inner::game::notation::NotationError;
use vperft::inner::game::position::fen;
use vperft::inner::game::position::fen::{FenError, Letters};
use vperft::inner::game::variant::{Rulings, Variant, VariantId};
use vperft::inner::support::suggest::by_similarity;

/// The most legal moves that are named as similar to an illegal one.
const MAX_NEAREST: usize = 8;
/// The maximum number if none of them shares a square with it.
const MAX_SIMILAR: usize = 3;

/// A game, up to its first illegal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Game {
    /// How its squares are named.
    pub squares: Dialect,
    /// The canonical VFEN of its start position.
    pub root: String,
    /// Its plies.
    pub plies: Vec<Ply>,
    /// The move at which the import stopped; `None` if the game is complete.
    pub stop: Option<Stop>,
    /// Notes on how the start position was read, and on a move that a comment calls illegal.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// A ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// The line number, from 1.
    pub line: usize,
    /// The words of the text.
    pub written: String,
    /// The canonical move.
    #[serde(rename = "move")]
    pub text: String,
    /// The position after it.
    pub vfen: String,
    /// How the text deviates from the move, if it omits or adds an effect.
    pub deviation: Option<String>,
}

/// A move that is illegal or cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stop {
    /// The line number, from 1.
    pub line: usize,
    /// The words of the text.
    pub written: String,
    /// The words with the variant's own square names; `None` if they cannot be parsed as a move.
    #[serde(skip)]
    pub text: Option<String>,
    /// The problem.
    pub problem: String,
    /// The position.
    pub vfen: String,
    /// The most similar legal moves.
    pub nearest: Vec<String>,
}

/// Why a text cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The text has neither a move nor a position.
    #[error("no move found; expected a move list, PGN, or a log with `position fen ... moves ...`")]
    Empty,
    /// A comment or a variation does not end.
    #[error("line {line}: a {what} begins here and does not end")]
    Open {
        /// The line number, from 1.
        line: usize,
        /// What it is.
        what: &'static str,
    },
    /// The start position is a FEN that cannot be read.
    #[error("line {line}: the FEN `{text}`: {error}")]
    Fen {
        /// The line number, from 1.
        line: usize,
        /// The text of the position.
        text: String,
        /// The problem.
        error: FenError,
    },
    /// The backend refuses the start position.
    #[error("line {line}: the position `{text}`: it {error}")]
    Root {
        /// The line number, from 1.
        line: usize,
        /// The text of the position.
        text: String,
        /// The backend's error.
        error: BackendError,
    },
    /// The backend failed.
    #[error("{0}")]
    Backend(#[from] BackendError),
}

/// Plays a game from `start`, unless the text has a start position. A FEN is read under these rulings.
///
/// # Errors
/// If the text has no game, or the backend fails.
pub fn import(
    view: &mut dyn VariantBackend,
    rulings: &Rulings,
    script: &Script,
    start: &str,
) -> Result<Game, ImportError> {
    if script.lines.is_empty() && script.root.is_none() {
        return Err(ImportError::Empty);
    }
    if let Some((line, what)) = script.open {
        return Err(ImportError::Open { line, what });
    }
    let variant = Variant::get(view.variant());
    let (root, notes) = root(view, rulings, script, start)?;
    let mut best: Option<Game> = None;
    for squares in Dialect::for_variant(variant) {
        let game = play(view, variant, script, squares, &root)?;
        let is_whole = game.stop.is_none();
        if best.as_ref().is_none_or(|best| is_whole || game.plies.len() > best.plies.len()) {
            best = Some(game);
        }
        if is_whole {
            break;
        }
    }
    let mut game = best.expect("every variant has a dialect");
    game.notes = notes;
    if let Some(name) = script.variant.as_ref().filter(|name| !is_named(view.variant(), name)) {
        game.notes.push(format!("the text names the variant `{name}`; it is read as {}", view.variant()));
    }
    if let Some((line, text)) = script.claim.as_ref().filter(|_| game.stop.is_none()) {
        let vfen = game.plies.last().map_or(&game.root, |ply| &ply.vfen);
        let legal = view.moves(vfen.as_str().into())?;
        game.notes.push(match first(variant, &[&game.squares.translate(variant, text)], &legal).1 {
            Ok(index) => format!("line {line}: `{text}` is legal there: {}", legal[index]),
            Err(_) => format!("line {line}: `{text}` is not legal there"),
        });
    }
    Ok(game)
}

/// Whether a name in a text may mean the variant. Chess960 is chess with other start positions.
fn is_named(variant: VariantId, name: &str) -> bool {
    let table = Variant::get(variant);
    let plain = |text: &str| {
        let text = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
        let text = text.trim_end_matches("960");
        text.strip_suffix("chess").unwrap_or(text).to_owned()
    };
    let mut names = [variant.name(), &table.title].into_iter().chain(table.uci.name.as_deref());
    names.any(|known| plain(known) == plain(name))
}

/// The start position, and notes on how a FEN was read.
fn root(
    view: &mut dyn VariantBackend,
    rulings: &Rulings,
    script: &Script,
    start: &str,
) -> Result<(String, Vec<String>), ImportError> {
    let Some((line, text)) = &script.root else { return Ok((view.read(start)?, Vec::new())) };
    let line = *line;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let letters = if script.is_of_chess960() { Letters::AnyFile } else { Letters::Home };
    let fen = match fen::read_foreign_with(Variant::get(view.variant()), rulings, &text, letters) {
        Some(Ok(fen)) => fen,
        Some(Err(error)) => return Err(ImportError::Fen { line, text, error }),
        None => {
            return match view.read(&text) {
                Ok(vfen) => Ok((vfen, Vec::new())),
                Err(error) if error.refuses_position() => Err(ImportError::Root { line, text, error }),
                Err(error) => Err(error.into()),
            };
        }
    };
    if fen.rights_by_file.is_some() {
        let error = FenError::Malformed(format!("castling rights: {}", fen.impossible_rights.join("; ")));
        return Err(ImportError::Fen { line, text, error });
    }
    let rights = fen.impossible_rights.iter().map(|right| format!("castling {right}; left out"));
    let notes = rights.chain(fen.assumptions.iter().cloned()).map(|note| format!("line {line}: {note}"));
    match view.read(&fen.vfen(rulings)) {
        Ok(vfen) => Ok((vfen, notes.collect())),
        Err(error) if error.refuses_position() => Err(ImportError::Root { line, text, error }),
        Err(error) => Err(error.into()),
    }
}

fn play(
    view: &mut dyn VariantBackend,
    variant: &Variant,
    script: &Script,
    squares: Dialect,
    root: &str,
) -> Result<Game, BackendError> {
    let (plies, notes) = (Vec::new(), Vec::new());
    let mut game = Game { squares, root: root.to_owned(), plies, stop: None, notes };
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
                    let nearest = text.as_ref().map(|text| similar_moves(text, &legal)).unwrap_or_default();
                    let problem = error.to_string();
                    game.stop = Some(Stop { line: *line, written, text, problem, vfen, nearest });
                    return Ok(game);
                }
            }
        }
    }
    Ok(game)
}

/// The legal moves most similar to a text: from the square that it names first, or to a square that it names, or of the
/// piece that it names, or with a similar text.
fn similar_moves(written: &str, legal: &[String]) -> Vec<String> {
    let with_squares: Vec<_> = legal.iter().map(|text| (text, squares(text))).collect();
    let named = |square: &str| !square.is_empty() && written.contains(square);
    let first = with_squares.iter().filter(|(_, [from, _])| named(from));
    let from = first.min_by_key(|(_, [from, _])| (written.find(from.as_str()), usize::MAX - from.len()));
    let mut found: Vec<String> = match from {
        Some((_, [from, _])) => {
            legal.iter().filter(|text| notation::starts_on(text, from)).cloned().collect()
        }
        None => {
            let to = with_squares.iter().filter(|(_, [_, to])| named(to));
            to.map(|(text, _)| (*text).clone()).collect()
        }
    };
    let piece = written.chars().take_while(char::is_ascii_uppercase).collect::<String>();
    if found.is_empty() && !piece.is_empty() {
        let label = |text: &str| text.split(' ').next().unwrap_or_default().to_uppercase();
        found = legal.iter().filter(|text| label(text) == piece).cloned().collect();
    }
    if found.is_empty() {
        let likest = by_similarity(written, legal.iter().map(String::as_str)).into_iter().take(MAX_SIMILAR);
        found = likest.map(str::to_owned).collect();
    }
    found.sort();
    found.truncate(MAX_NEAREST);
    found
}

/// The squares from and to which a canonical move goes; empty if it has none.
fn squares(text: &str) -> [String; 2] {
    let main = text.split(';').next().unwrap_or_default();
    let (from, to) = main.rsplit(' ').next().unwrap_or_default().split_once('-').unwrap_or_default();
    [from.to_owned(), to.to_owned()]
}
