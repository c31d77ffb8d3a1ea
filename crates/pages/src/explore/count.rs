//! Counts below the moves of a position.

use super::error::Refusal;
use super::place::At;
use super::sides::Sides;
use serde_json::{Value, json};
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::perft::{Observer, ProgressUpdate};

/// The greatest depth of a count, in plies.
pub(super) const MAX_DEPTH: u32 = 12;
/// The most moves of a request.
const MAX_MOVES: usize = 1000;

/// Ends a count when the page no longer waits for it.
pub(super) struct Until<'s>(pub &'s (dyn Fn() -> bool + Sync));

impl Observer<ProgressUpdate> for Until<'_> {
    fn is_stopped(&self) -> bool {
        (self.0)()
    }
}

/// The counts below these moves: one ply less than `depth` after each. `side` is the number of a named backend; without it, the rules
/// count.
pub(super) fn count(
    at: &At,
    depth: u32,
    moves: &[String],
    side: Option<usize>,
    sides: &mut Sides,
    until: &Until<'_>,
) -> Result<Value, Refusal> {
    if !(1..=MAX_DEPTH).contains(&depth) || moves.len() > MAX_MOVES {
        return Err(Refusal::new(format!(
            "expected a depth from 1 to {MAX_DEPTH} and at most {MAX_MOVES} moves"
        )));
    }
    if side.is_some_and(|side| side >= sides.len()) {
        return Err(Refusal::new(format!("expected the number of a backend, below {}", sides.len())));
    }
    let question = |view: &mut dyn VariantBackend| below(view, at.path(), depth, moves, until);
    let counts = match side {
        Some(side) => sides.ask(side, at, question)?,
        None => match sides.counter(at) {
            Some(mut counter) => counter.of(at.variant).and_then(question)?,
            None => sides.believe(at, question)?,
        },
    };
    Ok(json!({ "counts": counts }))
}

/// The count below each move, as text: it may have more digits than a number of a page.
fn below(
    view: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    depth: u32,
    moves: &[String],
    until: &Until<'_>,
) -> Result<Vec<String>, BackendError> {
    let count = |text: &String| {
        let moves = path.moves_with(text);
        let path = PositionPath { moves: &moves, ..path };
        Ok(view.perft_until_stopped(path, depth - 1, until)?.to_string())
    };
    moves.iter().map(count).collect()
}
