//! A position with and without a right.

use super::text::Text;
use super::{Relation, RelationResult, difference, moves};
use crate::backend::{PositionPath, VariantBackend};
use crate::game::variant::Variant;

/// A position with something removed.
pub(super) struct Changed {
    vfen: String,
    /// A description of what was removed.
    lacks: String,
    /// Whether a ban was removed, which may add moves.
    is_wider: bool,
}

/// The position without each right of the side to move, without all of them, without the en passant square, and without the ban.
/// The rights of the other side stay, because they can make a move illegal.
pub(super) fn changed(text: &Text<'_>) -> Vec<Changed> {
    let narrower = |vfen, lacks| Changed { vfen, lacks, is_wider: false };
    let name = |square| text.variant.labels.square(square);
    let (own, others) = text.rights();
    let mut changed = Vec::new();
    for gone in &own {
        let kept = own.iter().filter(|square| *square != gone).chain(&others).copied().collect();
        changed.push(narrower(text.with_rights(kept), format!("the right of {}", name(*gone))));
    }
    if own.len() > 1 {
        changed.push(narrower(text.with_rights(others), "all rights of the side to move".to_owned()));
    }
    if let Some(square) = text.field(3).filter(|field| *field != "-") {
        changed.push(narrower(text.with_field(3, "-"), format!("the en passant square {square}")));
    }
    if let Some(ban) = text.field(6) {
        changed.push(Changed {
            vfen: text.without_last(),
            lacks: format!("the field {ban}"),
            is_wider: true,
        });
    }
    changed
}

/// Compares the moves.
pub(super) fn hold(view: &mut dyn VariantBackend, path: PositionPath<'_>) -> RelationResult {
    let vfen = path.canonical(view)?;
    let Some(text) = Text::parse(Variant::get(view.variant()), &vfen) else { return Ok(None) };
    let list = moves(view, (&vfen).into())?;
    for Changed { vfen, lacks, is_wider } in changed(&text) {
        let fewer = match moves(view, (&vfen).into()) {
            // The squares that `*` means depend on the reading.
            Err(error) if error.refuses_position() => continue,
            fewer => fewer?,
        };
        let (gone, new) = difference(&list, &fewer);
        let wrong = if is_wider { gone } else { new };
        if !wrong.is_empty() {
            let (name, what) = if is_wider {
                ("only with", format!("the moves with {lacks}, which are illegal without it, at {vfen}"))
            } else {
                ("without", format!("the moves without {lacks}, at {vfen}, which are illegal with it"))
            };
            return Ok(Some(Relation::Rights.broken(what, vec![(name, wrong)])));
        }
    }
    Ok(None)
}
