//! Attacks on a King: the attackers, the squares that parry them, and the pieces in their way.
//!
//! Attacks are found from the square of the King, by the reverse of the captures of each piece (GEN-ATTACK).

use super::board::Board;
use super::moves::View;
use super::play::{Effect, PackedMove, promoted};
use super::tables::{FORWARD, Near, Set, Tables, kind};

/// The pieces of the attacking side, by their kinds of attack. Methods take the pieces that have been captured since as an argument, so
/// that the sets need not change.
#[derive(Clone, Copy, Debug)]
pub struct Attackers {
    /// The index of the side.
    color: usize,
    /// All its pieces.
    pub all: Set,
    /// The sliders along ranks and files: Queen, Rook, Chancellor.
    rooks: Set,
    /// The sliders along diagonals: Queen, Bishop, Princess.
    bishops: Set,
    /// The pieces that also capture by a (1,2) leap.
    leapers: Set,
    /// The pieces that capture one step diagonally forward.
    pawns: Set,
    /// The pieces of each type.
    kinds: [Set; 21],
    /// The pieces that hold an initial right.
    unmoved: Set,
}

/// The attackers of a King, and the pieces and squares that keep other enemies from attacking it.
#[derive(Clone, Copy, Debug)]
pub struct PinInfo {
    /// The enemies that attack it.
    pub attackers: Set,
    /// The pieces of either side each of which, by leaving its square alone, may open an attack.
    pub screens: Set,
    /// The screens, and the pieces several of which together may open an attack.
    pub lines: Set,
    /// The squares on which a piece that arrives may end an attack.
    ways: Set,
}

impl PinInfo {
    /// The squares where an enemy that leaves or arrives, or a captured friend, may change the attacks, except for new attacks by an enemy
    /// that arrives.
    #[inline(always)]
    pub fn touch(&self) -> Set {
        self.attackers | self.lines | self.ways
    }

    /// Adds an enemy that attacks if `way`, the pieces in its way, is empty. `between` has the squares that must be empty.
    #[inline(always)]
    fn note(&mut self, from: usize, between: Set, way: Set) {
        if way.is_empty() {
            self.attackers.insert(from);
            self.ways |= between;
        } else {
            self.lines |= way;
            if !way.is_many() {
                self.screens |= way;
            }
        }
    }
}

impl Attackers {
    /// The pieces of one side of a board.
    #[inline(always)]
    pub fn new(board: &Board, color: usize) -> Self {
        let all = board.colors[color];
        let mut kinds = board.kinds;
        for kind in &mut kinds {
            *kind &= all;
        }
        Self::from_kinds(kinds, all, color, board.unmoved)
    }

    #[inline(always)]
    fn from_kinds(kinds: [Set; 21], all: Set, color: usize, unmoved: Set) -> Self {
        let (rooks, bishops, leapers, pawns) = (Set::EMPTY, Set::EMPTY, Set::EMPTY, Set::EMPTY);
        let mut enemies = Self { color, all, rooks, bishops, leapers, pawns, kinds, unmoved };
        enemies.refresh();
        enemies
    }

    /// Computes the sets of several types.
    #[inline(always)]
    fn refresh(&mut self) {
        let kinds = &self.kinds;
        self.rooks = kinds[kind::QUEEN] | kinds[kind::ROOK] | kinds[kind::CHANCELLOR];
        self.bishops = kinds[kind::QUEEN] | kinds[kind::BISHOP] | kinds[kind::PRINCESS];
        self.leapers = kinds[kind::PRINCESS]
            | kinds[kind::CHANCELLOR]
            | kinds[kind::SPY]
            | kinds[kind::ARCHER]
            | kinds[kind::LANCER];
        self.pawns = kinds[kind::PAWN] | kinds[kind::SOLDIER] | kinds[kind::SERGEANT];
    }

    /// The same side after one of its own moves on the same board.
    #[inline(always)]
    pub fn moved(&self, tables: &Tables, board: &Board, packed: PackedMove) -> Self {
        let (from, to) = (usize::from(packed.from), usize::from(packed.to));
        let mut enemies = *self;
        enemies.unmoved.remove(from);
        enemies.unmoved.remove(to);
        let mover = board.kind(from);
        enemies.kinds[mover].remove(from);
        if packed.effect == Effect::Exchange {
            let partner = board.kind(to);
            enemies.kinds[partner].remove(to);
            enemies.kinds[promoted(tables, self.color, partner, from)].insert(from);
        } else {
            enemies.all.remove(from);
            enemies.all.insert(to);
        }
        enemies.kinds[promoted(tables, self.color, mover, to)].insert(to);
        enemies.refresh();
        enemies
    }

