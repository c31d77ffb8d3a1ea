//! What the variants with check have in common: castling's conditions, the double step, outcomes.

use super::frame::{Game, is_capturable, is_in_check};
use super::{Mover, Sink};
use crate::backend::Status;
use crate::board::{Square, Step};
use crate::position::Position;
use crate::variant::{Clause, Color, Piece, PieceType, Rulebook};

/// Checkmate or stalemate of a side that has no legal move.
pub(super) fn without_moves<G: Game>(game: &G, position: &Position) -> Status {
    if is_in_check(game, position, position.turn) { Status::Checkmate } else { Status::Stalemate }
}

/// Whether the position has occurred for the third time (GEN-REPEAT), which the variant's own clause says too.
pub(super) fn is_repetition<G: Game>(game: &G, occurrences: u32, clause: Clause) -> bool {
    game.book().applies(Clause::GenRepeat) && game.book().applies(clause) && occurrences >= 3
}

/// Whether too many plies have passed without capture or Pawn move (GEN-REPEAT), which the variant's own clause says too.
pub(super) fn is_counted_out<G: Game>(game: &G, position: &Position, clause: Clause) -> bool {
    game.book().applies(Clause::GenRepeat) && game.book().applies(clause) && game.has_run_out(position)
}

/// Whether an enemy could pseudo-legally capture a King of `color` that stands on the square (GEN-ATTACK).
pub(super) fn is_attacked<G: Game>(game: &G, position: &Position, color: Color, square: Square) -> bool {
    let king = Piece::new(color, PieceType::King);
    let mut probe = position.clone();
    if let Some(home) = super::frame::king(position, color) {
        probe.take(home);
    }
    probe.put(square, king);
    is_capturable(game, &probe, color, square) && game.book().applies(Clause::GenAttack)
}

/// The squares strictly between two squares of one rank, from the first to the second.
pub(super) fn between(from: Square, to: Square) -> impl Iterator<Item = Square> + Clone {
    let rank = from.rank();
    let (low, high) = (from.file().min(to.file()), from.file().max(to.file()));
    (low + 1..high).map(move |file| Square::new(file, rank))
}

/// The double step of a Pawn: two squares forward, through and onto empty squares.
pub(super) fn double_step<B: Rulebook, S: Sink>(mover: &Mover<'_, B, S>) -> Option<Square> {
    let passed = mover.step(mover.from, mover.forward()).filter(|&square| mover.is_empty(square))?;
    mover.step(passed, mover.forward()).filter(|&square| mover.is_empty(square))
}

/// The square passed over, if a Pawn went two squares straight forward.
pub(super) fn passed_square(position: &Position, color: Color, from: Square, to: Square) -> Option<Square> {
    let forward = Step::new(0, color.forward());
    let passed = position.shape.step(from, forward)?;
    (position.shape.step(passed, forward) == Some(to)).then_some(passed)
}
