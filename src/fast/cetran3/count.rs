//! Bulk counting. Without check, each piece that is not pinned adds the bits its lines reach; pieces that are
//! pinned, and all in check, add the general way.

use super::board::Board;
use super::kinds;
use super::king::Node;
use super::lines::{self, FROM, GAP};
use super::pawns::{PawnMoves, en_passant};
use super::tables::{Squares, Tables};
use super::targets;
use crate::fast::set::Set;

/// How many legal moves there are.
#[inline(always)]
pub fn count(board: &Board, tables: &Tables) -> u64 {
    let node = Node::new(board, tables);
    let mut count = node.king_moves.count_ones() + en_passant(board, tables).len();
    let mut pieces = board.colors[board.turn as usize];
    pieces.remove(board.kings[board.turn as usize].into());
    let pawns = pieces & board.kinds[kinds::PAWN];
    let free = pieces - node.pinned;
    if !node.check {
        count += PawnMoves::new(board, tables, pawns & free).count(board, tables);
        count += free_officers(board, tables, free);
        count += general(board, tables, &node, node.pinned);
    } else if !node.check_mask.is_empty() {
        count += PawnMoves::new(board, tables, pawns & free).within(node.check_mask).count(board, tables);
        count += general(board, tables, &node, pieces - (pawns & free));
    }
    count.into()
}

/// The moves of some pieces that are pinned or answer check.
#[inline(always)]
fn general(board: &Board, tables: &Tables, node: &Node, pieces: Squares) -> u32 {
    let mut count = 0;
    for from in pieces {
        let mut mask = node.check_mask;
        if node.pinned.contains(from) {
            mask &= node.pin_mask(board, tables, from);
        }
        let kind = board.kind(from);
        count += if kind == kinds::PAWN {
            PawnMoves::new(board, tables, Set::of(from)).within(mask).count(board, tables)
        } else {
            (targets::officer(board, tables, kind, from) & mask).len()
        };
    }
    count
}

/// The moves of the officers among these pieces, which may go anywhere.
#[inline(always)]
fn free_officers(board: &Board, tables: &Tables, pieces: Squares) -> u32 {
    use kinds::{
        AANCA, AMAZON, ARCHBISHOP, CHANCELLOR, CROWNED_BISHOP, CROWNED_ROOK, GRYPHON, KNIGHT_FERZ,
        KNIGHT_WAZIR, QUEEN, SISSA,
    };
    let sides = board.sides();
    let places = board.colors[board.turn as usize];
    let kinds = &board.kinds;
    let mut count = 0;

    let queens = kinds[AMAZON] | kinds[QUEEN];
    for from in (queens | kinds[CHANCELLOR] | kinds[CROWNED_ROOK]) & pieces {
        let (file, rank) = (tables.file(from), tables.rank(from));
        count += sides.reach(lines::rank(rank + 1), FROM[file]).count_ones();
        count += sides.reach(lines::file(file + 1), FROM[rank]).count_ones();
    }
    for from in (queens | kinds[ARCHBISHOP] | kinds[CROWNED_BISHOP]) & pieces {
        let (file, rank) = (tables.file(from), tables.rank(from));
        count += sides.reach(lines::rising(file + 12 - rank), FROM[file]).count_ones();
        count += sides.reach(lines::falling(file + rank + 1), FROM[file]).count_ones();
    }
    let knights =
        kinds[AMAZON] | kinds[CHANCELLOR] | kinds[ARCHBISHOP] | kinds[KNIGHT_WAZIR] | kinds[KNIGHT_FERZ];
    for from in knights & pieces {
        count += (tables.knight[from] - places).len();
    }
    for from in (kinds[CROWNED_BISHOP] | kinds[KNIGHT_WAZIR]) & pieces {
        count += (tables.wazir[from] - places).len();
    }
    for from in (kinds[CROWNED_ROOK] | kinds[KNIGHT_FERZ]) & pieces {
        count += (tables.ferz[from] - places).len();
    }
    for from in kinds[GRYPHON] & pieces {
        // The slides along the ranks above and below and along the files beside are those of a Rook on the
        // square next to the Gryphon; each corner is on one of both kinds.
        let (file, rank) = (tables.file(from), tables.rank(from));
        count += sides.reach(lines::file(file), FROM[rank]).count_ones();
        count += sides.reach(lines::file(file + 2), FROM[rank]).count_ones();
        count += (sides.reach(lines::rank(rank), FROM[file]) & !FROM[file]).count_ones();
        count += (sides.reach(lines::rank(rank + 2), FROM[file]) & !FROM[file]).count_ones();
    }
    for from in kinds[AANCA] & pieces {
        // A diagonal past the Aanca holds two of its first squares, next to each other, and both slides on;
        // each first square is on one rising and one falling diagonal.
        let (file, rank) = (tables.file(from), tables.rank(from));
        count += sides.reach(lines::rising(file + 13 - rank), GAP[file + 1]).count_ones();
        count += sides.reach(lines::rising(file + 11 - rank), GAP[file]).count_ones();
        count += (sides.reach(lines::falling(file + rank + 2), GAP[file + 1]) & !GAP[file + 1]).count_ones();
        count += (sides.reach(lines::falling(file + rank), GAP[file]) & !GAP[file]).count_ones();
    }
    for from in kinds[SISSA] & pieces {
        count += (targets::sissa(board, tables, from) - places).len();
    }
    count
}
