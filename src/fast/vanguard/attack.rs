//! Attacks on a King: who gives them, what parries them, and which pieces stand in their way.
//!
//! An attack is asked about from the King's square: every piece's capture is turned round (GEN-ATTACK).

use super::board::Board;
use super::moves::View;
use super::tables::{FORWARD, LEFT, RIGHT, Set, Tables, kind};
use crate::fast::rays::{DIAGONAL, ORTHOGONAL};

/// The attacking side's pieces, by how they attack. The sets stay those of the board where they were made;
/// what has left it since is masked when it is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Foes {
    /// The index of the side.
    color: usize,
    /// All its pieces.
    pub all: Set,
    /// Those that slide along ranks and files: Queen, Rook, Chancellor.
    rooks: Set,
    /// Those that slide along diagonals: Queen, Bishop, Princess.
    bishops: Set,
    /// Those that also capture by a (1,2) leap.
    leapers: Set,
    /// Those that capture one step diagonally forward.
    pawns: Set,
    /// Everything that may attack along a rank or file from afar.
    orthogonal: Set,
    /// Everything that may attack along a diagonal from afar.
    diagonal: Set,
    /// Every type's pieces.
    kinds: [Set; 21],
    unmoved: Set,
}

impl Foes {
    /// One side's pieces.
    #[inline(always)]
    pub fn new(board: &Board, color: usize) -> Self {
        let all = board.colors[color];
        let kinds = board.kinds.map(|kind| kind & all);
        Self::of(kinds, all, color, board.unmoved)
    }

    #[inline(always)]
    fn of(kinds: [Set; 21], all: Set, color: usize, unmoved: Set) -> Self {
        let rooks = kinds[kind::QUEEN] | kinds[kind::ROOK] | kinds[kind::CHANCELLOR];
        let bishops = kinds[kind::QUEEN] | kinds[kind::BISHOP] | kinds[kind::PRINCESS];
        let leapers = kinds[kind::PRINCESS]
            | kinds[kind::CHANCELLOR]
            | kinds[kind::SPY]
            | kinds[kind::ARCHER]
            | kinds[kind::LANCER];
        let both = kinds[kind::GENERAL] | kinds[kind::LANCER];
        let orthogonal = rooks | both | kinds[kind::SPY] | kinds[kind::HELEPOLIS] | kinds[kind::SERGEANT];
        let diagonal = bishops | both | kinds[kind::ARCHER];
        let pawns = kinds[kind::PAWN] | kinds[kind::SOLDIER] | kinds[kind::SERGEANT];
        Self { color, all, rooks, bishops, leapers, pawns, orthogonal, diagonal, kinds, unmoved }
    }

    /// The same side after these of its pieces have fallen and their heirs have succeeded
    /// (VAN-SUCCESSION).
    #[inline(always)]
    fn after(&self, gone: Set) -> Self {
        let mut kinds = self.kinds.map(|kind| kind - gone);
        for (senior, heir) in [(kind::KING, kind::PRINCE), (kind::QUEEN, kind::PRINCESS)] {
            if kinds[senior].is_empty() {
                kinds[senior] = kinds[heir];
                kinds[heir] = Set::EMPTY;
            }
        }
        Self::of(kinds, self.all - gone, self.color, self.unmoved)
    }

    /// The pieces whose fall makes another succeed and attack in another way.
    #[inline(always)]
    pub fn seniors(&self) -> Set {
        let of = |senior: usize, heir: usize| {
            if self.kinds[heir].is_empty() { Set::EMPTY } else { self.kinds[senior] }
        };
        of(kind::KING, kind::PRINCE) | of(kind::QUEEN, kind::PRINCESS)
    }

    /// Those that may attack the King along an open rank, file or diagonal, by kind of line.
    #[inline(always)]
    fn liners(&self, tables: &Tables, king: usize) -> (Set, Set) {
        let near = &tables.near[king];
        let both = self.kinds[kind::GENERAL] & near.shade | self.kinds[kind::LANCER] & near.line_two_three;
        let orthogonal = self.rooks
            | both
            | self.kinds[kind::SPY] & near.orthogonal_two
            | self.kinds[kind::SERGEANT] & near.three[1 - self.color]
            | self.kinds[kind::HELEPOLIS];
        let diagonal = self.bishops | both | self.kinds[kind::ARCHER] & near.diagonal_three;
        (orthogonal & near.orthogonal_line, diagonal & near.diagonal_line)
    }

