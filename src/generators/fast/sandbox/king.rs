//! When a King can be captured, and what that leaves to the other pieces (GEN-CHECK).
//!
//! Leapers aside, every attack on a King runs along the path of an aligned enemy. A path of a slide is open
//! when nothing stands on it, a Vao's when exactly one piece does and no square of it is closed. So a move of
//! another piece matters only through the squares it empties and fills, and one pass over the aligned enemies
//! says for all of them where they may land: [`Attackers::landing`]. Brouhaha squares need no care here: one that is left
//! closes, which keeps a slide's path shut and spoils a Vao's for good.

use super::super::set::Set;
use super::tables::{
    BOARD, BROUHAHA, GIRAFFE, KING, KNIGHT, LION, NOT_FIRST_FILE, NOT_LAST_FILE, PAWN, QUEEN, RANK, ROOK,
    Squares, Tables, VAO,
};
use crate::game::variant::Color;

/// One side's pieces as attackers.
#[derive(Clone, Copy)]
pub struct Attackers<'a> {
    /// The tables.
    pub tables: &'static Tables,
    /// The pieces of each type, of any side.
    pub kinds: &'a [Squares; 8],
    /// Their colour.
    pub color: Color,
    /// Their squares.
    pub pieces: Squares,
}

/// What the aligned enemies leave to the pieces of a King.
#[derive(Clone, Copy)]
pub struct Landing {
    /// Where one more piece may land, or take an enemy, so that the King is safe then.
    pub check_mask: Squares,
    /// The pieces whose departure may change that.
    pub pinned: Squares,
    /// The squares where the capture of an enemy may change that: the paths and their attackers.
    pub delicate: Squares,
    /// Whether the King is attacked now.
    pub check: bool,
}

impl Attackers<'_> {
    /// The attackers of a square that nothing between can stop.
    #[inline(always)]
    fn leapers(&self, square: usize) -> Squares {
        let (tables, kinds) = (self.tables, self.kinds);
        self.pieces
            & (tables.knight[square] & kinds[KNIGHT]
                | tables.near[square] & kinds[LION]
                | tables.diagonal_step[square] & kinds[GIRAFFE]
                | tables.pawn_sources[self.color as usize][square] & kinds[PAWN])
    }

    /// The pieces aligned with a square that need an empty path.
    #[inline(always)]
    fn sliders(&self, square: usize) -> Squares {
        let (tables, kinds) = (self.tables, self.kinds);
        self.pieces
            & (tables.orthogonal[square] & (kinds[ROOK] | kinds[QUEEN])
                | tables.diagonal[square] & kinds[QUEEN]
                | tables.third[square] & kinds[LION]
                | tables.bent[square] & kinds[GIRAFFE])
    }

    /// The Vaos on the diagonals of a square.
    #[inline(always)]
    fn hoppers(&self, square: usize) -> Squares {
        self.pieces & self.tables.diagonal[square] & self.kinds[VAO]
    }

    /// The squares that the pieces attack whatever stands between.
    #[inline(always)]
    pub fn leaped(&self) -> Squares {
        let tables = self.tables;
        let of = |kind: usize| self.pieces & self.kinds[kind];
        let (left, right) = (of(PAWN) & NOT_FIRST_FILE, of(PAWN) & NOT_LAST_FILE);
        let mut leaped = match self.color {
            Color::White => left.up(RANK - 1) | right.up(RANK + 1),
            Color::Black => left.down(RANK + 1) | right.down(RANK - 1),
        };
        leaped |= tables.king[of(KING).first()];
        for knight in of(KNIGHT) {
            leaped |= tables.knight[knight];
        }
        for lion in of(LION) {
            leaped |= tables.near[lion];
        }
        for giraffe in of(GIRAFFE) {
            leaped |= tables.diagonal_step[giraffe];
        }
        leaped
    }

    /// Whether a King on the square could be captured along a path where these squares are occupied.
    #[inline(always)]
    pub fn attack_along(&self, square: usize, occupied: Squares) -> bool {
        let blocked = occupied | BROUHAHA;
        for attacker in self.sliders(square) {
            if !self.tables.path(square, attacker).meets(blocked) {
                return true;
            }
        }
        for attacker in self.hoppers(square) {
            let hurdles = self.tables.path(square, attacker) & blocked;
            if !hurdles.is_empty() && !hurdles.is_many() && occupied.meets(hurdles) {
                return true;
            }
        }
        false
    }

    /// Whether a King on the square could be captured where these squares are occupied (GEN-ATTACK).
    #[inline(never)]
    pub fn attack(&self, square: usize, occupied: Squares) -> bool {
        self.leaped().contains(square) || self.attack_along(square, occupied)
    }

    /// What these attackers leave to the pieces of a King where these squares are occupied.
    #[inline(always)]
    pub fn landing(&self, king: usize, own: Squares, occupied: Squares) -> Landing {
        let blocked = occupied | BROUHAHA;
        let leapers = self.leapers(king);
        let mut landing = Landing {
            check_mask: BOARD,
            pinned: Squares::EMPTY,
            delicate: leapers,
            check: !leapers.is_empty(),
        };
        if landing.check {
            landing.check_mask = if leapers.is_many() { Squares::EMPTY } else { leapers };
        }
        for attacker in self.sliders(king) {
            let path = self.tables.path(king, attacker);
            let stop = path | Set::of(attacker);
            let between = path & blocked;
            landing.delicate |= stop;
            if between.is_empty() {
                landing.check = true;
                landing.check_mask &= stop;
            } else if !between.is_many() {
                landing.pinned |= between & own;
            }
        }
        for attacker in self.hoppers(king) {
            let path = self.tables.path(king, attacker);
            if path.meets(BROUHAHA - occupied) {
                continue;
            }
            landing.delicate |= path | Set::of(attacker);
            let mut further = path & occupied;
            let hurdles = further & own;
            let empty = path - occupied;
            match (further.pop(), further.pop(), further.is_empty()) {
                // A piece that steps in would be the hurdle.
                (None, ..) => landing.check_mask -= path,
                (Some(_), None, _) => {
                    landing.check = true;
                    landing.check_mask &= empty | Set::of(attacker);
                    landing.pinned |= hurdles;
                }
                // If one of two hurdles leaves, the other is alone.
                (Some(_), Some(_), true) => landing.pinned |= hurdles,
                _ => {}
            }
        }
        landing
    }

    /// Where a pinned piece may land: `landing` without it.
    #[inline(never)]
    pub fn landing_without(&self, king: usize, own: Squares, occupied: Squares, square: usize) -> Squares {
        let mut left = occupied;
        left.remove(square);
        self.landing(king, own, left).check_mask
    }
}
