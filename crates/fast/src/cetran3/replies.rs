//! Counts the last two plies together: all replies to all moves.
//!
//! The moves of a piece depend on few squares, its region. The replies are first counted piece by piece on the board before the move. For
//! every move, only the pieces whose region has a changed square are counted again. Checks and pins are computed again only if the move may
//! change them.

use super::board::{Board, NONE};
use super::count::{count, count_with, general, officer};
use super::kinds::{self, PAWN, SISSA};
use super::king::Node;
use super::pawns::{PawnMoves, en_passant};
use super::play::{PackedMove, Sort, play};
use super::tables::{PADDED, Squares, Tables};
use super::targets::{self, ARMS};
use super::watch::Watch;
use crate::set::Set;

/// The greatest number of officers of a side that have a slot. A board with more of them, which no game reaches, is counted move by move.
const SLOTS: usize = 32;

/// The moves of a Sissa by their first direction. Only directions with a changed square are counted again.
struct Arms {
    /// Its slot. [`SLOTS`] if there is no Sissa.
    slot: usize,
    targets: [Squares; ARMS],
    /// For every square, the directions that depend on it, as bits.
    dependent: [u8; PADDED],
}

/// The replies on the board before the move.
struct Before {
    /// The checks and pins.
    node: Node,
    /// The enemy moves that may change them.
    watch: Watch,
    /// The number of legal replies.
    total: u32,
    /// The number of replies by Pawns.
    by_pawns: u32,
    /// The Pawns.
    pawns: Squares,
    /// The squares of the officers except the King, and the number of replies of each.
    slots: [(u8, u8); SLOTS],
    /// One Sissa.
    arms: Arms,
    /// For every square, the slots of the officers whose region includes it, as bits.
    dependent: [u32; PADDED],
}

impl Before {
    /// The replies of the side to move.
    #[inline(always)]
    fn new(board: &Board, tables: &Tables) -> Self {
        let own = board.colors[board.turn as usize];
        let node = Node::new(board, tables);
        let pawns = own & board.kinds[PAWN];
        let by_pawns = by_pawns(board, tables, &node, pawns);
        let mut before = Self {
            node,
            watch: Watch::new(board, tables),
            total: node.king_moves.count_ones() + by_pawns,
            by_pawns,
            pawns,
            slots: [(0, 0); SLOTS],
            arms: Arms { slot: SLOTS, targets: [Set::EMPTY; ARMS], dependent: [0; PADDED] },
            dependent: [0; PADDED],
        };
        for (slot, from) in (own - pawns - board.kinds[kinds::KING]).into_iter().enumerate().take(SLOTS) {
            let kind = board.kind(from);
            let bit = 1 << slot;
            let count;
            if kind == SISSA && before.arms.slot == SLOTS {
                before.arms.slot = slot;
                let mut targets = Set::EMPTY;
                for arm in 0..ARMS {
                    let of_arm = targets::sissa_arm(board, tables, from, arm);
                    targets |= of_arm;
                    before.arms.targets[arm] = of_arm;
                    let mut region = targets::sissa_region(tables, from, board.occupied(), arm);
                    region.insert(from);
                    region.each(|square| {
                        before.dependent[square] |= bit;
                        before.arms.dependent[square] |= 1 << arm;
                    });
                }
                count = (allowed(board, tables, &node, from, targets) - own).len();
            } else {
                count = by_officer(board, tables, &node, kind, from);
                targets::region(board, tables, kind, from).each(|square| before.dependent[square] |= bit);
            }
            before.total += count;
            before.slots[slot] = (from as u8, count as u8);
        }
        before
    }

