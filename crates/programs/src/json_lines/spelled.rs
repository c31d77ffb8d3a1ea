//! Makes moves canonical before a program is asked about them.
//!
//! Invariant: a program has to read canonical texts only. A text that means no legal move, or several, is passed on unchanged, for
//! the program to refuse.

use super::Client;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::notation;
use vperft::inner::game::variant::Variant;

/// Asks about a path after making its moves canonical. The program is asked for its moves only where a text does not look
/// canonical, or if it refuses a move: the text may then lack an effect of the move.
pub(super) fn ask_at<T>(
    client: &mut Client,
    path: PositionPath<'_>,
    ask: impl Fn(&mut Client, &[String]) -> Result<T, BackendError>,
) -> Result<T, BackendError> {
    let moves = canonical(client, path, Which::NotCanonical)?;
    let answer = ask(client, &moves);
    if !matches!(&answer, Err(error) if error.refuses_move()) {
        return answer;
    }
    // If the program does not list its moves, report its refusal.
    match canonical(client, PositionPath { moves: &moves, ..path }, Which::All) {
        Ok(whole) if whole != moves => ask(client, &whole),
        _ => answer,
    }
}

/// Which texts to look up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that do not look canonical.
    NotCanonical,
    All,
}

/// The moves of a path as the program writes them.
pub(super) fn canonical(
    client: &mut Client,
    path: PositionPath<'_>,
    which: Which,
) -> Result<Vec<String>, BackendError> {
    let variant = Variant::get(client.variant());
    let mut moves = path.moves.to_vec();
    for index in 0..moves.len() {
        if which == Which::NotCanonical && notation::is_canonical(variant, &moves[index]) {
            continue;
        }
        let legal = client.listed(PositionPath { moves: &moves[..index], ..path })?;
        let legal: Vec<_> = legal.iter().map(String::as_str).collect();
        if let Ok(found) = notation::resolve(variant, &moves[index], &legal) {
            moves[index] = legal[found].to_owned();
        }
    }
    Ok(moves)
}
