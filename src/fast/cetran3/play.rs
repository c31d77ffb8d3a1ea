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

/// The child by a legal move.
#[inline(always)]
pub fn play(board: &Board, tables: &Tables, step: Step) -> Board {
    let mut child = *board;
    let us = board.turn as usize;
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    let kind = board.kind(from);
    child.turn = !board.turn;
    child.en_passant = NONE;
    child.halfmove = (board.halfmove + 1).min(LARGEST_NUMBER);
    child.fullmove = (board.fullmove + us as u32).min(LARGEST_NUMBER);
    if board.colors[us ^ 1].contains(to) {
        child.take(tables, to, us ^ 1, board.kind(to));
        child.halfmove = 0;
    }
    child.take(tables, from, us, kind);
    child.put(tables, to, us, step.becomes.into());
    match step.sort {
        Sort::Officer => {
            if kind == kinds::KING {
                child.kings[us] = step.to;
            }
            return child;
        }
        Sort::Pawn => {}
        Sort::Double => {
            let passed = usize::midpoint(from, to);
            if !en_passant_on(&child, tables, passed).is_empty() {
                child.en_passant = passed as u8;
            }
        }
        Sort::EnPassant => child.take(tables, passed_pawn(board.turn, to), us ^ 1, kinds::PAWN),
    }
    child.halfmove = 0;
    child
}
