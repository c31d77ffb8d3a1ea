//! Attacks on a King, and the squares where the other pieces may land with the King safe (GEN-CHECK).
//!
//! Except for leaps, every attack on a King follows the path of an aligned enemy. The path of a slide is open if it has no piece; the path
//! of a Vao is open if it has exactly one piece and no closed square. A move of another piece therefore matters only through the squares
//! that it empties and fills. One pass over the aligned enemies finds where all pieces may land: [`Attackers::landing`]. Brouhaha squares
//! need no special care: one that a piece leaves closes, which keeps the path of a slide closed and closes that of a Vao permanently.

use super::super::set::Set;
use super::tables::{
    BOARD, BROUHAHA, GIRAFFE, KING, KNIGHT, LION, NOT_FIRST_FILE, NOT_LAST_FILE, PAWN, QUEEN, RANK, ROOK,
    Squares, Tables, VAO,
};
use vperft::inner::game::variant::Color;

/// The pieces of one side as attackers.
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

/// The squares where pieces of a side may land with their King safe.
#[derive(Clone, Copy)]
pub struct Landing {
    /// The squares where a piece that was not in the way of an attack may land, or capture an enemy, so that the King is safe.
    pub check_mask: Squares,
    /// The pieces that may not land on all of these squares, because leaving their squares may open an attack.
    pub pinned: Squares,
    /// The squares where the capture of an enemy may change the others: the paths and their attackers.
    pub delicate: Squares,
    /// Whether the King is attacked now.
    pub check: bool,
}

impl Attackers<'_> {
    /// The attackers of a square by steps and leaps.
    #[inline(always)]
    fn leapers(&self, square: usize) -> Squares {
        let (tables, kinds) = (self.tables, self.kinds);
        self.pieces
            & (tables.knight[square] & kinds[KNIGHT]
                | tables.near[square] & kinds[LION]
                | tables.diagonal_step[square] & kinds[GIRAFFE]
                | tables.pawn_sources[self.color as usize][square] & kinds[PAWN])
    }

    /// The aligned pieces that attack a square along an empty path.
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

    /// The squares that the pieces attack by steps and leaps.
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

    /// Whether a King on the square is attacked along a path, given the occupied squares.
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

    /// Whether a King on the square is attacked, given the occupied squares (GEN-ATTACK).
    #[inline(never)]
    pub fn attack(&self, square: usize, occupied: Squares) -> bool {
        self.leaped().contains(square) || self.attack_along(square, occupied)
    }

    /// The squares where the pieces of a King may land, given the occupied squares.
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
            let stop = path | Set::single(attacker);
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
            landing.delicate |= path | Set::single(attacker);
            let mut further = path & occupied;
            let hurdles = further & own;
            let empty = path - occupied;
            match (further.pop(), further.pop(), further.is_empty()) {
                // A piece that lands on the path would be the hurdle.
                (None, ..) => landing.check_mask -= path,
                (Some(_), None, _) => {
                    landing.check = true;
                    landing.check_mask &= empty | Set::single(attacker);
                    landing.pinned |= hurdles;
                }
                // If one of two hurdles leaves, the other is the only one.
                (Some(_), Some(_), true) => landing.pinned |= hurdles,
                _ => {}
            }
        }
        landing
    }

    /// The squares where a pinned piece may land: `landing` without the piece.
    #[inline(never)]
    pub fn landing_without(&self, king: usize, own: Squares, occupied: Squares, square: usize) -> Squares {
        let mut left = occupied;
        left.remove(square);
        self.landing(king, own, left).check_mask
    }
}
