//! The status of a game against its list of moves.

use super::{Relation, RelationResult, line, moves};
use crate::backend::{BackendError, PositionPath, VariantBackend};
use crate::game::rules::Status;
use crate::game::variant::{Outcome, Variant};

/// Checks the position and all its children.
pub(super) fn hold(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> RelationResult {
    let list = moves(view, path)?;
    if let Some(broken) = agrees(view, path, &list)? {
        return Ok(Some(broken));
    }
    for text in &list {
        let child = line(path, &[text]);
        let child = PositionPath { moves: &child, ..path };
        let below = moves(view, child)?;
        if let Some(broken) = agrees(view, child, &below)? {
            return Ok(Some(broken));
        }
    }
    Ok(None)
}

/// Whether a side may lose by repeating a position.
fn repetition_loses(table: &Variant) -> bool {
    let rule = table.results.counted_repetition(&table.statuses);
    rule.is_some_and(|rule| rule.result == Outcome::Lost)
}

/// Checks that the status exists in the variant and agrees with the list of moves.
fn agrees(
    view: &mut dyn VariantBackend,
    path: PositionPath<'_>,
    list: &[String],
) -> Result<Option<super::Broken>, BackendError> {
    let status = view.status(path)?;
    let at = match path.moves.last() {
        Some(_) => format!("at {} after {}", path.vfen, path.moves.join(" | ")),
        None => format!("at {}", path.vfen),
    };
    let rows = |list: &[String]| vec![("status", vec![status.to_string()]), ("moves", list.to_vec())];
    let table = Variant::get(view.variant());
    if status != Status::Ongoing && !table.statuses.contains(&status) {
        let what = format!("a status that {} does not have, {at}", table.title);
        return Ok(Some(Relation::Status.broken(what, rows(&[]))));
    }
    let mut is_decided = status.is_on_board();
    if is_decided && !list.is_empty() && !path.moves.is_empty() && repetition_loses(table) {
        // The moves before it may have decided the game.
        let vfen = path.canonical(view)?;
        is_decided = view.status(vfen.as_str().into())?.is_on_board();
    }
    if is_decided == list.is_empty() {
        return Ok(None);
    }
    let what = match is_decided {
        true => format!("the game is decided, and there are moves, {at}"),
        false => format!("there is no move, and the game is not decided, {at}"),
    };
    Ok(Some(Relation::Status.broken(what, rows(list))))
}
