//! The differences at a single position, without a search.

use super::super::descend::{Cause, Detail, Kind, Side};
use super::target::{Observation, Sides, Target};
use crate::differences::search::SearchObserver;
use std::collections::BTreeSet;
use vperft::inner::backend::{BackendError, PositionPath};
use vperft::inner::game::rules::Status;
use vperft::inner::game::variant::VariantId;

/// The distinct differences at a position, at most `most`: the moves, or else the status and the positions after moves.
///
/// # Errors
/// If the trusted side fails, or if the tested side refuses the position or supports none of the questions, so that
/// nothing could be compared.
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
            // A side that does not list moves may still support `after`.
            Err(BackendError::Unsupported(_)) if b.after(path).is_ok() => {}
            answer => drop(answer?),
        }
    }
    Ok(found)
}

/// Asks both sides again about a difference: about the moves, the status, or the same move. Returns the difference with
/// its kind, or `None` if they agree.
pub(crate) fn confirm(
    variant: VariantId,
    path: PositionPath<'_>,
    detail: &Detail,
    a: &mut Side<'_>,
    b: &mut Side<'_>,
    observer: &SearchObserver<'_>,
) -> Option<(Kind, Detail)> {
    let mut target = Target::new(variant, Kind::Unknown, detail);
    target.is_strict = true;
    match target.observe(&mut Sides { a, b, observer }, path, detail) {
        Observation::Other(kind, detail) => Some((kind, detail)),
        _ => None,
    }
}
