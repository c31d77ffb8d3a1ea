//! What differs at one position, without walking anywhere.

use super::super::descend::{Cause, Detail, Kind, SearchObserver, Side};
use super::target::{Look, Sides, Target};
use crate::backend::{BackendError, PositionPath};
use crate::game::rules::Status;
use crate::game::variant::VariantId;
use std::collections::BTreeSet;

/// The differences at a place itself, each distinct one once, and no more than so many: other moves, or else another status, and
/// moves that lead elsewhere.
///
/// # Errors
/// If the side that is believed gives no answer, or the other refuses the position or knows none of the questions: then nothing is
/// known of whether they differ.
pub fn differences(
    variant: VariantId,
    path: PositionPath<'_>,
    most: usize,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
    observer: &SearchObserver<'_>,
) -> Result<Vec<Cause>, BackendError> {
    let vfen = a.after(path)?;
    let moves = a.moves(path)?;
    let none = String::new;
    let lists = Detail::Moves { missing: vec![], extra: vec![], duplicate: vec![] };
    let status = Detail::Status { a: Status::Ongoing, b: Status::Ongoing };
    let children = moves.iter().map(|text| Detail::Child { text: text.clone(), a: none(), b: none() });
    let mut found: Vec<Cause> = Vec::new();
    let mut seen = BTreeSet::new();
    for detail in [lists, status].into_iter().chain(children) {
        let differs_in_moves = found.iter().any(|cause| matches!(cause.detail, Detail::Moves { .. }));
        if found.len() >= most || observer.is_stopped() || differs_in_moves {
            break;
        }
        if let Some((kind, detail)) = confirm(variant, path, &detail, a, b, observer)
            && seen.insert((kind, detail.gist()))
        {
            found.push(Cause { kind, detail, vfen: vfen.clone(), path: Vec::new() });
        }
    }
    if found.is_empty() && !observer.is_stopped() {
        match b.moves(path) {
            // One that lists no moves may tell where they lead.
            Err(BackendError::Unsupported(_)) if b.after(path).is_ok() => {}
            answer => drop(answer?),
        }
    }
    Ok(found)
}

/// A difference with its kind, told by asking in all ways, if it shows when both sides are asked again about such a thing: for other
/// moves about the moves, for where a move leads about that move. None if they agree on it.
pub(in crate::lab) fn confirm(
    variant: VariantId,
    path: PositionPath<'_>,
    detail: &Detail,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
    observer: &SearchObserver<'_>,
) -> Option<(Kind, Detail)> {
    let mut target = Target::new(variant, Kind::Unknown, detail);
    target.is_strict = true;
    match target.look(&mut Sides { a, b, observer }, path, detail) {
        Look::Other(kind, detail) => Some((kind, detail)),
        _ => None,
    }
}
