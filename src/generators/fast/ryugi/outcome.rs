//! How a game stands (RYU-CHECK, RYU-DRAW-REPEAT, RYU-DRAW-64, RYU-DRAW-DEAD, RYU-ORDER).

use super::Ryugi;
use super::board::Board;
use super::kinds::{BISHOP, KING, KIRIN, KNIGHT};
use super::node::Node;
use super::tables::GRID;
use crate::game::rules::Status;
use crate::generators::fast::frame::Game;
use crate::generators::fast::set::Set;

/// The status of a position that has occurred so often.
pub fn status(game: &Ryugi, board: &Board, occurrences: u32) -> Status {
    if game.count(board) == 0 {
        let check = !Node::new(game.tables, board).checkers.is_empty();
        return if check { Status::Checkmate } else { Status::Stalemate };
    }
    if occurrences >= 3 {
        Status::DrawRepetition
    } else if board.halfmove >= 128 {
        Status::DrawCounter
    } else if is_dead(board) {
        Status::DrawDead
    } else {
        Status::Ongoing
    }
}

/// Whether neither side can ever checkmate: K v K; K+N v K; only Bishops and Kirins on one colour besides
/// (RYU-DRAW-DEAD).
fn is_dead(board: &Board) -> bool {
    let kinds = &board.pieces.kinds;
    let others = board.pieces.occupied() - kinds[KING];
    let light: Set<2> = (0..GRID.len()).filter(|square| (square / 10 + square % 10) % 2 == 1).collect();
    let bound = (others - kinds[BISHOP] - kinds[KIRIN]).is_empty();
    let one_color = !others.meets(light) || (others - light).is_empty();
    let lone_knight = others.len() == 1 && others.meets(kinds[KNIGHT]);
    lone_knight || (bound && one_color)
}
