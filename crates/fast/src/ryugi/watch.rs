//! The enemy moves that may change a [`Node`], the moves of its King, or the moves that its pins forbid.
//!
//! These depend on the squares around the King and those it castles over, on the enemies that attack them, and on the lines on which they
//! attack or nearly attack them. A line with more pieces than one move can remove does not matter.

use super::board::{Board, ROOKS};
use super::kinds::{BISHOP, DRAGON, KING, KIRIN, KNIGHT, MARSHALL, QUEEN, ROOK};
use super::node::{INSIDE, Node, leapers, riders};
use super::tables::Tables;
use crate::set::Set;
use vperft::inner::game::variant::Color;

/// The squares and enemy moves that matter to the King of the side to move, before its enemy moves.
#[derive(Clone, Copy)]
pub struct Watch {
    king: usize,
    /// The squares for which it matters to the King whether they are attacked.
    zone: Set<2>,
    /// The squares where a change may matter.
    pub touch: Set<2>,
}

impl Watch {
    /// Examines, for every square of the zone, the enemies that attack it or nearly do.
    #[inline(always)]
    pub fn new(tables: &Tables, board: &Board, node: &Node) -> Self {
        let us = node.us as usize;
        let ring = tables.near[node.king & 127].king;
        let mut watch = Self { king: node.king, zone: ring, touch: ring };
        if board.rights >> (2 * us) & 3 != 0 {
            let inside = INSIDE[us][0] | INSIDE[us][1];
            watch.zone |= inside;
            watch.touch |= inside | Set::single(ROOKS[2 * us]) | Set::single(ROOKS[2 * us + 1]);
        }
        // A square with a friend matters only once the friend is captured, which `touch` covers.
        watch.zone -= node.own;
        watch.zone.insert(node.king & 127);
        let without = node.occupied - Set::single(node.king & 127);
        for square in watch.zone {
            watch.touch |= leapers(tables, board, node.us, square) & node.enemy;
            let limit = u32::from(square == node.king);
            for rider in riders(tables, board, square) & node.enemy {
                let way = tables.between[square & 127][rider & 127];
                let blockers = (way & without).len();
                if blockers <= limit + 1 {
                    watch.touch |= way;
                }
                if blockers <= limit {
                    watch.touch.insert(rider & 127);
                }
            }
        }
        watch
    }

    /// Whether an enemy piece that arrives on a square matters to the King, given the occupied squares.
    #[inline(always)]
    pub fn minds(&self, tables: &Tables, enemy: Color, kind: usize, to: usize, occupied: Set<2>) -> bool {
        let near = &tables.near[to & 127];
        let (leaps, rides) = match kind {
            KING => (near.king, Set::EMPTY),
            QUEEN => (Set::EMPTY, near.straight | near.diagonal),
            MARSHALL => (near.knight, near.straight),
            DRAGON => (Set::EMPTY, near.diagonal | near.night),
            ROOK => (Set::EMPTY, near.straight),
            BISHOP => (Set::EMPTY, near.diagonal),
            KNIGHT => (near.knight, Set::EMPTY),
            KIRIN => (near.kirin, Set::EMPTY),
            _ => (near.pawn[enemy as usize], Set::EMPTY),
        };
        let mut minds = leaps.meets(self.zone);
        for square in rides & self.zone {
            let mut blockers = tables.between[square & 127][to & 127] & occupied;
            blockers.remove(self.king & 127);
            if square == self.king {
                blockers.pop();
            }
            minds |= blockers.is_empty();
        }
        minds
    }
}
