//! Plays moves: the position after one, with everything that follows from it.

use super::attack::Shelter;
use super::compile::Tables;
use super::sink::DataMove;
use crate::game::board::{Square, SquareSet};
use crate::game::notation::Move;
use crate::game::position::{MAX_COUNTER, Position, drop_unusable};
use crate::game::variant::{Clause, Color, Piece, RuleName, Rulebook};

/// The position after a pseudo-legal move.
pub(super) fn child(tables: &Tables, book: &impl Rulebook, parent: &Position, mv: &DataMove) -> Position {
    let DataMove { mv, passed } = mv;
    let mut child = parent.clone();
    child.take(mv.from);
    mv.removals.into_iter().for_each(|square| {
        child.take(square);
    });
    if let Some(travel) = mv.travel {
        child.take(travel.from);
    }
    if let Some(to) = mv.to {
        child.take(to);
        child.put(to, mv.piece);
    }
    if let Some(travel) = mv.travel {
        child.put(travel.to, travel.piece);
    }
    if let Some((square, piece)) = mv.placing {
        child.take(square);
        child.put(square, piece);
    }
    child.en_passant = *passed;
    child.ban = None;
    child.turn = !parent.turn;
    let resets = tables.variant.is_pawn(mv.piece.kind) || is_capture(parent, mv);
    let is_reset = resets && book.applies(Clause::GEN_CLOCK);
    child.halfmove = if is_reset { 0 } else { (child.halfmove + 1).min(MAX_COUNTER) };
    if parent.turn == Color::Black {
        child.fullmove = (child.fullmove + 1).min(MAX_COUNTER);
    }
    if child.unmoved != parent.unmoved {
        drop_unusable(&mut child, tables.variant);
    }
    if tables.ban.is_some_and(|clause| book.applies(clause)) {
        child.ban = banned(tables, parent, mv);
    }
    close(tables, book, &mut child);
    succeed(tables, book, &mut child);
    child
}

/// Whether a move may change what is on one of these squares, or which pieces of its side are royal, or the enemies but for captures.
#[inline]
pub(super) fn reaches(tables: &Tables, parent: &Position, mv: &DataMove, squares: &SquareSet) -> bool {
    let DataMove { mv, passed } = mv;
    let has = |square: Option<Square>| square.is_some_and(|square| squares.contains(square));
    let becomes = |(square, piece): (Square, Piece)| {
        squares.contains(square) || piece.color != mv.piece.color || tables.kind(piece).royal
    };
    squares.contains(mv.from)
        || has(mv.to)
        || has(*passed)
        || has(parent.en_passant)
        || mv.placing.is_some_and(becomes)
        || mv.travel.is_some_and(|travel| squares.contains(travel.from) || squares.contains(travel.to))
        || mv.removals.into_iter().any(|square| squares.contains(square))
}

/// Whether a move may make the royal piece of its side capturable, which has this shelter.
#[inline]
pub(super) fn may_expose(tables: &Tables, parent: &Position, mv: &DataMove, shelter: &Shelter) -> bool {
    let others = mv.mv.travel.map_or(mv.mv.removals, |travel| mv.mv.removals.with(travel.from));
    let left = others.with(mv.mv.from);
    !(left & shelter.held()).is_empty()
        || !others.is_empty() && !(left & shelter.screens).is_empty()
        || reaches(tables, parent, mv, &shelter.unchanged)
}

/// Whether the mover exchanges places with another piece.
fn is_exchange(mv: &Move) -> bool {
    mv.to != Some(mv.from) && mv.placing.is_some_and(|(square, _)| square == mv.from)
}

/// Whether the move takes an enemy off the board (GEN-CLOCK).
pub(super) fn is_capture(parent: &Position, mv: &Move) -> bool {
    let is_enemy = |square: Square| parent.is_of(!mv.piece.color, square);
    mv.removals.into_iter().any(is_enemy) || !is_exchange(mv) && mv.to.is_some_and(is_enemy)
}

/// The exchange that the next move may not take back.
fn banned(tables: &Tables, parent: &Position, mv: &Move) -> Option<(Square, Square)> {
    let ban = tables.variant.ban.as_ref()?;
    let to = mv.to.filter(|_| is_exchange(mv))?;
    let partner = parent.piece(to).filter(|partner| partner.color != mv.piece.color)?;
    let are = |one: Piece, other: Piece| one.kind == ban.of && ban.with.contains(&other.kind);
    let is_kept = are(mv.piece, partner) || are(partner, mv.piece);
    is_kept.then(|| (mv.from.min(to), mv.from.max(to)))
}

/// Closes the squares that close once they are empty.
fn close(tables: &Tables, book: &impl Rulebook, child: &mut Position) {
    for &square in tables.variant.closing_squares() {
        if child.is_empty(square) && tables.closing.is_none_or(|clause| book.applies(clause)) {
            child.closed.insert(square);
        }
    }
}

/// Lets a piece of the side that may have lost another become that one.
fn succeed(tables: &Tables, book: &impl Rulebook, child: &mut Position) {
    let color = child.turn;
    for entry in &tables.variant.pieces {
        let Some(senior) = entry.succeeds else { continue };
        let has_senior = child.squares_of(Piece::new(color, senior)).next().is_some();
        let heir = child.squares_of(Piece::new(color, entry.kind)).next();
        if let (false, Some(square)) = (has_senior, heir)
            && tables.applies(book, RuleName::Succession)
        {
            child.put(square, Piece::new(color, senior));
        }
    }
}