    /// The number of replies after a move. Counts the `stale` officers again, the Pawns if the move is `near` one, and computes the checks
    /// and pins again if they are `disturbed`.
    #[inline(always)]
    fn after(
        &self,
        child: &Board,
        tables: &Tables,
        ends: [usize; 2],
        stale: u32,
        near: bool,
        disturbed: bool,
    ) -> u64 {
        let mut node = self.node;
        let (mut total, mut stale) = (self.total, stale);
        if disturbed {
            node = Node::new(child, tables);
            if node.check {
                return count_with(child, tables, &node);
            }
            let bound = self.node.pinned | node.pinned;
            total = total - self.node.king_moves.count_ones() + node.king_moves.count_ones();
            for from in bound - self.pawns {
                stale |= self.dependent[from];
            }
        }
        let own = child.colors[child.turn as usize];
        if near || disturbed {
            total = total - self.by_pawns + by_pawns(child, tables, &node, own & child.kinds[PAWN]);
            total += en_passant(child, tables).len();
        }
        while stale != 0 {
            let slot = stale.trailing_zeros() as usize;
            let (from, count) = self.slots[slot];
            let from = usize::from(from);
            stale &= stale - 1;
            total -= u32::from(count);
            if !own.contains(from) {
                continue;
            }
            total += if slot == self.arms.slot {
                let stale = self.arms.dependent[ends[0]] | self.arms.dependent[ends[1]];
                let mut targets = Set::EMPTY;
                for arm in 0..ARMS {
                    targets |= if stale >> arm & 1 == 1 {
                        targets::sissa_arm(child, tables, from, arm)
                    } else {
                        self.arms.targets[arm]
                    };
                }
                (allowed(child, tables, &node, from, targets) - own).len()
            } else {
                by_officer(child, tables, &node, child.kind(from), from)
            };
        }
        total.into()
    }
}

/// The squares among these to which an officer may go, pinned or not.
#[inline(always)]
fn allowed(board: &Board, tables: &Tables, node: &Node, from: usize, targets: Squares) -> Squares {
    if node.pinned.contains(from) { targets & node.pin_mask(board, tables, from) } else { targets }
}

/// The number of moves of an officer, if there is no check.
#[inline(always)]
fn by_officer(board: &Board, tables: &Tables, node: &Node, kind: usize, from: usize) -> u32 {
    if node.pinned.contains(from) {
        (targets::officer(board, tables, kind, from) & node.pin_mask(board, tables, from)).len()
    } else {
        officer(board, tables, kind, from)
    }
}

/// The number of moves of the Pawns without en passant captures, if there is no check.
#[inline(always)]
fn by_pawns(board: &Board, tables: &Tables, node: &Node, pawns: Squares) -> u32 {
    PawnMoves::new(board, tables, pawns - node.pinned).count(board, tables)
        + general(board, tables, node, pawns & node.pinned)
}

/// The number of replies to one move, counted on the child alone. Rarely needed.
fn count_apart(board: &Board, tables: &Tables, packed: PackedMove) -> u64 {
    let mut child = *board;
    play(&mut child, tables, packed);
    count(&child, tables)
}

/// The number of replies to all these legal moves together.
#[inline(always)]
pub fn replies(board: &Board, tables: &Tables, moves: &[PackedMove]) -> u64 {
    let mut turned = *board;
    turned.turn = !board.turn;
    turned.en_passant = NONE;
    let them = turned.turn as usize;
    let is_roomy = (turned.colors[them] - turned.kinds[PAWN]).len() <= SLOTS as u32;
    let before = Before::new(&turned, tables);
    let mut total = 0;
    for &packed in moves {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        if packed.sort == Sort::EnPassant || !is_roomy {
            total += count_apart(board, tables, packed);
            continue;
        }
        let stale = before.dependent[from] | before.dependent[to];
        let mut near = tables.pawn_needs[them][from] | tables.pawn_needs[them][to];
        if packed.sort == Sort::Double {
            near |= tables.pawn_needs[them][usize::midpoint(from, to)];
        }
        let touch = before.watch.touch;
        let disturbed =
            touch.contains(from) || touch.contains(to) || before.watch.minds(board, tables, packed);
        let near = before.pawns.meets(near);
        if stale == 0 && !disturbed && !near {
            total += u64::from(before.total);
            continue;
        }
        let mut child = *board;
        play(&mut child, tables, packed);
        total += before.after(&child, tables, [from, to], stale, near, disturbed);
    }
    total
}
