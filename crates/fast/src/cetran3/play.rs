//! Moves: the list of legal moves, and the child by a move.

use super::board::{Board, NONE};
use super::kinds;
use super::king::Node;
use super::pawns::{PawnMoves, en_passant, en_passant_on, passed_pawn};
use super::tables::Tables;
use super::targets;
use crate::set::Set;
use vperft::inner::game::position::MAX_COUNTER;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedMove {
    /// The start square.
    pub from: u8,
    /// The end square.
    pub to: u8,
    /// The type of the mover afterwards.
    pub becomes: u8,
    /// The kind of the move.
    pub sort: Sort,
}

/// The kind of a move, on which its effects depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A piece other than a Pawn moves.
    Officer,
    /// A Pawn moves or promotes.
    Pawn,
    /// A Pawn makes a double step.
    Double,
    /// A Pawn captures en passant.
    EnPassant,
}

/// Appends the legal moves, each once.
#[inline]
pub fn list(board: &Board, tables: &Tables, moves: &mut Vec<PackedMove>) {
    let us = board.turn as usize;
    let node = Node::new(board, tables);
    let king = usize::from(board.kings[us]);
    let packed = |from: usize, to: usize, becomes: usize, sort| PackedMove {
        from: from as u8,
        to: to as u8,
        becomes: becomes as u8,
        sort,
    };
    for bit in (0..9).filter(|bit| node.king_moves >> bit & 1 == 1) {
        moves.push(packed(king, super::king::around(king, bit), kinds::KING, Sort::Officer));
    }
    for from in board.colors[us] - Set::single(king) {
        let mut mask = node.check_mask;
        if node.pinned.contains(from) {
            mask &= node.pin_mask(board, tables, from);
        }
        let kind = board.kind(from);
        if kind != kinds::PAWN {
            let targets = targets::officer(board, tables, kind, from) & mask;
            targets.each(|to| moves.push(packed(from, to, kind, Sort::Officer)));
            continue;
        }
        PawnMoves::new(board, tables, Set::single(from)).within(mask).each(board.turn, |from, to, double| {
            if tables.last[us].contains(to) {
                moves.extend(kinds::PROMOTIONS.map(|kind| packed(from, to, kind, Sort::Pawn)));
            } else {
                moves.push(packed(from, to, kinds::PAWN, if double { Sort::Double } else { Sort::Pawn }));
            }
        });
    }
    for from in en_passant(board, tables) {
        moves.push(packed(from, board.en_passant.into(), kinds::PAWN, Sort::EnPassant));
    }
}

/// Makes a legal move.
#[inline(always)]
pub fn play(board: &mut Board, tables: &Tables, packed: PackedMove) {
    let side = board.turn;
    let us = side as usize;
    let (from, to) = (usize::from(packed.from), usize::from(packed.to));
    let kind = board.kind(from);
    board.turn = !side;
    board.en_passant = NONE;
    board.halfmove = (board.halfmove + 1).min(MAX_COUNTER);
    board.fullmove = (board.fullmove + us as u32).min(MAX_COUNTER);
    if board.colors[us ^ 1].contains(to) {
        board.take(tables, to, us ^ 1, board.kind(to));
        board.halfmove = 0;
    }
    board.take(tables, from, us, kind);
    board.put(tables, to, us, packed.becomes.into());
    if kind == kinds::KING {
        board.kings[us] = packed.to;
    }
    match packed.sort {
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
