//! Counts the last two plies together: all replies to all moves.
//!
//! The number of moves of a piece depends on few squares, its [`region`], and on the squares where it may land with the King safe. The
//! replies are first counted piece by piece on the board before the move. For every move, only the pinned pieces and the pieces whose
//! region has a changed square are counted again. The checks, the pins and the King's moves are computed for every move.

use super::board::Board;
use super::moves::{self, exchangers, king};
use super::node::Node;
use super::packed_move::{Count, PackedMove};
use super::pawns;
use super::regions::region;
use super::tables::{GIRAFFE, KING, LION, N, PAWN, QUEEN, ROOK, Squares, Tables};

/// The greatest number of pieces of a side, besides King and Pawns, that have a slot. A board with more of them, which no game reaches, is
/// counted move by move.
const SLOTS: usize = 32;

/// The replies on the board before the move.
struct Before {
    /// The squares of the pieces other than King and Pawns, and the number of replies of each.
    slots: [(u8, u16); SLOTS],
    /// The squares to which each may induce the King.
    induced: [Squares; SLOTS],
    /// The slots of the Queens.
    queens: u32,
    /// The slots of the pieces that are counted again for every move.
    always: u32,
    /// For every square, the slots of the pieces whose region includes it, as bits.
    dependent: [u32; N],
    /// The Pawns.
    pawns: Squares,
    /// The number of their replies.
    by_pawns: u64,
    /// The number of replies by all pieces except the King.
    total: u64,
    /// The squares where an unpinned piece may land.
    check_mask: Squares,
    /// The pinned pieces.
    pinned: Squares,
    /// The pieces of the types that a Pawn promotes to only if one is lost.
    scarce: Squares,
}

impl Before {
    /// The replies of the side to move.
    #[inline(always)]
    fn new(node: &Node<'_>) -> Self {
        let kinds = &node.board.pieces.kinds;
        let mut by_pawns = Count(0);
        pawns::own(node, &mut by_pawns);
        let mut before = Self {
            slots: [(0, 0); SLOTS],
            induced: [Squares::EMPTY; SLOTS],
            queens: 0,
            always: 0,
            dependent: [0; N],
            pawns: node.squares(PAWN),
            by_pawns: by_pawns.0,
            total: by_pawns.0,
            check_mask: node.landing.check_mask,
            pinned: node.landing.pinned,
            scarce: node.own & (kinds[ROOK] | kinds[QUEEN] | kinds[LION] | kinds[GIRAFFE]),
        };
        for (slot, from) in (node.own - kinds[PAWN] - kinds[KING]).into_iter().enumerate().take(SLOTS) {
            let Some(who) = node.board.pieces.get(from) else { continue };
            let mut count = Count(0);
            before.induced[slot] = moves::piece(node, who.kind(), from, &mut count);
            before.slots[slot] = (from as u8, count.0 as u16);
            before.total += count.0;
            before.queens |= u32::from(who.kind() == QUEEN) << slot;
            // Double captures of a Lion are tried one by one.
            let tries = who.kind() == LION && node.tables.king[from].meets(node.enemy);
            before.always |= u32::from(tries) << slot;
            region(node, who.kind(), from).each(|square| before.dependent[square] |= 1 << slot);
        }
        before
    }

    /// Whether these counts are valid after a move that changed these squares.
    #[inline(always)]
    fn is_valid(&self, node: &Node<'_>, changed: Squares) -> bool {
        !node.landing.check
            && node.landing.check_mask == self.check_mask
            && (self.pawns.is_empty() || !changed.meets(self.scarce))
    }

    /// The number of replies after a move that changed these squares.
    #[inline(always)]
    fn after(&self, node: &Node<'_>, changed: Squares) -> u64 {
        let mut stale = self.always;
        let mut near = Squares::EMPTY;
        for square in changed {
            stale |= self.dependent[square];
            near |= node.tables.pawn_needs[node.us as usize][square];
        }
        let pinned = self.pinned | node.landing.pinned;
        for square in pinned {
            stale |= self.dependent[square];
        }
        let mut total = self.total;
        let mut count = Count(0);
        if (near | pinned).meets(self.pawns) || node.board.passed.is_some() {
            total -= self.by_pawns;
            pawns::own(node, &mut count);
        }
        let mut induced = Squares::EMPTY;
        let mut queens = self.queens & !stale;
        while queens != 0 {
            induced |= self.induced[queens.trailing_zeros() as usize];
            queens &= queens - 1;
        }
        while stale != 0 {
            let (from, known) = self.slots[stale.trailing_zeros() as usize];
            stale &= stale - 1;
            total -= u64::from(known);
            let from = usize::from(from);
            if node.own.contains(from)
                && let Some(who) = node.board.pieces.get(from)
            {
                induced |= moves::piece(node, who.kind(), from, &mut count);
            }
        }
        king(node, induced, exchangers(node), &mut count);
        total + count.0
    }
}

/// The number of replies to all these legal moves together.
#[inline(always)]
pub fn replies(tables: &'static Tables, board: &Board, packed_moves: &[PackedMove]) -> u64 {
    let mut turned = *board;
    turned.turn = !board.turn;
    turned.passed = None;
    let node = Node::new(tables, &turned);
    let is_roomy = (node.own - node.squares(PAWN)).len() <= SLOTS as u32;
    // If the side to move is in check, the enemy could capture its King on this board, so its moves there are not defined.
    let is_defined = is_roomy && turned.exposed_king(tables, board.turn).is_none();
    let before = if is_defined { Some(Before::new(&node)) } else { None };
    let mut total = 0;
    for &packed in packed_moves {
        let child = board.after(tables, packed);
        let node = Node::new(tables, &child);
        let [white, black] = child.pieces.colors;
        let changed = (white ^ board.pieces.colors[0]) | (black ^ board.pieces.colors[1]);
        total += match &before {
            Some(before) if before.is_valid(&node, changed) => before.after(&node, changed),
            _ => {
                let mut count = Count(0);
                moves::generate(&node, &mut count);
                count.0
            }
        };
    }
    total
}
