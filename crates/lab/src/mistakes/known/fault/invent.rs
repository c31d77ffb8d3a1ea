//! Faults that invent moves.

use super::{Direction, MoveChange, along};
use crate::mistakes::known::{Class, PositionContext, seen_by};
use vperft::inner::game::board::{Square, Step, between};
use vperft::inner::game::notation;
use vperft::inner::game::notation::Move;
use vperft::inner::game::variant::{Piece, Variant};

/// Mirrors the moves of a class. A mirrored capture needs an enemy on its end square, any other move an empty
/// square.
pub(super) fn mirrored(context: &PositionContext, class: u32) -> Vec<MoveChange> {
    let position = &context.position;
    let mut changes = Vec::new();
    for legal in context.moves.iter().filter(|legal| legal.class == class) {
        let Some(to) = legal.mv.to else { continue };
        let step = between(legal.mv.from, to);
        let Some(other) = position.shape.step(legal.mv.from, Step::new(-step.files, step.ranks)) else {
            continue;
        };
        let fits = if position.is_of(!legal.mv.piece.color, to) {
            position.is_of(!legal.mv.piece.color, other)
        } else {
            position.is_empty(other)
        };
        if fits {
            add(context, legal.mv.piece, legal.mv.from, other, &mut changes);
        }
    }
    changes
}

/// Moves one step beyond the farthest plain moves.
pub(super) fn longer(
    context: &PositionContext,
    dir: Direction,
    farthest: i8,
    classes: &[Class],
) -> Vec<MoveChange> {
    let mut changes = Vec::new();
    for (index, length) in along(context, dir, classes) {
        let mv = &context.moves[index].mv;
        let Some(to) = mv.to.filter(|_| length == farthest && is_plain(mv)) else { continue };
        if context.position.piece(to).is_none() {
            beyond(context, mv, to, dir, &mut changes);
        }
    }
    changes
}

/// Moves one step beyond the piece that stops a plain move.
pub(super) fn through(
    context: &PositionContext,
    dir: Direction,
    own: bool,
    classes: &[Class],
) -> Vec<MoveChange> {
    let position = &context.position;
    let mut changes = Vec::new();
    for (index, _) in along(context, dir, classes) {
        let mv = &context.moves[index].mv;
        let Some(to) = mv.to.filter(|_| is_plain(mv)) else { continue };
        let step = seen_by(mv.piece.color, dir.step);
        let blocker = if own {
            position.shape.step(to, step).filter(|&next| position.is_of(mv.piece.color, next))
        } else {
            Some(to).filter(|&to| position.is_of(!mv.piece.color, to))
        };
        if let Some(blocker) = blocker {
            beyond(context, mv, blocker, dir, &mut changes);
        }
    }
    changes
}

/// Moves across the left or right edge that reappear on the other side, one rank higher or lower. This
/// happens to boards that number squares and do not check the edge.
pub(super) fn wrapped(context: &PositionContext, dir: Direction) -> Vec<MoveChange> {
    let position = &context.position;
    let (files, ranks) = (i16::from(position.shape.files()), i16::from(position.shape.ranks()));
    let mut changes = Vec::new();
    let color = position.turn;
    let step = seen_by(color, dir.step);
    let Some(piece) = dir.piece_of(position.variant, color) else { return changes };
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
            add(context, piece, from, to, &mut changes);
        }
    }
    changes
}

/// Whether a move does nothing but move and capture on its end square.
fn is_plain(mv: &Move) -> bool {
    mv.travel.is_none() && mv.placing.is_none() && mv.removals.is_empty()
}

/// Adds the move to one step beyond a square.
fn beyond(
    context: &PositionContext,
    mv: &Move,
    square: Square,
    dir: Direction,
    changes: &mut Vec<MoveChange>,
) {
    let position = &context.position;
    let Some(to) = position.shape.step(square, seen_by(mv.piece.color, dir.step)) else { return };
    if position.is_empty(to) || position.is_of(!mv.piece.color, to) {
        add(context, mv.piece, mv.from, to, changes);
    }
}

/// Adds a move, unless it is legal.
fn add(context: &PositionContext, piece: Piece, from: Square, to: Square, changes: &mut Vec<MoveChange>) {
    let table = Variant::get(context.position.variant);
    let text = notation::text(table, &Move::new(piece, from, to));
    if context.is_legal(&text) {
        return;
    }
    let change = MoveChange::Extra(text);
    if !changes.contains(&change) {
        changes.push(change);
    }
}