    /// The pieces that attack a King on this square, where the other side has these pieces and these of the
    /// attackers are `gone`.
    pub fn attackers(&self, tables: &'static Tables, king: usize, own: Set, gone: Set) -> Set {
        let near = &tables.near[king];
        let kinds = &self.kinds;
        let foe = self.all - gone;
        let occupied = own | foe;
        let mut hits = near.king & (kinds[kind::KING] | kinds[kind::BERSERKER])
            | near.leap & kinds[kind::BERSERKER]
            | near.prince & kinds[kind::PRINCE]
            | near.teuton & kinds[kind::KNIGHT]
            | near.falconer & kinds[kind::FALCONER]
            | near.knight & self.leapers
            | near.captures[1 - self.color] & self.pawns
            | near.diagonal & kinds[kind::WIZARD];
        if near.orthogonal_line.meets(self.orthogonal) {
            hits |= self.along_orthogonals(tables, king, foe, occupied);
        }
        if near.diagonal_line.meets(self.diagonal) {
            let lines = tables.rays.slides(DIAGONAL, king, occupied);
            hits |= lines & self.liners(tables, king).1;
        }
        if near.rider_line.meets(kinds[kind::NIGHTRIDER]) {
            let rides = tables.riders.slides([0, 1, 2, 3], king, occupied)
                | tables.riders.slides([4, 5, 6, 7], king, occupied);
            hits |= rides & kinds[kind::NIGHTRIDER];
        }
        let rare = near.knight & kinds[kind::BERSERKER]
            | near.double & (kinds[kind::BOWMAN] | kinds[kind::LANCER])
            | (near.knight | near.camel) & kinds[kind::WIZARD];
        for from in rare & foe {
            if self.reaches(tables, from, king, foe, occupied) {
                hits.insert(from);
            }
        }
        hits & foe
    }

    /// Those that attack along the rank and the file.
    #[inline(always)]
    fn along_orthogonals(&self, tables: &Tables, king: usize, foe: Set, occupied: Set) -> Set {
        let rays = &tables.rays;
        let (helepolis, sergeants) = (self.kinds[kind::HELEPOLIS], self.kinds[kind::SERGEANT]);
        let lines = rays.slides(ORTHOGONAL, king, occupied);
        let mut hits = lines & (self.liners(tables, king).0 - helepolis - sergeants);
        let backward = FORWARD[1 - self.color];
        if tables.near[king].orthogonal_line.meets(helepolis | sergeants) {
            let behind = rays.slide(backward, king, occupied);
            hits |= behind & (helepolis | sergeants & tables.near[king].three[1 - self.color]);
            // An unmoved Helepolis passes over one friend (VAN-HELEPOLIS-3).
            let friend = behind & foe;
            if !friend.is_empty() {
                hits |= rays.slide(backward, friend.first(), occupied) & helepolis & self.unmoved;
            }
            // Sideways and backward only its own side's pieces stop it (VAN-HELEPOLIS-2).
            let swept = rays.slide(RIGHT, king, foe)
                | rays.slide(LEFT, king, foe)
                | rays.slide(FORWARD[self.color], king, foe);
            hits |= swept & helepolis;
        }
        hits
    }

    /// Whether a Berserker, Bowman, Lancer or Wizard a few squares away captures on the square.
    #[inline(always)]
    fn reaches(&self, tables: &'static Tables, from: usize, king: usize, foe: Set, occupied: Set) -> bool {
        let unmoved = &self.unmoved;
        let view = View { tables, color: self.color, own: foe, foe: occupied - foe, occupied, unmoved };
        let middle = usize::midpoint(from, king);
        if self.kinds[kind::BERSERKER].contains(from) {
            view.lame(from, !foe).contains(king)
        } else if self.kinds[kind::WIZARD].contains(from) {
            view.wizard(from).contains(king)
        } else if self.kinds[kind::LANCER].contains(from) {
            !occupied.contains(middle)
        } else {
            !occupied.contains(middle) && view.lame(from, !occupied).contains(middle)
        }
    }

    /// Whether these pieces' fall, or nothing, leaves the King on this square attacked, heirs included.
    #[inline(always)]
    pub fn attack(&self, tables: &'static Tables, king: usize, own: Set, gone: Set) -> bool {
        if gone.meets(self.seniors()) {
            !self.after(gone).attackers(tables, king, own, Set::EMPTY).is_empty()
        } else {
            !self.attackers(tables, king, own, gone).is_empty()
        }
    }

