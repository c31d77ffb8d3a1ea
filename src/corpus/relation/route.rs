//! Compares a position reached by moves with its VFEN.

use super::{Broken, Relation, RelationResult, difference, known, line, moves, spread};
use crate::backend::{BackendError, PositionPath, VariantBackend};

/// The number of moves from which routes start.
const ROUTES: usize = 8;

/// Checks routes of one and two plies.
pub(super) fn hold(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> RelationResult {
    let list = moves(view, path)?;
    if !path.moves.is_empty()
        && let Some(broken) = same(view, path)?
    {
        return Ok(Some(broken));
    }
    for text in spread(&list, ROUTES) {
        let first = line(path, &[text]);
        let first = PositionPath { moves: &first, ..path };
        if let Some(broken) = same(view, first)? {
            return Ok(Some(broken));
        }
        let replies = moves(view, first)?;
        // Varies the reply, because the first one is always a move of the same piece.
        let Some(reply) = replies.get((text.len() + list.len()) % replies.len().max(1)) else { continue };
        let second = line(first, &[reply]);
        if let Some(broken) = same(view, PositionPath { moves: &second, ..path })? {
            return Ok(Some(broken));
        }
    }
    Ok(None)
}

/// Compares the answers at the end of a path with those about its VFEN.
fn same(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> Result<Option<Broken>, BackendError> {
    let vfen = view.after(path)?;
    let what = |about: &str| format!("{about} after {}, and at {vfen}", path.moves.join(" | "));
    let played = moves(view, path)?;
    let given = match moves(view, (&vfen).into()) {
        // The backend itself printed that position.
        Err(error) if error.refuses_position() => {
            let rows = vec![("by moves", vec![vfen.clone()]), ("as a VFEN", vec![error.to_string()])];
            return Ok(Some(Relation::Route.broken(what("the position"), rows)));
        }
        given => given?,
    };
    let (by_moves, as_text) = difference(&played, &given);
    if !(by_moves.is_empty() && as_text.is_empty()) {
        let rows = vec![("by moves", by_moves), ("as a VFEN", as_text)];
        return Ok(Some(Relation::Route.broken(what("the moves"), rows)));
    }
    if let Some(text) = spread(&played, 3).last() {
        let on = line(path, &[text]);
        let children = [
            view.after(PositionPath { moves: &on, ..path })?,
            view.after(PositionPath { vfen: &vfen, moves: std::slice::from_ref(text) })?,
        ];
        if children[0] != children[1] {
            let [by_moves, as_text] = children.map(|child| vec![child]);
            let rows = vec![("by moves", by_moves), ("as a VFEN", as_text)];
            return Ok(Some(Relation::Route.broken(what(&format!("where {text} leads")), rows)));
        }
    }
    // On a longer path the position may be a repetition.
    if path.moves.len() > 2 {
        return Ok(None);
    }
    let Some(played) = known(view.status(path))? else { return Ok(None) };
    let given = view.status((&vfen).into())?;
    let rows = vec![("by moves", vec![played.to_string()]), ("as a VFEN", vec![given.to_string()])];
    Ok((played != given).then(|| Relation::Route.broken(what("the status"), rows)))
}
