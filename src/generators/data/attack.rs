//! Attacks: whether a piece can be captured, found by walking from every attacker.

use super::compile::Tables;
use super::sink::CaptureOn;
use super::walk::Walker;
use crate::game::board::{Square, SquareSet};
use crate::game::position::Position;
use crate::game::variant::{Color, Obeys, Piece, Rulebook};

/// Whether the other side could pseudo-legally capture the piece of `color` on the square.
pub(super) fn is_capturable(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
    square: Square,
) -> bool {
    attack(tables, book, position, color, square).is_none()
}

/// The squares on which it depends that the other side cannot pseudo-legally capture the piece of `color` on the square. `None` if it can.
fn attack(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
    square: Square,
) -> Option<SquareSet> {
    let altered = tables.altered.as_ref().map(|alteration| (alteration, position));
    let mut sink = CaptureOn { square, altered, found: false, seen: SquareSet::EMPTY.with(square) };
    for (from, kind) in position.pieces(!color) {
        let piece = Piece::new(!color, kind);
        if tables.kind(piece).reach[usize::from(from.index())].contains(square) {
            Walker { tables, position, piece, from, book, sink: &mut sink }.walk_all();
            if sink.found {
                return None;
            }
        }
    }
    Some(sink.seen)
}

/// The squares on which it depends that the only royal piece of a side cannot be captured. `None` if it can be, if there is not one, or if
/// more than the content of squares decides.
pub(super) fn shelter(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
) -> Option<SquareSet> {
    let mut all = royals(tables, position, color);
    match (all.next(), all.next()) {
        (Some(royal), None) if tables.is_local() => attack(tables, book, position, color, royal),
        _ => None,
    }
}

/// The squares of the royal pieces of a side.
pub(super) fn royals<'a>(
    tables: &'a Tables,
    position: &'a Position,
    color: Color,
) -> impl Iterator<Item = Square> + 'a {
    let pieces = position.pieces(color);
    pieces
        .filter(move |(_, kind)| is_royal(tables, position, Piece::new(color, *kind)))
        .map(|(square, _)| square)
}

/// Whether such a piece is royal in a position.
#[inline]
pub(super) fn is_royal(tables: &Tables, position: &Position, piece: Piece) -> bool {
    let kind = tables.kind(piece);
    kind.royal && (kind.royal_up_to == usize::MAX || position.count(piece) <= kind.royal_up_to)
}

/// Whether a side obeys check in a position.
pub(super) fn obeys_check(tables: &Tables, position: &Position, color: Color) -> bool {
    tables.variant.has_check
        && match tables.variant.royalty.check {
            Obeys::Always => true,
            Obeys::Last => royals(tables, position, color).nth(1).is_none(),
        }
}

/// Whether a side obeys check and a royal piece of it can be captured. Returns that square.
pub(super) fn checked_royal(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    color: Color,
) -> Option<Square> {
    let mut all = royals(tables, position, color);
    if !obeys_check(tables, position, color) {
        return None;
    }
    all.find(|&square| is_capturable(tables, book, position, color, square))
}
