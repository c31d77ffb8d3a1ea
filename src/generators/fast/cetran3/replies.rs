//! The last two plies at once: all replies to all moves.
//!
//! What a piece can do depends on few squares, its region. The replies are counted once, piece by piece, as if the
//! move before them changed nothing; then, for every move, only the pieces are counted again in whose region the
//! move changes a square, and what can matter to the King is worked out again only if the move touches it.

use super::board::{Board, NONE};
use super::count::{count, count_with, general, officer};
use super::kinds::{self, PAWN, SISSA};
use super::king::Node;
use super::pawns::{PawnMoves, en_passant};
use super::play::{PackedMove, Sort, play};
use super::tables::{PADDED, Squares, Tables};
use super::targets::{self, ARMS};
use super::watch::Watch;
use crate::generators::fast::set::Set;

/// How many officers of a side have a bit of their own. A board with more of them, which no game leads to, is
/// counted move by move.
const SLOTS: usize = 32;

/// The moves of a Sissa, by the way it sets out: those are counted again of which the move touches a square.
struct Arms {
    /// Its slot, or [`SLOTS`] if there is none.
    slot: usize,
    targets: [Squares; ARMS],
    /// For every square, the arms that depend on it.
    dependent: [u8; PADDED],
}

/// The replies on the board before the move.
struct Before {
    /// What can matter to the King.
    node: Node,
    /// What the King has to watch for.
    watch: Watch,
    /// How many legal replies there are.
    total: u32,
    /// How many of them the Pawns have.
    by_pawns: u32,
    /// The Pawns.
    pawns: Squares,
    /// The squares of the other pieces but the King, and how many replies each has.
    slots: [(u8, u8); SLOTS],
    /// One Sissa.
    arms: Arms,
    /// For every square, the slots of the officers in whose region it is.
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

    /// The replies after a move that leaves these officers to be counted again, the Pawns if it comes near one, and
    /// what can matter to the King if it is disturbed.
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

/// The squares among these that a pin leaves to an officer.
#[inline(always)]
fn allowed(board: &Board, tables: &Tables, node: &Node, from: usize, targets: Squares) -> Squares {
    if node.pinned.contains(from) { targets & node.pin_mask(board, tables, from) } else { targets }
}

/// The moves of an officer, where there is no check.
#[inline(always)]
fn by_officer(board: &Board, tables: &Tables, node: &Node, kind: usize, from: usize) -> u32 {
    if node.pinned.contains(from) {
        (targets::officer(board, tables, kind, from) & node.pin_mask(board, tables, from)).len()
    } else {
        officer(board, tables, kind, from)
    }
}

/// The moves of the Pawns but for en passant, where there is no check.
#[inline(always)]
fn by_pawns(board: &Board, tables: &Tables, node: &Node, pawns: Squares) -> u32 {
    PawnMoves::new(board, tables, pawns - node.pinned).count(board, tables)
        + general(board, tables, node, pawns & node.pinned)
}

/// The replies to one move, counted without what is known of the board before it. Rarely needed.
fn count_apart(board: &Board, tables: &Tables, packed: PackedMove) -> u64 {
    let mut child = *board;
    play(&mut child, tables, packed);
    count(&child, tables)
}

/// The number of replies to all these legal moves.
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