    /// The same side after the captures on `gone` and the successions that follow (VAN-SUCCESSION).
    #[inline(always)]
    fn after(&self, gone: Set) -> Self {
        let mut kinds = self.kinds;
        for kind in &mut kinds {
            *kind -= gone;
        }
        for (senior, heir) in [(kind::KING, kind::PRINCE), (kind::QUEEN, kind::PRINCESS)] {
            if kinds[senior].is_empty() {
                kinds[senior] = kinds[heir];
                kinds[heir] = Set::EMPTY;
            }
        }
        Self::from_kinds(kinds, self.all - gone, self.color, self.unmoved)
    }

    /// The pieces whose capture lets another piece succeed, which then attacks differently.
    #[inline(always)]
    pub fn seniors(&self) -> Set {
        let of = |senior: usize, heir: usize| {
            if self.kinds[heir].is_empty() { Set::EMPTY } else { self.kinds[senior] }
        };
        of(kind::KING, kind::PRINCE) | of(kind::QUEEN, kind::PRINCESS)
    }

    /// The pieces that attack a King here whatever is between.
    #[inline(always)]
    fn near(&self, near: &Near) -> Set {
        let kinds = &self.kinds;
        near.king & (kinds[kind::KING] | kinds[kind::BERSERKER])
            | near.leap & kinds[kind::BERSERKER]
            | near.prince & kinds[kind::PRINCE]
            | near.teuton & kinds[kind::KNIGHT]
            | near.falconer & kinds[kind::FALCONER]
            | near.knight & self.leapers
            | near.captures[1 - self.color] & self.pawns
            | near.diagonal & kinds[kind::WIZARD]
    }

    /// The pieces that attack a King here along a Queen line if it is open, without Helepolises.
    #[inline(always)]
    fn liners(&self, near: &Near) -> Set {
        let kinds = &self.kinds;
        self.rooks & near.orthogonal_line
            | self.bishops & near.diagonal_line
            | kinds[kind::GENERAL] & near.general
            | kinds[kind::LANCER] & near.line_two_three
            | kinds[kind::SPY] & near.orthogonal_two
            | kinds[kind::SERGEANT] & near.three[1 - self.color]
            | kinds[kind::ARCHER] & near.diagonal_three
    }

    /// The pieces that attack a King here if some squares around are empty.
    #[inline(always)]
    fn lamed(&self, near: &Near) -> Set {
        let kinds = &self.kinds;
        near.knight & kinds[kind::BERSERKER]
            | near.double & (kinds[kind::BOWMAN] | kinds[kind::LANCER])
            | (near.knight | near.camel) & kinds[kind::WIZARD]
    }

    /// Whether a Helepolis on a line with the King can only attack it by its forward slide.
    #[inline(always)]
    fn is_before(&self, tables: &Tables, king: usize, helepolis: usize) -> bool {
        tables.rays.ray(FORWARD[1 - self.color], king).contains(helepolis)
    }

    /// The pieces that keep a Helepolis on a line with the King from attacking it. Forward these are all pieces, except a single friend if
    /// the Helepolis is unmoved (VAN-HELEPOLIS-3); sideways and backward, the pieces of its own side (VAN-HELEPOLIS-2).
    #[inline(always)]
    fn before(&self, tables: &Tables, king: usize, from: usize, enemy: Set, occupied: Set) -> Set {
        let between = tables.between(king, from);
        if !self.is_before(tables, king, from) {
            return between & enemy;
        }
        let way = between & occupied;
        let hops = self.unmoved.contains(from) && !way.is_many() && way.meets(enemy);
        if hops { Set::EMPTY } else { way }
    }

    /// The attacks on a King on this square, and the possible attacks, given the pieces of its side.
    pub fn pin_info(&self, tables: &'static Tables, king: usize, own: Set) -> PinInfo {
        let near = &tables.near[king];
        let occupied = own | self.all;
        let attackers = self.near(near);
        let (screens, lines, ways) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
        let mut info = PinInfo { attackers, screens, lines, ways };
        self.liners(near).each(|from| {
            let between = tables.between(king, from);
            info.note(from, between, between & occupied);
        });
        let riders = self.kinds[kind::NIGHTRIDER] & near.rider_line;
        riders.each(|from| {
            let landings = tables.landings(king, from);
            info.note(from, landings, landings & occupied);
        });
        for from in self.kinds[kind::HELEPOLIS] & near.orthogonal_line {
            let way = self.before(tables, king, from, self.all, occupied);
            info.note(from, tables.between(king, from), way);
            if self.unmoved.contains(from) && way.len() == 2 && self.is_before(tables, king, from) {
                info.screens |= way;
            }
        }
        for from in self.lamed(near) {
            // Every square that it may pass is a King step from the King, or a King step or a (1,2) leap from it.
            info.ways |= near.king | tables.near[from].king | tables.near[from].knight;
            if self.reaches(tables, from, king, self.all, occupied) {
                info.attackers.insert(from);
            } else if self.kinds[kind::BERSERKER].contains(from) {
                info.screens |= way(tables, from, king) & self.all;
            } else if self.kinds[kind::WIZARD].contains(from) {
                info.screens |= wizard_way(tables, king, from) & occupied;
            } else {
                let middle = usize::midpoint(from, king);
                info.screens |= (Set::single(middle) | way(tables, from, middle)) & occupied;
            }
        }
        info.lines |= info.screens;
        info
    }

