//! The ends of games that several variants share.

use super::frame::{Game, is_in_check};
use crate::game::position::Position;
use crate::game::rules::Status;
use crate::game::variant::{Clause, Rulebook};

/// Checkmate or stalemate, if the side to move has no legal move.
pub(super) fn without_moves<G: Game>(game: &G, position: &Position) -> Status {
    if is_in_check(game, position, position.turn) { Status::Checkmate } else { Status::Stalemate }
}

/// Whether the position has occurred for the third time (GEN-REPEAT and the given clause of the variant).
pub(super) fn is_repetition<G: Game>(game: &G, occurrences: u32, clause: Clause) -> bool {
    game.book().applies(Clause::GEN_REPEAT) && game.book().applies(clause) && occurrences >= 3
}

/// Whether too many plies have passed without capture or Pawn move (GEN-REPEAT and the given clause of the variant).
pub(super) fn is_counted_out<G: Game>(game: &G, position: &Position, clause: Clause) -> bool {
    game.book().applies(Clause::GEN_REPEAT) && game.book().applies(clause) && game.has_run_out(position)
}

/// The status. If the clause `order` applies, `end` (checkmate or stalemate) comes before `draw`.
pub(super) fn first<G: Game>(game: &G, end: Option<Status>, draw: Option<Status>, order: Clause) -> Status {
    match (end, draw) {
        (Some(_), Some(draw)) if !game.book().applies(order) => draw,
        (end, draw) => end.or(draw).unwrap_or(Status::Ongoing),
    }
}
