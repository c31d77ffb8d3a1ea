//! Moves as people write them, made canonical before a program is asked about them.
//!
//! Invariant: a program never has to read anything but canonical texts. What means no legal move of its own, or several, is
//! passed on as it is, for the program to refuse.

use super::Client;
use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::notation;
use crate::game::variant::Variant;

/// Asks at a place, the moves to which are made canonical first. Most texts can be seen to be so; of one that cannot, the program is
/// asked for its moves. So it is if it refuses a move: the text may leave out what follows.
pub(super) fn ask_at<T>(
    client: &mut Client,
    path: PositionPath<'_>,
    ask: impl Fn(&mut Client, &[String]) -> Result<T, BackendError>,
) -> Result<T, BackendError> {
    let moves = canonical(client, path, Which::Unlike)?;
    let answer = ask(client, &moves);
    if !matches!(&answer, Err(error) if error.refuses_move()) {
        return answer;
    }
    // Where the program does not say which moves there are, its refusal stands.
    match canonical(client, PositionPath { moves: &moves, ..path }, Which::All) {
        Ok(whole) if whole != moves => ask(client, &whole),
        _ => answer,
    }
}

/// Which texts to look up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// Those that are not written as canonical texts are.
    Unlike,
    All,
}

/// The moves to a place, each as the program itself writes it.
pub(super) fn canonical(
    client: &mut Client,
    path: PositionPath<'_>,
    which: Which,
) -> Result<Vec<String>, BackendError> {
    let variant = Variant::get(client.variant());
    let mut moves = path.moves.to_vec();
    for index in 0..moves.len() {
        if which == Which::Unlike && notation::is_canonical(variant, &moves[index]) {
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
