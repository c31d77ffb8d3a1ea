//! What differs at one position, without walking anywhere.

use super::super::descend::{Asked, Cause, Detail, Kind, Onlooker};
use super::target::{Look, Sides, Target};
use crate::backend::{BackendError, Place};
use crate::rules::Status;
use crate::variant::VariantId;
use std::collections::BTreeSet;

/// The differences at a place itself, each distinct one once, and no more than so many: other moves, or else another status, and
/// moves that lead elsewhere.
///
/// # Errors
/// If the side that is believed gives no answer.
pub fn differences(
    variant: VariantId,
    place: Place<'_>,
    most: usize,
    a: &mut Asked<'_>,
    b: &mut Asked<'_>,
    onlooker: &dyn Onlooker,
) -> Result<Vec<Cause>, BackendError> {
    let vfen = a.after(place)?;
    let moves = a.moves(place)?;
    let none = String::new;
    let lists = Detail::Moves { missing: vec![], extra: vec![], duplicate: vec![] };
    let status = Detail::Status { a: Status::Ongoing, b: Status::Ongoing };
    let children = moves.iter().map(|text| Detail::Child { text: text.clone(), a: none(), b: none() });
    let mut found: Vec<Cause> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut sides = Sides { a, b, onlooker };
    for detail in [lists, status].into_iter().chain(children) {
        let differs_in_moves = found.iter().any(|cause| matches!(cause.detail, Detail::Moves { .. }));
        if found.len() >= most || onlooker.is_stopped() || differs_in_moves {
            break;
        }
        let mut target = Target::new(variant, Kind::Unknown, &detail);
        target.is_strict = true;
        if let Look::Other(kind, detail) = target.look(&mut sides, place, &detail)
            && seen.insert((kind, detail.gist()))
        {
            found.push(Cause { kind, detail, vfen: vfen.clone(), path: Vec::new() });
        }
    }
    Ok(found)
}
