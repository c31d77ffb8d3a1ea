//! The pieces, checks and pins of a position, computed once for each node.
//!
//! Moves are legal by construction. In check by one piece, every move of a piece other than the King must end in `check_mask`: on the
//! checker or between it and the King. An enemy rider pins a piece of the side to move if that is the only piece between the rider and the
//! King. The pinned piece may only move between the two or capture the rider. All other moves are legal, except that King moves and en
//! passant captures need a test. A Nightrider pins in the same way as a Rook, on the squares of its line.

use super::board::Board;
use super::kinds::{BISHOP, DRAGON, KING, KIRIN, KNIGHT, MARSHALL, PAWN, QUEEN, ROOK};
use super::tables::Tables;
use crate::set::Set;
use vperft::inner::game::variant::Color;

/// The pieces of both sides, and the checks and pins of the side to move.
#[derive(Clone, Copy)]
pub struct Node {
    /// The side to move.
    pub us: Color,
    /// Its pieces.
    pub own: Set<2>,
    /// The other side's pieces.
    pub enemy: Set<2>,
    /// All pieces.
    pub occupied: Set<2>,
    /// The King of the side to move.
    pub king: usize,
    /// The pieces that give check.
    pub checkers: Set<2>,
    /// The squares that end the check of a single checker.
    pub check_mask: Set<2>,
    /// The enemy riders that pin a piece.
    pub pinners: Set<2>,
}

impl Node {
    /// Examines all enemies that could capture the King.
    #[inline(always)]
    pub fn new(tables: &Tables, board: &Board) -> Self {
        let us = board.turn;
        let own = board.pieces.colors[us as usize];
        let enemy = board.pieces.colors[!us as usize];
        let occupied = own | enemy;
        let king = board.pieces.king(us);
        let leapers = leapers(tables, board, us, king) & enemy;
        let mut node = Self {
            us,
            own,
            enemy,
            occupied,
            king,
            checkers: leapers,
            check_mask: leapers,
            pinners: Set::EMPTY,
        };
        let between = &tables.between[king & 127];
        for rider in riders(tables, board, king) & enemy {
            let passed = between[rider & 127];
            let mut met = passed & occupied;
            if met.is_empty() {
                node.checkers.insert(rider);
                node.check_mask |= passed;
                node.check_mask.insert(rider);
            } else if met.meets(own) {
                met.pop();
                if met.is_empty() {
                    node.pinners.insert(rider);
                }
            }
        }
        node
    }

    /// The squares of the pinned pieces, and the squares to which each may go.
    #[inline(always)]
    pub fn pins(&self, tables: &Tables) -> impl Iterator<Item = (usize, Set<2>)> {
        let (between, own) = (&tables.between[self.king & 127], self.own);
        self.pinners.into_iter().map(move |pinner| {
            let mut pin_mask = between[pinner & 127];
            let pinned = (pin_mask & own).first();
            pin_mask.insert(pinner);
            (pinned, pin_mask)
        })
    }

    /// The squares to which the King may step (RYU-KING, RYU-CHECK).
    #[inline(always)]
    pub fn king_steps(&self, tables: &Tables, board: &Board) -> Set<2> {
        let mut steps = tables.near[self.king & 127].king - self.own;
        let without = self.occupied - Set::single(self.king);
        for to in steps {
            // A piece on the square is captured, so it does not attack and does not change what is behind it.
            if attacked(tables, board, self.us, to, without, self.enemy) {
                steps.remove(to);
            }
        }
        steps
    }

    /// The greatest distance of castling toward the a file and the j file: 0, 2 or 3 squares (RYU-CASTLE-1, -2, -3).
    #[inline(always)]
    pub fn castling(&self, tables: &Tables, board: &Board) -> [usize; 2] {
        let mut far = [0; 2];
        let rights = board.rights >> (2 * self.us as u8) & 3;
        if rights == 0 || !self.checkers.is_empty() {
            return far;
        }
        let without = self.occupied - Set::single(self.king);
        let safe = |to: usize| !attacked(tables, board, self.us, to, without, self.enemy);
        let home = self.king;
        let [left, right] = INSIDE[self.us as usize];
        if rights & 1 == 1 && !self.occupied.meets(left) && safe(home - 1) && safe(home - 2) {
            far[0] = 2 + usize::from(safe(home - 3));
        }
        if rights & 2 == 2 && !self.occupied.meets(right) && safe(home + 1) && safe(home + 2) {
            far[1] = 2 + usize::from(safe(home + 3));
        }
        far
    }
}

/// The squares between each colour's King and its Rooks on the a and the j file.
pub const INSIDE: [[Set<2>; 2]; 2] = [[row(1, 4), row(6, 8)], [row(91, 94), row(96, 98)]];

/// The squares from `first` to `last` on a rank.
const fn row(first: usize, last: usize) -> Set<2> {
    let mut set = Set::EMPTY;
    let mut square = first;
    while square <= last {
        set.insert(square);
        square += 1;
    }
    set
}

/// The pieces of either colour that attack a King of `us` on the square by a step or a leap.
#[inline(always)]
pub fn leapers(tables: &Tables, board: &Board, us: Color, square: usize) -> Set<2> {
    let kinds = &board.pieces.kinds;
    let near = &tables.near[square & 127];
    (near.knight & (kinds[KNIGHT] | kinds[MARSHALL]))
        | (near.kirin & kinds[KIRIN])
        | (near.king & kinds[KING])
        | (near.pawn[us as usize] & kinds[PAWN])
}

/// The riders of either colour that attack the square on an empty board.
#[inline(always)]
pub fn riders(tables: &Tables, board: &Board, square: usize) -> Set<2> {
    let kinds = &board.pieces.kinds;
    let near = &tables.near[square & 127];
    (near.straight & (kinds[ROOK] | kinds[MARSHALL] | kinds[QUEEN]))
        | (near.diagonal & (kinds[BISHOP] | kinds[DRAGON] | kinds[QUEEN]))
        | (near.night & kinds[DRAGON])
}

/// Whether one of the `enemy` pieces attacks a King of `us` on the square, given the occupied squares (GEN-ATTACK).
#[inline(always)]
pub fn attacked(
    tables: &Tables,
    board: &Board,
    us: Color,
    square: usize,
    occupied: Set<2>,
    enemy: Set<2>,
) -> bool {
    if leapers(tables, board, us, square).meets(enemy) {
        return true;
    }
    let between = &tables.between[square & 127];
    let mut candidates = riders(tables, board, square) & enemy;
    while let Some(rider) = candidates.pop() {
        if !between[rider & 127].meets(occupied) {
            return true;
        }
    }
    false
}

/// The Pawns of the side to move that may capture en passant on the square (RYU-EP). Each capture is tried, because it takes two pieces off
/// their lines.
#[inline(always)]
pub fn en_passant(tables: &Tables, board: &Board, square: usize) -> Set<2> {
    let us = board.turn;
    let own = board.pieces.colors[us as usize];
    let passer = if us == Color::White { square - 10 } else { square + 10 };
    let enemy = board.pieces.colors[!us as usize] - Set::single(passer);
    let mut takers = own & board.pieces.kinds[PAWN] & tables.near[square & 127].pawn[!us as usize];
    for from in takers {
        let occupied = ((own | enemy) - Set::single(from)) | Set::single(square);
        if attacked(tables, board, us, board.pieces.king(us), occupied, enemy) {
            takers.remove(from);
        }
    }
    takers
}
