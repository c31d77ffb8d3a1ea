//! What a position's move generation needs to know once: who stands where, who gives check, and who may pin.
//!
//! Legality by construction. In check by one man, every move but the King's must end in `evasion`: on the checker
//! or between it and the King. An enemy rider with exactly one man of the side to move between it and the King
//! pins that man: it may only move between the two or capture the rider. Every other move but the King's and en
//! passant is legal as it stands. A Nightrider pins as a Rook does, on the squares of its line.

use super::board::Board;
use super::kinds::{BISHOP, DRAGON, KING, KIRIN, KNIGHT, MARSHALL, PAWN, QUEEN, ROOK};
use super::tables::Tables;
use crate::fast::set::Set;
use crate::variant::Color;

/// The squares of the men, and the danger the King is in.
#[derive(Clone, Copy)]
pub struct Node {
    /// The side to move.
    pub us: Color,
    /// Its men.
    pub own: Set<2>,
    /// The other side's men.
    pub enemy: Set<2>,
    /// All men.
    pub occupied: Set<2>,
    /// The King of the side to move.
    pub king: usize,
    /// The men that give check.
    pub checkers: Set<2>,
    /// The squares that end the check of a single checker.
    pub evasion: Set<2>,
    /// The enemy riders that pin a man.
    pub pinners: Set<2>,
}

impl Node {
    /// Looks from the King at everything that could capture it.
    #[inline(always)]
    pub fn new(tables: &Tables, board: &Board) -> Self {
        let us = board.turn;
        let own = board.men.colors[us as usize];
        let enemy = board.men.colors[!us as usize];
        let occupied = own | enemy;
        let king = board.king(us);
        let leapers = leapers(tables, board, us, king) & enemy;
        let mut node =
            Self { us, own, enemy, occupied, king, checkers: leapers, evasion: leapers, pinners: Set::EMPTY };
        let between = &tables.between[king & 127];
        (riders(tables, board, king) & enemy).each(|rider| {
            let passed = between[rider & 127];
            let mut met = passed & occupied;
            if met.is_empty() {
                node.checkers.insert(rider);
                node.evasion |= passed;
                node.evasion.insert(rider);
            } else if met.meets(own) {
                met.pop();
                if met.is_empty() {
                    node.pinners.insert(rider);
                }
            }
        });
        node
    }

    /// For every pinned man: its square and the squares it may go to.
    #[inline(always)]
    pub fn each_pin(&self, tables: &Tables, mut visit: impl FnMut(usize, Set<2>)) {
        self.pinners.each(|pinner| {
            let mut line = tables.between[self.king & 127][pinner & 127];
            let pinned = (line & self.own).first();
            line.insert(pinner);
            visit(pinned, line);
        });
    }

    /// Where the King may step (RYU-KING, RYU-CHECK).
    #[inline(always)]
    pub fn king_steps(&self, tables: &Tables, board: &Board) -> Set<2> {
        let mut steps = tables.near[self.king & 127].king - self.own;
        let without = self.occupied - Set::of(self.king);
        steps.each(|to| {
            // What stands there is captured, so it neither attacks nor matters to those behind it.
            if attacked(tables, board, self.us, to, without, self.enemy) {
                steps.remove(to);
            }
        });
        steps
    }

    /// How far the King may castle toward the a and the j file: 0, 2 or 3 squares (RYU-CASTLE-1, -2, -3).
    #[inline(always)]
    pub fn castling(&self, tables: &Tables, board: &Board) -> [usize; 2] {
        let mut far = [0; 2];
        let rights = board.rights >> (2 * self.us as u8) & 3;
        if rights == 0 || !self.checkers.is_empty() {
            return far;
        }
        let without = self.occupied - Set::of(self.king);
        let safe = |to: usize| !attacked(tables, board, self.us, to, without, self.enemy);
        let home = self.king;
        if rights & 1 == 1 && !self.occupied.meets(span(home - 4, 4)) && safe(home - 1) && safe(home - 2) {
            far[0] = 2 + usize::from(safe(home - 3));
        }
        if rights & 2 == 2 && !self.occupied.meets(span(home + 1, 3)) && safe(home + 1) && safe(home + 2) {
            far[1] = 2 + usize::from(safe(home + 3));
        }
        far
    }
}

/// So many squares in a row from a square.
#[inline(always)]
fn span(from: usize, length: u32) -> Set<2> {
    let bits = ((1_u128 << length) - 1) << (from & 127);
    Set([bits as u64, (bits >> 64) as u64])
}

/// The men of either colour that would capture a King of `us` on the square by a step or a leap.
#[inline(always)]
fn leapers(tables: &Tables, board: &Board, us: Color, square: usize) -> Set<2> {
    let kinds = &board.men.kinds;
    let near = &tables.near[square & 127];
    (near.knight & (kinds[KNIGHT] | kinds[MARSHALL]))
        | (near.kirin & kinds[KIRIN])
        | (near.king & kinds[KING])
        | (near.pawn[us as usize] & kinds[PAWN])
}

/// The men of either colour that would capture on the square if nothing stood between.
#[inline(always)]
fn riders(tables: &Tables, board: &Board, square: usize) -> Set<2> {
    let kinds = &board.men.kinds;
    let near = &tables.near[square & 127];
    (near.straight & (kinds[ROOK] | kinds[MARSHALL] | kinds[QUEEN]))
        | (near.diagonal & (kinds[BISHOP] | kinds[DRAGON] | kinds[QUEEN]))
        | (near.night & kinds[DRAGON])
}

/// Whether one of the `enemy` men could capture a King of `us` on the square (GEN-ATTACK), with these squares
/// occupied.
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

/// The Pawns of the side to move that may capture en passant on the square (RYU-EP), each tried: two men leave
/// their lines at once.
#[inline(always)]
pub fn en_passant(tables: &Tables, board: &Board, square: usize) -> Set<2> {
    let us = board.turn;
    let own = board.men.colors[us as usize];
    let passer = if us == Color::White { square - 10 } else { square + 10 };
    let enemy = board.men.colors[!us as usize] - Set::of(passer);
    let mut takers = own & board.men.kinds[PAWN] & tables.near[square & 127].pawn[!us as usize];
    takers.each(|from| {
        let occupied = ((own | enemy) - Set::of(from)) | Set::of(square);
        if attacked(tables, board, us, board.king(us), occupied, enemy) {
            takers.remove(from);
        }
    });
    takers
}
