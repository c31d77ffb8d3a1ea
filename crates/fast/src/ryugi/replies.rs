//! Counts the last two plies together: all replies to all moves.
//!
//! Without regard to pins, the number of moves of a piece depends on few squares, its region. The replies are first counted piece by piece
//! on the board before the move. For every move, only the pieces whose region has a changed square are counted again. The moves that pins
//! forbid and the King's moves are counted for every move.

use super::board::Board;
use super::count::count;
use super::kinds::{KIRIN, KNIGHT, MARSHALL, PAWN, QUEEN};
use super::moves::{NOTHING, PackedMove, Special, targets};
use super::node::{self, Node};
use super::pawns;
use super::play;
use super::tables::Tables;
use super::watch::Watch;
use crate::set::Set;

/// The greatest number of pieces of a side, besides King and Pawns, that have a slot. A board with more of them, which no game reaches, is
/// counted move by move.
const SLOTS: usize = 32;

/// The replies on the board before the move, without regard to pins.
struct Before {
    /// The types and squares of the pieces other than King and Pawns, and the number of replies of each.
    slots: [(u8, u8, u8); SLOTS],
    /// For every square, the slots of the pieces whose region includes it, as bits.
    dependent: [u32; 128],
    /// The number of replies by Pawns.
    by_pawns: u64,
    /// The number of replies by all pieces except the King.
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

/// The squares on which the number of moves of a piece with these targets depends. Of the squares that it leaps to, only those with a
/// friend matter.
#[inline(always)]
fn region(tables: &Tables, node: &Node, kind: usize, from: usize, targets: Set<2>) -> Set<2> {
    let leaps = match kind {
        MARSHALL | KNIGHT => tables.near[from & 127].knight,
        KIRIN => tables.near[from & 127].kirin,
        _ => Set::EMPTY,
    };
    // The squares that a piece leaps to are not on its lines.
    let mut region = targets - (leaps - node.own);
    region.insert(from & 127);
    region
}

/// The number of moves of all Pawns, without regard to pins, and without en passant captures.
#[inline(always)]
fn by_pawns(board: &Board, node: &Node) -> u64 {
    let steps = pawns::steps(node.us, board.pieces.kinds[PAWN] & node.own, node.occupied, node.enemy);
    pawns::weigh(node.us, steps.single | steps.double)
        + pawns::weigh(node.us, steps.left)
        + pawns::weigh(node.us, steps.right)
}

/// The number of replies to all these legal moves together.
#[inline(always)]
pub fn replies(tables: &Tables, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    // The board after each move in turn, without its lines.
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
    // The sum wraps in between, because the moves that pins forbid may be subtracted before others are added.
    let mut total = 0_u64;
    for &packed in packed_moves {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        let mut after = Node { enemy: node.enemy - Set::single(from & 127), ..node };
        after.enemy.insert(to & 127);
        if packed.captured != NOTHING {
            after.own.remove(to & 127);
        }
        after.occupied = after.own | after.enemy;
        let mut stale = before.dependent[from & 127] | before.dependent[to & 127];
        let needs = tables.near[from & 127].pawns[them as usize] | tables.near[to & 127].pawns[them as usize];
        let near = needs.meets(board.pieces.squares(them, PAWN));
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
                if tables.near[passed & 127].pawn[us as usize].meets(child.pieces.squares(them, PAWN)) {
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

/// The number of moves of a King that is not in check, minus the moves of other pieces that pins forbid. The difference may wrap.
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
