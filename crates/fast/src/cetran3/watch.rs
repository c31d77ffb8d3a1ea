//! The enemy moves that may change the checks and pins of a King.
//!
//! A [`Node`](super::king::Node) depends on the squares around the King, on the enemies that attack them, and on the paths by which they
//! attack or nearly attack them. A move that touches none of these squares does not change the node, if its piece attacks nothing around
//! the King from its end square. A path with more pieces than one move can remove does not matter.

use super::board::Board;
use super::kinds;
use super::king::{around, free_around};
use super::play::PackedMove;
use super::tables::{Squares, Tables, ZONE_KING, ZONE_RIDES};

/// The squares and enemy moves that matter to the King of the side to move, before its enemy moves.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    king: usize,
    /// The King's square and the squares around it without a friend, as the bits of a zone.
    zone: u32,
    /// The squares where a change may matter.
    pub touch: Squares,
}

impl Watch {
    /// Examines all enemies once.
    #[inline(always)]
    pub fn new(board: &Board, tables: &Tables) -> Self {
        let us = board.turn as usize;
        let king = usize::from(board.kings[us]);
        let zone = free_around(board, tables, us, king) | ZONE_KING;
        let mut watch = Self { king, zone, touch: tables.pawn_watch[us][king] };
        let mut without_king = board.occupied();
        without_king.remove(king);
        let enemies = board.colors[us ^ 1];
        for enemy in enemies - board.kinds[kinds::PAWN] {
            let kind = board.kind(enemy);
            let attacked = tables.zone[kind][tables.displacement(king, enemy)];
            if attacked & zone != 0 {
                watch.touch.insert(enemy);
            }
            let mut rides = attacked >> ZONE_RIDES & zone;
            while rides != 0 {
                let bit = rides.trailing_zeros();
                rides &= rides - 1;
                let needed = u32::from(1 << bit == ZONE_KING);
                for path in tables.paths(kind, enemy, around(king, bit)) {
                    let blockers = (path & without_king).len();
                    if blockers <= needed + 1 {
                        watch.touch |= path;
                    }
                    if blockers <= needed {
                        watch.touch.insert(enemy);
                    }
                }
            }
        }
        watch
    }

    /// Whether an enemy move matters to the King because of what its piece attacks from the end square.
    #[inline(always)]
    pub fn minds(&self, board: &Board, tables: &Tables, packed: PackedMove) -> bool {
        let (to, kind) = (usize::from(packed.to), usize::from(packed.becomes));
        // `touch` includes the squares from which Pawns attack.
        if kind == kinds::PAWN {
            return false;
        }
        let attacked = tables.zone[kind][tables.displacement(self.king, to)];
        let mut rides = attacked >> ZONE_RIDES & self.zone;
        let mut minds = attacked & self.zone != 0;
        if rides != 0 && !minds {
            let mut occupied = board.occupied();
            occupied.remove(packed.from.into());
            occupied.remove(self.king);
            while rides != 0 {
                let bit = rides.trailing_zeros();
                rides &= rides - 1;
                for path in tables.paths(kind, to, around(self.king, bit)) {
                    let blockers = path & occupied;
                    minds |= blockers.is_empty() || 1 << bit == ZONE_KING && !blockers.is_many();
                }
            }
        }
        minds
    }
}