    /// The squares where a piece that arrives, by capture or not, parries this attacker; and whether that
    /// is certain.
    #[inline(always)]
    pub fn shield(&self, tables: &Tables, king: usize, attacker: usize) -> (Set, bool) {
        let near = &tables.near[king];
        let is = |kind: usize| self.kinds[kind].contains(attacker);
        let mut shield = Set::of(attacker);
        let (orthogonal, diagonal) = self.liners(tables, king);
        if orthogonal.contains(attacker) || diagonal.contains(attacker) {
            let backward = tables.rays.ray(FORWARD[1 - self.color], king);
            // Nothing comes in the way of a Helepolis that sweeps.
            if !is(kind::HELEPOLIS) || backward.contains(attacker) {
                shield |= tables.between(king, attacker);
            }
        } else if is(kind::NIGHTRIDER) {
            shield |= tables.stations(king, attacker);
        } else if near.double.contains(attacker) && (is(kind::LANCER) || is(kind::BOWMAN)) {
            let middle = usize::midpoint(king, attacker);
            shield.insert(middle);
            if is(kind::BOWMAN) {
                // It needs one of two squares: to fill one may not be enough.
                return (shield | way(tables, attacker, middle), false);
            }
        } else if is(kind::WIZARD) {
            shield |= Self::wizard_way(tables, king, attacker);
        }
        (shield, true)
    }

    /// The squares a Wizard passes on its way to the King.
    #[inline(always)]
    fn wizard_way(tables: &Tables, king: usize, from: usize) -> Set {
        let (near, origin) = (&tables.near[king], &tables.near[from]);
        if near.knight.contains(from) {
            origin.diagonal & near.orthogonal
        } else if near.camel.contains(from) {
            let second = origin.knight & near.orthogonal;
            second | origin.diagonal & tables.near[second.first() % 256].orthogonal
        } else {
            Set::EMPTY
        }
    }

    /// What stands in the way of attacks on the King: the pieces of which each alone, if it left its square
    /// or changed its side, might open an attack; and these together with every square where two pieces
    /// that leave at once might.
    #[inline(always)]
    pub fn screens(&self, tables: &Tables, king: usize, own: Set) -> (Set, Set) {
        let near = &tables.near[king];
        let occupied = own | self.all;
        let (orthogonal, diagonal) = self.liners(tables, king);
        let liners = orthogonal | diagonal;
        let (mut screens, mut lines) = (Set::EMPTY, Set::EMPTY);
        if !liners.is_empty() {
            for direction in 0..8 {
                let ray = tables.rays.ray(direction, king);
                if ray.meets(liners) {
                    lines |= ray;
                    screens |= self.on_ray(tables, king, direction, liners, occupied);
                }
            }
        }
        let riders = self.kinds[kind::NIGHTRIDER] & near.rider_line;
        if !riders.is_empty() {
            lines |= near.rider_line;
            for direction in 0..8 {
                if tables.riders.ray(direction, king).meets(riders) {
                    let first = tables.riders.blocker(direction, king, occupied).unwrap_or(king);
                    let second = tables.riders.blocker(direction, first, occupied);
                    if second.is_some_and(|second| riders.contains(second)) {
                        screens.insert(first);
                    }
                }
            }
        }
        let rare = near.knight & self.kinds[kind::BERSERKER]
            | near.double & (self.kinds[kind::BOWMAN] | self.kinds[kind::LANCER])
            | (near.knight | near.camel) & self.kinds[kind::WIZARD];
        for from in rare {
            if self.kinds[kind::BERSERKER].contains(from) {
                screens |= way(tables, from, king) & self.all;
            } else if self.kinds[kind::WIZARD].contains(from) {
                screens |= Self::wizard_way(tables, king, from) & occupied;
            } else {
                let middle = usize::midpoint(from, king);
                screens |= (Set::of(middle) | way(tables, from, middle)) & occupied;
            }
        }
        (screens, lines | screens)
    }

    /// The screens on one line of the King on which pieces stand that may attack along it.
    #[inline(always)]
    fn on_ray(&self, tables: &Tables, king: usize, direction: usize, liners: Set, occupied: Set) -> Set {
        let rays = &tables.rays;
        let mut screens = Set::EMPTY;
        let Some(first) = rays.blocker(direction, king, occupied) else { return screens };
        let Some(second) = rays.blocker(direction, first, occupied) else { return screens };
        if liners.contains(second) {
            screens.insert(first);
        }
        let helepolis = self.kinds[kind::HELEPOLIS];
        if direction % 2 == 0 && rays.ray(direction, king).meets(helepolis) {
            if direction == FORWARD[1 - self.color] {
                // An unmoved Helepolis may pass over one of its own side that is left.
                let third = rays.blocker(direction, second, occupied);
                if third.is_some_and(|third| (helepolis & self.unmoved).contains(third)) {
                    screens.insert(first);
                    screens.insert(second);
                }
            } else if let Some(first) = rays.blocker(direction, king, self.all) {
                // It passes everything but its own side's pieces.
                let second = rays.blocker(direction, first, self.all);
                if second.is_some_and(|second| helepolis.contains(second)) {
                    screens.insert(first);
                }
            }
        }
        screens
    }
}

/// The two squares on the way of a (1,2) leap: those a King's step from both ends.
#[inline(always)]
fn way(tables: &Tables, from: usize, to: usize) -> Set {
    tables.near[from].king & tables.near[to].king
}
