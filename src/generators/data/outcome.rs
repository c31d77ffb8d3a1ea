//! The ends of games.

use super::attack::{checked_royal, obeys_check};
use super::compile::Tables;
use super::goals;
use crate::game::position::Position;
use crate::game::variant::{Clause, Color, Dead, Outcome, Piece, Repetition, RuleName, Rulebook, Status};

/// Whether a side has lost all the royal pieces with which it began.
fn is_without_royals(tables: &Tables, position: &Position, color: Color) -> bool {
    let mut pieces = position.pieces(color);
    tables.has_royals[color as usize] && !pieces.any(|(_, kind)| tables.kind(Piece::new(color, kind)).royal)
}

/// The status of a game that is decided on the board, as the side to move sees it (GEN-OVER). `children` are the positions after the legal
/// moves, as if the game went on.
pub(super) fn over(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    children: impl Fn() -> Vec<Position>,
) -> Option<Status> {
    let applies = |rule| tables.applies(book, rule);
    let lost = |color| is_without_royals(tables, position, color) && applies(RuleName::Over);
    if lost(position.turn) {
        return Some(Status::Lost);
    }
    if lost(!position.turn) {
        return Some(Status::Won);
    }
    goals::extinct(tables, position)
        .filter(|_| applies(RuleName::Extinction))
        .or_else(|| goals::reached(tables, book, position, children).filter(|_| applies(RuleName::Goal)))
}

/// The status, given how the game is decided on the board, whether a legal move exists and how often the position has occurred.
pub(super) fn status(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    over: Option<Status>,
    can_move: bool,
    occurrences: u32,
) -> Status {
    let repeats = |rule| book.applies(Clause::GEN_REPEAT) && tables.applies(book, rule);
    let repetition = repetition(tables, occurrences).filter(|_| repeats(RuleName::Repetition));
    let stuck = if can_move { None } else { without_moves(tables, book, position) };
    // A side that loses by repeating a position does so before the other has to move.
    let (won, drawn) = match repetition {
        Some(Status::DrawRepetition) => (None, repetition),
        other => (other, None),
    };
    let draw = drawn
        .or_else(|| {
            (has_run_out(tables, position) && repeats(RuleName::Counter)).then_some(Status::DrawCounter)
        })
        .or_else(|| {
            (is_dead(tables, position) && tables.applies(book, RuleName::Dead)).then_some(Status::DrawDead)
        });
    let end = over.or(won).or(stuck);
    match (end, draw) {
        (Some(_), Some(draw)) if !tables.applies(book, RuleName::Order) => draw,
        (end, draw) => end.or(draw).unwrap_or(Status::Ongoing),
    }
}

/// The status of a position that has occurred this often, if that ends the game.
fn repetition(tables: &Tables, occurrences: u32) -> Option<Status> {
    let Repetition { times, result } = tables.ends.repetition()?;
    let status = match result {
        Outcome::Lost => Status::Lost,
        Outcome::Won => Status::WonRepetition,
        Outcome::Draw => Status::DrawRepetition,
    };
    (occurrences >= times).then_some(status)
}

/// Whether too many plies have passed without capture or Pawn move.
pub(super) fn has_run_out(tables: &Tables, position: &Position) -> bool {
    tables.ends.counter_limit.is_some_and(|limit| position.halfmove >= limit)
}

/// The status of a side without a legal move.
fn without_moves(tables: &Tables, book: &impl Rulebook, position: &Position) -> Option<Status> {
    let is_check = obeys_check(tables, position, position.turn)
        && checked_royal(tables, book, position, position.turn).is_some()
        && tables.applies(book, RuleName::Check);
    let rule = if is_check { RuleName::Checkmate } else { RuleName::Stalemate };
    tables.applies(book, rule).then(|| tables.ends.without_moves(is_check))
}

/// Whether neither side can win, as far as the variant lists such positions.
fn is_dead(tables: &Tables, position: &Position) -> bool {
    let pieces =
        || Color::BOTH.into_iter().flat_map(|color| position.pieces(color).map(move |piece| (color, piece)));
    let others = || {
        pieces()
            .filter(|(color, (_, kind))| !tables.kind(Piece::new(*color, *kind)).royal)
            .map(|(_, piece)| piece)
    };
    tables.ends.dead.iter().any(|Dead { kinds, most, one_color }| {
        let shade = |square: crate::game::board::Square| (square.file() + square.rank()) % 2;
        let mut shades = others().map(|(square, _)| shade(square));
        let first = shades.next();
        others().all(|(_, kind)| kinds.contains(&kind))
            && most.is_none_or(|most| others().count() <= most)
            && (!one_color || shades.all(|shade| Some(shade) == first))
    })
}
