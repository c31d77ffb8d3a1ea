//! Bulk counting: the number of legal moves without making any.
//!
//! All moves are first counted as if no piece were pinned. Then the moves of each pinned piece that leave its line are subtracted.

use super::board::{Board, NOWHERE};
use super::kinds::{DRAGON, KIRIN, KNIGHT, MARSHALL, PAWN};
use super::moves::targets;
use super::node::{self, Node};
use super::pawns;
use super::tables::Tables;
use crate::set::Set;

/// The number of legal moves.
#[inline(always)]
pub fn count(tables: &Tables, board: &Board) -> u64 {
    let node = Node::new(tables, board);
    let mut total = u64::from(node.king_steps(tables, board).len());
    if node.checkers.is_empty() {
        let blocked = node.own;
        total += pieces(tables, board, &node, blocked, board.lines.count(board.lines.own()));
        let [left, right] = node.castling(tables, board);
        total += (left.saturating_sub(1) + right.saturating_sub(1)) as u64;
    } else if !node.checkers.is_many() {
        let slides = board.lines.count(&tables.places.all_but(node.check_mask));
        total += pieces(tables, board, &node, !node.check_mask, slides);
    }
    if board.en_passant != NOWHERE {
        total += u64::from(node::en_passant(tables, board, board.en_passant.into()).len());
    }
    total
}

/// The number of moves of all pieces except the King that do not end in `blocked` and that no pin forbids. `slides` is the number of slides
/// among them, pinned or not.
#[inline(always)]
fn pieces(tables: &Tables, board: &Board, node: &Node, blocked: Set<2>, slides: u64) -> u64 {
    let kinds = &board.pieces.kinds;
    let mut total = slides;
    ((kinds[KNIGHT] | kinds[MARSHALL]) & node.own).each(|from| {
        total += u64::from((tables.near[from & 127].knight - blocked).len());
    });
    (kinds[KIRIN] & node.own).each(|from| {
        total += u64::from((tables.near[from & 127].kirin - blocked).len());
    });
    (kinds[DRAGON] & node.own).each(|from| {
        total += u64::from((tables.night.rides(from, node.occupied) - blocked).len());
    });
    let steps = pawns::steps(node.us, kinds[PAWN] & node.own, node.occupied, node.enemy);
    total += pawns::weigh(node.us, (steps.single | steps.double) - blocked);
    total += pawns::weigh(node.us, steps.left - blocked);
    total += pawns::weigh(node.us, steps.right - blocked);
    for (pinned, pin_mask) in node.pins(tables) {
        let kind = board.pieces.kind(pinned);
        let lost = targets(tables, node, kind, pinned) - blocked - pin_mask;
        total -= if kind == PAWN { pawns::weigh(node.us, lost) } else { lost.len().into() };
    }
    total
}
