//! Bulk counting of legal moves. If there is no check, unpinned pieces are counted by the bits that their slides reach on lines. Pinned
//! pieces, and all pieces in check, are counted by sets of target squares.

use super::board::Board;
use super::kinds::{self, AANCA, GRYPHON, SISSA, Traits};
use super::king::Node;
use super::lines::{self, FROM, GAP};
use super::pawns::{PawnMoves, en_passant};
use super::tables::{Squares, Tables};
use super::targets;
use crate::set::Set;

/// The number of legal moves.
pub fn count(board: &Board, tables: &Tables) -> u64 {
    count_with(board, tables, &Node::new(board, tables))
}

/// The number of legal moves, given what can matter to the King.
#[inline(always)]
pub fn count_with(board: &Board, tables: &Tables, node: &Node) -> u64 {
    let mut count = node.king_moves.count_ones() + en_passant(board, tables).len();
    let mut pieces = board.colors[board.turn as usize];
    pieces.remove(board.kings[board.turn as usize].into());
    let pawns = pieces & board.kinds[kinds::PAWN];
    let free = pieces - node.pinned;
    if !node.check {
        count += PawnMoves::new(board, tables, pawns & free).count(board, tables);
        count += free_officers(board, tables, free);
        count += general(board, tables, node, node.pinned);
    } else if !node.check_mask.is_empty() {
        count += PawnMoves::new(board, tables, pawns & free).within(node.check_mask).count(board, tables);
        count += general(board, tables, node, pieces - (pawns & free));
    }
    count.into()
}

/// The number of moves of pieces that are pinned or in check.
#[inline(always)]
pub fn general(board: &Board, tables: &Tables, node: &Node, pieces: Squares) -> u32 {
    let mut count = 0;
    for from in pieces {
        let mut mask = node.check_mask;
        if node.pinned.contains(from) {
            mask &= node.pin_mask(board, tables, from);
        }
        let kind = board.kind(from);
        count += if kind == kinds::PAWN {
            PawnMoves::new(board, tables, Set::single(from)).within(mask).count(board, tables)
        } else {
            (targets::officer(board, tables, kind, from) & mask).len()
        };
    }
    count
}

/// The number of moves of the officers among these pieces, which are free to move.
#[inline(always)]
fn free_officers(board: &Board, tables: &Tables, pieces: Squares) -> u32 {
    let mut count = 0;
    for from in pieces - board.kinds[kinds::PAWN] {
        count += officer(board, tables, board.kind(from), from);
    }
    count
}

/// The number of moves of an officer that is free to move.
#[inline(always)]
pub fn officer(board: &Board, tables: &Tables, kind: usize, from: usize) -> u32 {
    let places = board.colors[board.turn as usize];
    match kind {
        SISSA => (targets::sissa(board, tables, from) - places).len(),
        GRYPHON => gryphon(board, tables, from),
        AANCA => aanca(board, tables, from),
        _ => {
            let traits = kinds::TRAITS[kind];
            let mut count = 0;
            if traits.has(Traits::KNIGHT.and(Traits::WAZIR).and(Traits::FERZ)) {
                count += (targets::leaps(tables, kind, from) - places).len();
            }
            if traits.has(Traits::ROOK) {
                count += rook(board, tables, from);
            }
            if traits.has(Traits::BISHOP) {
                count += bishop(board, tables, from);
            }
            count
        }
    }
}

/// The number of slides along the rank and the file.
#[inline(always)]
fn rook(board: &Board, tables: &Tables, from: usize) -> u32 {
    let (sides, file, rank) = (board.sides(), tables.file(from), tables.rank(from));
    sides.reach(lines::rank(rank + 1), FROM[file]).count_ones()
        + sides.reach(lines::file(file + 1), FROM[rank]).count_ones()
}

/// The number of slides along both diagonals.
#[inline(always)]
fn bishop(board: &Board, tables: &Tables, from: usize) -> u32 {
    let (sides, file, rank) = (board.sides(), tables.file(from), tables.rank(from));
    sides.reach(lines::rising(file + 12 - rank), FROM[file]).count_ones()
        + sides.reach(lines::falling(file + rank + 1), FROM[file]).count_ones()
}

/// The number of moves of a Gryphon: slides outward along the neighbouring files and ranks, each starting on a square diagonally next
/// to the Gryphon. These four first squares are on both a file and a rank, so the slides along ranks leave them out.
#[inline(always)]
fn gryphon(board: &Board, tables: &Tables, from: usize) -> u32 {
    let (sides, file, rank) = (board.sides(), tables.file(from), tables.rank(from));
    sides.reach(lines::file(file), FROM[rank]).count_ones()
        + sides.reach(lines::file(file + 2), FROM[rank]).count_ones()
        + (sides.reach(lines::rank(rank), FROM[file]) & !FROM[file]).count_ones()
        + (sides.reach(lines::rank(rank + 2), FROM[file]) & !FROM[file]).count_ones()
}

/// The number of moves of an Aanca. A diagonal that passes the Aanca has two of its first squares, next to each other, and the slides from
/// both. Every first square is on one rising and one falling diagonal, so the falling diagonals do not count it again.
#[inline(always)]
fn aanca(board: &Board, tables: &Tables, from: usize) -> u32 {
    let (sides, file, rank) = (board.sides(), tables.file(from), tables.rank(from));
    sides.reach(lines::rising(file + 13 - rank), GAP[file + 1]).count_ones()
        + sides.reach(lines::rising(file + 11 - rank), GAP[file]).count_ones()
        + (sides.reach(lines::falling(file + rank + 2), GAP[file + 1]) & !GAP[file + 1]).count_ones()
        + (sides.reach(lines::falling(file + rank), GAP[file]) & !GAP[file]).count_ones()
}
