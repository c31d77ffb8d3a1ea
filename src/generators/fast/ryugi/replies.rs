//! The last two plies at once: all replies to all moves.
//!
//! How many moves a piece has, pins aside, depends on few squares, its region. The replies are counted once, piece by
//! piece, as if the move before them changed nothing; then, for every move, only the pieces are counted again in
//! whose region the move changes a square. What a pin forbids is taken off, and what the King may do is worked out, for
//! every move.

use super::board::Board;
use super::count::count;
use super::kinds::{KIRIN, KNIGHT, MARSHALL, PAWN, QUEEN};
use super::moves::{NOTHING, PackedMove, Special, targets};
use super::node::{self, Node};
use super::pawns;
use super::play;
use super::tables::Tables;
use super::watch::Watch;
use crate::generators::fast::set::Set;

/// How many pieces of a side besides King and Pawns have a bit of their own. A board with more of them, which no game
/// leads to, is counted move by move.
const SLOTS: usize = 32;

/// The replies on the board before the move, pins aside.
struct Before {
    /// The types and the squares of the pieces but King and Pawns, and how many replies each has.
    slots: [(u8, u8, u8); SLOTS],
    /// For every square, the slots of the pieces in whose region it is.
    dependent: [u32; 128],
    /// How many replies the Pawns have.
    by_pawns: u64,
    /// How many replies there are but for the King's.
    total: u64,
}

impl Before {
    /// The replies of the side to move.
    #[inline(always)]
    fn new(tables: &Tables, board: &Board, node: &Node) -> Self {
        let by_pawns = by_pawns(board, node);
        let mut before = Self { slots: [(0, 0, 0); SLOTS], dependent: [0; 128], by_pawns, total: by_pawns };
        let mut slot = 0;
        for kind in QUEEN..PAWN {
            for from in board.pieces.kinds[kind] & node.own {
                let targets = targets(tables, node, kind, from);
                let count = (targets - node.own).len();
                before.total += u64::from(count);
                before.slots[slot % SLOTS] = (kind as u8, from as u8, count as u8);
                for square in region(tables, node, kind, from, targets) {
                    before.dependent[square & 127] |= 1 << (slot % SLOTS);
                }
                slot += 1;
            }
        }
        before
    }
}

/// The squares on which the number of moves of a piece depends that goes to these squares. Where it leaps to, only its
/// friends make a difference.
#[inline(always)]
fn region(tables: &Tables, node: &Node, kind: usize, from: usize, targets: Set<2>) -> Set<2> {
    let leaps = match kind {
        MARSHALL | KNIGHT => tables.near[from & 127].knight,
        KIRIN => tables.near[from & 127].kirin,
        _ => Set::EMPTY,
    };
    // A square that a piece leaps to is on none of its lines.
    let mut region = targets - (leaps - node.own);
    region.insert(from & 127);
    region
}

/// The moves of all Pawns, pins and en passant aside.
#[inline(always)]
fn by_pawns(board: &Board, node: &Node) -> u64 {
    let steps = pawns::steps(node.us, board.pieces.kinds[PAWN] & node.own, node.occupied, node.enemy);
    pawns::weigh(node.us, steps.single | steps.double)
        + pawns::weigh(node.us, steps.left)
        + pawns::weigh(node.us, steps.right)
}

/// The number of replies to all these legal moves.
#[inline(always)]
pub fn replies(tables: &Tables, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    // The board after each move in turn, but for the lines.
    let mut child = *board;
    child.turn = !board.turn;
    let (us, them) = (board.turn, child.turn);
    let node = Node::new(tables, &child);
    let is_roomy = (node.own - board.pieces.kinds[PAWN]).len() <= SLOTS as u32;
    let before = Before::new(tables, &child, &node);
    let watch = Watch::new(tables, &child, &node);
    let mut pinned = Set::<2>::EMPTY;
    for (square, _) in node.pins(tables) {
        pinned.insert(square & 127);
    }
    let of_king = of_king(tables, &child, &node);
    // What a pin forbids may outnumber what is added before, so it wraps in between.
    let mut total = 0_u64;
    for &packed in packed_moves {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        let mut after = Node { enemy: node.enemy - Set::of(from & 127), ..node };
        after.enemy.insert(to & 127);
        if packed.captured != NOTHING {
            after.own.remove(to & 127);
        }
        after.occupied = after.own | after.enemy;
        let mut stale = before.dependent[from & 127] | before.dependent[to & 127];
        let needs = tables.near[from & 127].pawns[them as usize] | tables.near[to & 127].pawns[them as usize];
        let near = needs.meets(board.pieces.of(them, PAWN));
        let is_quiet = packed.special == Special::None
            && !(watch.touch.contains(from & 127) || watch.touch.contains(to & 127))
            && ((stale == 0 && !near) || pinned.is_empty())
            && !watch.minds(tables, us, packed.becomes.into(), to, after.occupied);
        child.pieces = board.pieces;
        if is_quiet {
            total = total.wrapping_add(before.total).wrapping_add(of_king);
            if packed.captured != NOTHING {
                child.pieces.take(them, packed.captured.into(), to);
            }
        } else {
            child.pieces.take(us, packed.mover.into(), from);
            if packed.captured != NOTHING {
                child.pieces.take(them, packed.captured.into(), to);
            }
            child.pieces.put(us, packed.becomes.into(), to);
            after = Node::new(tables, &child);
            let is_plain = matches!(packed.special, Special::None | Special::Double);
            if !is_roomy || !is_plain || !after.checkers.is_empty() {
                let mut child = play::lift(tables, board, packed);
                play::settle(tables, &mut child, packed);
                total = total.wrapping_add(count(tables, &child));
                continue;
            }
            child.rights = play::rights(board, packed);
            total = total.wrapping_add(before.total).wrapping_add(self::of_king(tables, &child, &after));
            if packed.special == Special::Double {
                let passed = (from + to) / 2;
                if tables.near[passed & 127].pawn[us as usize].meets(child.pieces.of(them, PAWN)) {
                    total = total.wrapping_add(node::en_passant(tables, &child, passed).len().into());
                }
            }
        }
        if near {
            total = total.wrapping_sub(before.by_pawns).wrapping_add(by_pawns(&child, &after));
        }
        while stale != 0 {
            let (kind, from, known) = before.slots[stale.trailing_zeros() as usize];
            stale &= stale - 1;
            total = total.wrapping_sub(known.into());
            let (kind, from) = (usize::from(kind), usize::from(from));
            if after.own.contains(from & 127) {
                total = total.wrapping_add((targets(tables, &after, kind, from) - after.own).len().into());
            }
        }
    }
    total
}

/// The moves of a King that is not in check, less those that pins forbid to other pieces: as a number that wraps.
#[inline(always)]
fn of_king(tables: &Tables, board: &Board, node: &Node) -> u64 {
    let mut count = u64::from(node.king_steps(tables, board).len());
    let [left, right] = node.castling(tables, board);
    count += (left.saturating_sub(1) + right.saturating_sub(1)) as u64;
    for (pinned, pin_mask) in node.pins(tables) {
        let kind = board.pieces.kind(pinned);
        let lost = targets(tables, node, kind, pinned) - node.own - pin_mask;
        count =
            count.wrapping_sub(if kind == PAWN { pawns::weigh(node.us, lost) } else { lost.len().into() });
    }
    count
}