    /// Whether a King on this square is attacked after the captures on `gone`, without successions, given the pieces of its side.
    #[inline(always)]
    fn hit(&self, tables: &'static Tables, king: usize, own: Set, gone: Set) -> bool {
        let near = &tables.near[king];
        let enemy = self.all - gone;
        if self.near(near).meets(enemy) {
            return true;
        }
        let occupied = own | enemy;
        for from in self.liners(near) & enemy {
            if !tables.between(king, from).meets(occupied) {
                return true;
            }
        }
        for from in self.kinds[kind::NIGHTRIDER] & near.rider_line & enemy {
            if !tables.landings(king, from).meets(occupied) {
                return true;
            }
        }
        for from in self.kinds[kind::HELEPOLIS] & near.orthogonal_line & enemy {
            if self.before(tables, king, from, enemy, occupied).is_empty() {
                return true;
            }
        }
        for from in self.lamed(near) & enemy {
            if self.reaches(tables, from, king, enemy, occupied) {
                return true;
            }
        }
        false
    }

    /// Whether a King on this square is attacked after the captures on `gone` and the successions that follow, given the pieces of its
    /// side.
    pub fn attack(&self, tables: &'static Tables, king: usize, own: Set, gone: Set) -> bool {
        if gone.meets(self.seniors()) {
            self.after(gone).hit(tables, king, own, Set::EMPTY)
        } else {
            self.hit(tables, king, own, gone)
        }
    }

    /// Whether a Berserker, Bowman, Lancer or Wizard some squares away can capture on the square of the King.
    #[inline(always)]
    fn reaches(&self, tables: &'static Tables, from: usize, king: usize, enemy: Set, occupied: Set) -> bool {
        let unmoved = &self.unmoved;
        let view = View { tables, color: self.color, own: enemy, enemy: occupied - enemy, occupied, unmoved };
        let middle = usize::midpoint(from, king);
        if self.kinds[kind::BERSERKER].contains(from) {
            view.lame(from, !enemy).contains(king)
        } else if self.kinds[kind::WIZARD].contains(from) {
            view.wizard(from).contains(king)
        } else if self.kinds[kind::LANCER].contains(from) {
            !occupied.contains(middle)
        } else {
            !occupied.contains(middle) && view.lame(from, !occupied).contains(middle)
        }
    }

    /// The squares where a piece that arrives, by capture or not, may parry this attacker, and whether it certainly does.
    #[inline(always)]
    pub fn shield(&self, tables: &Tables, king: usize, attacker: usize) -> (Set, bool) {
        let near = &tables.near[king];
        let is = |kind: usize| self.kinds[kind].contains(attacker);
        let mut shield = Set::single(attacker);
        if self.liners(near).contains(attacker) {
            shield |= tables.between(king, attacker);
        } else if is(kind::HELEPOLIS) {
            // No piece can block a sweep.
            if self.is_before(tables, king, attacker) {
                shield |= tables.between(king, attacker);
            }
        } else if is(kind::NIGHTRIDER) {
            shield |= tables.landings(king, attacker);
        } else if near.double.contains(attacker) && (is(kind::LANCER) || is(kind::BOWMAN)) {
            let middle = usize::midpoint(king, attacker);
            shield.insert(middle);
            if is(kind::BOWMAN) {
                // A Bowman needs one of two empty squares, so a piece on one of them may not be enough.
                return (shield | way(tables, attacker, middle), false);
            }
        } else if is(kind::WIZARD) {
            shield |= wizard_way(tables, king, attacker);
        }
        (shield, true)
    }
}

/// The two squares on the way of a (1,2) leap: those that are a King step from both ends.
#[inline(always)]
fn way(tables: &Tables, from: usize, to: usize) -> Set {
    tables.near[from].king & tables.near[to].king
}

/// The squares that a Wizard passes on its way to the King.
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
