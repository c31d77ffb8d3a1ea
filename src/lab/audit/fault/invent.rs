//! Moves that no rule allows.

use super::{Change, Way, along};
use crate::game::board::{Square, Step};
use crate::game::notation;
use crate::game::notation::Move;
use crate::game::variant::{Piece, Variant};
use crate::lab::audit::class::{Class, between, seen_by};
use crate::lab::audit::scene::Scene;

/// The same moves to the other side: where the originals capture, onto an enemy, else onto an empty square.
pub(super) fn mirrored(scene: &Scene, class: u32) -> Vec<Change> {
    let position = &scene.position;
    let mut changes = Vec::new();
    for seen in scene.moves.iter().filter(|seen| seen.class == class) {
        let Some(to) = seen.mv.to else { continue };
        let step = between(seen.mv.from, to);
        let Some(other) = position.shape.step(seen.mv.from, Step::new(-step.files, step.ranks)) else {
            continue;
        };
        let fits = if position.is_of(!seen.mv.piece.color, to) {
            position.is_of(!seen.mv.piece.color, other)
        } else {
            position.is_empty(other)
        };
        if fits {
            add(scene, seen.mv.piece, seen.mv.from, other, &mut changes);
        }
    }
    changes
}

/// One step beyond the farthest plain moves.
pub(super) fn longer(scene: &Scene, way: Way, farthest: i8, classes: &[Class]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (index, length) in along(scene, way, classes) {
        let mv = &scene.moves[index].mv;
        let Some(to) = mv.to.filter(|_| length == farthest && is_plain(mv)) else { continue };
        if scene.position.piece(to).is_none() {
            beyond(scene, mv, to, way, &mut changes);
        }
    }
    changes
}

/// One step beyond the piece that stops a piece.
pub(super) fn through(scene: &Scene, way: Way, own: bool, classes: &[Class]) -> Vec<Change> {
    let position = &scene.position;
    let mut changes = Vec::new();
    for (index, _) in along(scene, way, classes) {
        let mv = &scene.moves[index].mv;
        let Some(to) = mv.to.filter(|_| is_plain(mv)) else { continue };
        let step = seen_by(mv.piece.color, way.step);
        let blocker = if own {
            position.shape.step(to, step).filter(|&next| position.is_of(mv.piece.color, next))
        } else {
            Some(to).filter(|&to| position.is_of(!mv.piece.color, to))
        };
        if let Some(blocker) = blocker {
            beyond(scene, mv, blocker, way, &mut changes);
        }
    }
    changes
}

/// A step over the left or right edge, as it happens where squares are numbers and nobody looks at the edge: the end
/// is on the other side, a rank further up or down.
pub(super) fn wrapped(scene: &Scene, way: Way) -> Vec<Change> {
    let position = &scene.position;
    let (files, ranks) = (i16::from(position.shape.files()), i16::from(position.shape.ranks()));
    let mut changes = Vec::new();
    let color = position.turn;
    let step = seen_by(color, way.step);
    let Some(piece) = way.piece_of(position.variant, color) else { return changes };
    for from in position.squares_of(piece) {
        let file = i16::from(from.file()) + i16::from(step.files);
        if (0..files).contains(&file) {
            continue;
        }
        let number = (i16::from(from.rank()) + i16::from(step.ranks)) * files + file;
        if !(0..files * ranks).contains(&number) {
            continue;
        }
        let to = Square::new((number % files) as u8, (number / files) as u8);
        if position.is_empty(to) || position.is_of(!color, to) {
            add(scene, piece, from, to, &mut changes);
        }
    }
    changes
}

/// Whether a move does nothing but go somewhere and capture there.
fn is_plain(mv: &Move) -> bool {
    mv.travel.is_none() && mv.placing.is_none() && mv.removals.is_empty()
}

/// The move one step beyond a square.
fn beyond(scene: &Scene, mv: &Move, square: Square, way: Way, changes: &mut Vec<Change>) {
    let position = &scene.position;
    let Some(to) = position.shape.step(square, seen_by(mv.piece.color, way.step)) else { return };
    if position.is_empty(to) || position.is_of(!mv.piece.color, to) {
        add(scene, mv.piece, mv.from, to, changes);
    }
}

/// Adds a move unless it is legal.
fn add(scene: &Scene, piece: Piece, from: Square, to: Square, changes: &mut Vec<Change>) {
    let table = Variant::get(scene.position.variant);
    let text = notation::text(table, &Move::new(piece, from, to));
    if scene.is_legal(&text) {
        return;
    }
    let change = Change::Extra(text);
    if !changes.contains(&change) {
        changes.push(change);
    }
}
