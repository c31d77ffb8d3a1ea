//! Counts the last two plies together: all replies to all moves.
//!
//! The moves of a piece depend on few squares, its region, and on whether it is frozen. The replies are first counted piece by piece on the
//! board before the move. For every move, only the pieces whose region has a changed square, or that the move freezes or frees, are counted
//! again.

use super::super::set::Set;
use super::board::{
    ADVANCER, Board, CANNON_PAWN, CHAMELEON, ENEMY, IMMOBILIZER, KING, LONG_LEAPER, OWN, SWAPPER, WITHDRAWER,
};
use super::count::{Node, count};
use super::packed_move::PackedMove;
use super::squares::{ALL, NOWHERE};
use super::tables::{Tables, pop};

/// The greatest number of pieces of a side, besides King and Pawns, that have a slot. A board with more of them, which no game reaches, is
/// counted move by move.
const SLOTS: usize = 32;

/// The replies on the board before the move.
struct Before {
    /// The squares and types of the pieces other than King and Pawns, and the number of replies of each.
    slots: [(u8, u8, u8); SLOTS],
    /// For every square, the slots of the pieces whose region includes it, as bits.
    dependent: [u32; 128],
    frozen: Set<2>,
    /// The King and the Pawns.
    king_and_pawns: Set<2>,
    /// The number of their replies.
    by_king_and_pawns: u64,
    /// The number of all replies.
    total: u64,
}

impl Before {
    /// The replies of the side to move.
    #[inline(always)]
    fn new(node: &Node<'_>) -> Self {
        let rows = &node.board.rows;
        let (own, frozen) = (rows[OWN], node.frozen());
        let by_king_and_pawns = by_king_and_pawns(node);
        let king_and_pawns = own & (rows[KING] | rows[CANNON_PAWN]);
        let (slots, dependent) = ([(0, 0, 0); SLOTS], [0; 128]);
        let mut before =
            Self { slots, dependent, frozen, king_and_pawns, by_king_and_pawns, total: by_king_and_pawns };
        let mut slot = 0;
        for kind in ADVANCER..CANNON_PAWN {
            let mut pieces = node.board.rows[kind] & own;
            while let Some(from) = pop(&mut pieces) {
                let count = officer(node, kind, from);
                before.slots[slot % SLOTS] = (from as u8, kind as u8, count as u8);
                before.total += count;
                for square in region(node, kind, from) {
                    before.dependent[square & 127] |= 1 << (slot % SLOTS);
                }
                slot += 1;
            }
        }
        before
    }

    /// The number of replies after a move without an exchange. Counts the `stale` pieces again, and King and Pawns if the move is `near`
    /// one.
    #[inline(always)]
    fn after(&self, node: &Node<'_>, stale: u32, near: bool) -> u64 {
        let own = node.board.rows[OWN];
        let (mut stale, mut total) = (stale, self.total);
        let mut changed = self.frozen ^ node.frozen();
        if near || changed.meets(self.king_and_pawns) {
            total = total - self.by_king_and_pawns + by_king_and_pawns(node);
        }
        while let Some(square) = pop(&mut changed) {
            stale |= self.dependent[square];
        }
        while stale != 0 {
            let (from, kind, known) = self.slots[stale.trailing_zeros() as usize];
            stale &= stale - 1;
            total -= u64::from(known);
            if own.contains(usize::from(from) & 127) {
                total += officer(node, kind.into(), from.into());
            }
        }
        total
    }
}

/// The number of moves of King and Pawns.
#[inline(always)]
fn by_king_and_pawns(node: &Node<'_>) -> u64 {
    let suicides = node.frozen() & node.board.rows[CANNON_PAWN];
    node.king() + node.pawns() + u64::from(suicides.len())
}

/// The number of moves of a piece other than a King or a Pawn.
#[inline(always)]
fn officer(node: &Node<'_>, kind: usize, from: usize) -> u64 {
    let tables = node.tables;
    if !node.active.contains(from) {
        return 1;
    }
    let mut count = u64::from(tables.inner_slides(from, !node.quiet).count_ones());
    let (behind, edge) = (node.enemies(WITHDRAWER), from >= 64);
    match kind {
        LONG_LEAPER => {
            for direction in 0..8 {
                let (blocker, _) = tables.slide(from, direction, node.occupied);
                if node.enemy.contains(blocker) {
                    count += node.landings(blocker, direction, node.enemy, Set::EMPTY).0;
                }
            }
        }
        SWAPPER => count += node.swapper(from),
        WITHDRAWER => count += node.withdrawals(from, node.enemy),
        CHAMELEON => {
            count += node.chameleon(from);
            if edge {
                count += node.approaches(from, node.enemies(ADVANCER), behind);
            }
        }
        ADVANCER if edge => count += node.approaches(from, node.enemy, Set::EMPTY),
        _ => {}
    }
    count
}

/// The squares on which the number of moves of a piece other than a King or a Pawn depends.
#[inline(always)]
fn region(node: &Node<'_>, kind: usize, from: usize) -> Set<2> {
    let tables = node.tables;
    let mut region = tables.alone[from] | tables.near[from];
    let leapt = match kind {
        LONG_LEAPER => node.enemy,
        CHAMELEON => node.enemies(LONG_LEAPER),
        _ => Set::EMPTY,
    };
    if kind == CHAMELEON {
        region |= tables.two[from];
    }
    let begun = (ALL - node.occupied) | leapt;
    for direction in 0..8 {
        if !begun.contains(tables.step(from, direction)) {
            continue;
        }
        let (mut blocker, run) = tables.slide(from, direction, node.occupied);
        region |= run | tables.alone[blocker];
        while leapt.contains(blocker) {
            let landing = tables.step(blocker, direction);
            region |= tables.alone[landing];
            if landing == usize::from(NOWHERE) || node.occupied.contains(landing) {
                break;
            }
            let (next, run) = tables.slide(landing, direction, node.occupied);
            region |= run | tables.alone[next];
            blocker = next;
        }
    }
    region
}

/// The number of replies to all these legal moves together.
#[inline(always)]
pub(super) fn replies(tables: &Tables, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    let mut turned = *board;
    turned.rows.swap(OWN, ENEMY);
    turned.turn = !board.turn;
    turned.ban = super::board::NO_BAN;
    let node = Node::new(tables, &turned);
    let (own, kings) = (turned.rows[OWN], turned.rows[KING]);
    let is_roomy = (own - turned.rows[CANNON_PAWN]).len() <= SLOTS as u32;
    let before = Before::new(&node);
    let mut total = 0;
    for &packed in packed_moves {
        let emptied = packed.emptied();
        if packed.exchanges() || !is_roomy {
            total += count(tables, &packed.play(tables, board));
            continue;
        }
        // A side without a King has no moves.
        let captured = emptied & own;
        if captured.meets(kings) {
            continue;
        }
        let (mut stale, mut near) = (0, captured);
        let mut changed = emptied | tables.alone[packed.end()];
        while let Some(square) = pop(&mut changed) {
            stale |= before.dependent[square];
            near |= tables.near[square] | tables.two[square];
        }
        let near = near.meets(before.king_and_pawns) || !captured.is_empty();
        // Only these types freeze other pieces.
        let freezes = matches!(packed.becomes(), IMMOBILIZER | CHAMELEON);
        if stale == 0 && !near && !freezes {
            total += before.total;
        } else {
            let child = packed.play(tables, board);
            total += before.after(&Node::new(tables, &child), stale, near);
        }
    }
    total
}
