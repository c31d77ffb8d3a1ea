//! Moves: their list, and the child by one.

use super::board::{Board, NONE};
use super::kinds;
use super::king::Node;
use super::pawns::{PawnMoves, en_passant, en_passant_on, passed_pawn};
use super::tables::Tables;
use super::targets;
use crate::fast::set::Set;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// What the mover is then.
    pub becomes: u8,
    /// What sort of move it is.
    pub sort: Sort,
}

/// The largest number a clock in a VFEN can hold.
const LARGEST_NUMBER: u32 = 999_999_999;

/// What playing a move has to see to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// The mover goes from one square to the other, and nothing else.
    Officer,
    /// A Pawn moves or promotes.
    Pawn,
    /// A Pawn makes a double step.
    Double,
    /// A Pawn captures en passant.
    EnPassant,
}

/// Appends the legal moves, each once: men by their squares, then Pawns.
pub fn list(board: &Board, tables: &Tables, moves: &mut Vec<Step>) {
    let us = board.turn as usize;
    let node = Node::new(board, tables);
    let king = usize::from(board.kings[us]);
    let step = |from: usize, to: usize, becomes: usize, sort| Step {
        from: from as u8,
        to: to as u8,
        becomes: becomes as u8,
        sort,
    };
    for bit in (0..9).filter(|bit| node.king_moves >> bit & 1 == 1) {
        moves.push(step(king, super::king::around(king, bit), kinds::KING, Sort::Officer));
    }
    for from in board.colors[us] - Set::of(king) {
        let mut allowed = node.answers;
        if node.pinned.contains(from) {
            allowed &= node.stays(board, tables, from);
        }
        let kind = board.kind(from);
        if kind != kinds::PAWN {
            let targets = targets::officer(board, tables, kind, from) & allowed;
            targets.each(|to| moves.push(step(from, to, kind, Sort::Officer)));
            continue;
        }
        PawnMoves::new(board, tables, Set::of(from)).within(allowed).each(board.turn, |from, to, double| {
            if tables.last[us].contains(to) {
                moves.extend(kinds::PROMOTIONS.map(|kind| step(from, to, kind, Sort::Pawn)));
            } else {
                moves.push(step(from, to, kinds::PAWN, if double { Sort::Double } else { Sort::Pawn }));
            }
        });
    }
    for from in en_passant(board, tables) {
        moves.push(step(from, board.en_passant.into(), kinds::PAWN, Sort::EnPassant));
    }
}

/// Makes a legal move.
#[inline(always)]
pub fn play(board: &mut Board, tables: &Tables, step: Step) {
    let side = board.turn;
    let us = side as usize;
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    let kind = board.kind(from);
    board.turn = !side;
    board.en_passant = NONE;
    board.halfmove = (board.halfmove + 1).min(LARGEST_NUMBER);
    board.fullmove = (board.fullmove + us as u32).min(LARGEST_NUMBER);
    if board.colors[us ^ 1].contains(to) {
        board.take(tables, to, us ^ 1, board.kind(to));
        board.halfmove = 0;
    }
    board.take(tables, from, us, kind);
    board.put(tables, to, us, step.becomes.into());
    if kind == kinds::KING {
        board.kings[us] = step.to;
    }
    match step.sort {
        Sort::Officer => return,
        Sort::Pawn => {}
        Sort::Double => {
            let passed = usize::midpoint(from, to);
            if !en_passant_on(board, tables, passed).is_empty() {
                board.en_passant = passed as u8;
            }
        }
        Sort::EnPassant => board.take(tables, passed_pawn(side, to), us ^ 1, kinds::PAWN),
    }
    board.halfmove = 0;
}
