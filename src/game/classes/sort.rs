//! Sorts moves into classes.

use super::{ClassError, ClassSet, LeafClass};
use crate::game::board::{Shape, Square, between, queen_line};
use crate::game::notation::{Entry, Move};
use crate::game::position::Position;
use crate::game::variant::{Color, Piece, Status, Variant};

/// The move of a canonical text, legal or not.
///
/// # Errors
/// If the text is not that of a move on a board of this shape.
pub fn read_move(variant: &Variant, shape: Shape, text: &str) -> Result<Move, ClassError> {
    let entry = Entry::parse(variant, text).map_err(|error| ClassError::new(text, &error))?;
    entry.to_move(variant, shape).ok_or_else(|| ClassError::new(text, &"expected a canonical text"))
}

/// The classes that the position and the move decide.
#[must_use]
pub fn of_move(variant: &Variant, position: &Position, mv: &Move) -> ClassSet {
    let mut classes = ClassSet::EMPTY;
    let mut taken = 0;
    for square in mv.removals {
        if position.is_of(!mv.piece.color, square) {
            taken += 1;
            classes.extend(mv.to.map(|to| capture(position, mv, to, square)));
        }
    }
    if let Some(to) = mv.to {
        let target = position.piece(to).filter(|_| to != mv.from);
        let partner = target.filter(|_| mv.placing.is_some_and(|(square, _)| square == mv.from));
        let is_enemy = |piece: Piece| piece.color != mv.piece.color;
        match (target, partner) {
            (_, Some(partner)) if is_enemy(partner) => classes.insert(LeafClass::Swap),
            (_, Some(_)) => classes.insert(LeafClass::Exchange),
            (Some(target), None) if is_enemy(target) => {
                taken += 1;
                classes.insert(LeafClass::EndSquare);
            }
            _ if taken == 0 && mv.placing.is_none() && mv.travel.is_none() && is_sent(position, mv, to) => {
                classes.insert(LeafClass::Relocation);
            }
            _ => {}
        }
        if mv.placing.is_some_and(|(_, placed)| partner.is_none_or(|partner| partner != placed)) {
            classes.insert(LeafClass::Promotion);
        }
        if mv.travel.is_some() && variant.castling.is_some() {
            classes.insert(LeafClass::Castle);
        }
    } else {
        classes.insert(if taken == 0 { LeafClass::Departure } else { LeafClass::MutualDestruction });
    }
    if taken > 0 {
        classes.insert(LeafClass::Capture);
    }
    if taken > 1 {
        classes.insert(LeafClass::Multiple);
    }
    classes
}

/// How a move that ends on `to` captures the piece on another square.
#[doc(hidden)]
pub fn capture(position: &Position, mv: &Move, to: Square, square: Square) -> LeafClass {
    let step = between(mv.from, square);
    let is_near = step.files.abs().max(step.ranks.abs()) == 1;
    let passing = Variant::get(position.variant).en_passant.as_ref();
    if position.en_passant == Some(to) && passing.is_some_and(|passing| passing.piece == mv.piece.kind) {
        return LeafClass::EnPassant;
    }
    match (queen_line(between(mv.from, to)), queen_line(step)) {
        (Some((unit, 2)), Some((way, 1))) if way == unit => LeafClass::Over,
        (Some((unit, length)), Some((way, far))) if way == unit && far < length => LeafClass::Swept,
        (Some((unit, length)), Some((way, far))) if way == unit && far == length + 1 => LeafClass::Beyond,
        (Some((unit, _)), _) if step == -unit => LeafClass::Behind,
        _ if is_near => LeafClass::Beside,
        _ => LeafClass::AtDistance,
    }
}

/// Whether a friend that sends pieces away is the first piece behind the mover, which goes straight away from it. A move that the piece
/// could also make by itself counts.
#[doc(hidden)]
pub fn is_sent(position: &Position, mv: &Move, to: Square) -> bool {
    let variant = Variant::get(position.variant);
    if !LeafClass::Relocation.is_in(variant) {
        return false;
    }
    let Some((unit, _)) = queen_line(between(mv.from, to)) else { return false };
    let mut behind = (1..).map_while(|far| position.shape.step(mv.from, (-unit).times(far)));
    let first = behind.find_map(|square| position.piece(square));
    first.is_some_and(|piece| {
        piece.color == mv.piece.color && variant.entry(piece.kind).is_some_and(|entry| entry.relocates)
    })
}

/// Whether [`of_child`] can find a class in this variant.
#[must_use]
pub fn reads_children(variant: &Variant) -> bool {
    [LeafClass::Closing, LeafClass::Succession, LeafClass::Ban].into_iter().any(|class| class.is_in(variant))
}

/// The classes that the position before a move and the one after it decide: automatic consequences, which the move does not name.
#[must_use]
pub fn of_child(variant: &Variant, before: &Position, after: &Position) -> ClassSet {
    let mut classes = ClassSet::EMPTY;
    if after.closed != before.closed {
        classes.insert(LeafClass::Closing);
    }
    if after.ban.is_some() {
        classes.insert(LeafClass::Ban);
    }
    for entry in &variant.pieces {
        let Some(lost) = entry.succeeds else { continue };
        let succeeds = |color: Color| {
            let mut heirs = before.squares_of(Piece::new(color, entry.kind));
            heirs.any(|square| after.piece(square) == Some(Piece::new(color, lost)))
        };
        if Color::BOTH.into_iter().any(succeeds) {
            classes.insert(LeafClass::Succession);
        }
    }
    classes
}

/// The classes of a position after a move: its status, and whether it is check.
#[must_use]
pub fn of_end(status: Status, is_check: bool) -> ClassSet {
    LeafClass::of_status(status).into_iter().chain(is_check.then_some(LeafClass::Check)).collect()
}
