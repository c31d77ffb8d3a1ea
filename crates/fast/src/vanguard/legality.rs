//! Legality by construction: a sink that passes on only the moves that leave the lone King safe.
//!
//! A move can expose the King only in three cases: a piece leaves a screen (a square whose piece keeps an attack off), an enemy on a screen
//! is captured, or the enemy's King or Queen is captured and its successor attacks differently. Other moves need no test. An exchange does
//! not change the squares that each side occupies, so it matters only if the King takes part. In check, only moves that capture an attacker
//! or end in its way are considered.

use super::attack::{Attackers, PinInfo};
use super::moves::{MoveSink, View};
use super::tables::Set;

/// The attacks on a lone King, and the moves that they restrict.
#[derive(Clone, Copy, Debug)]
pub struct LegalityMask<'a> {
    /// The King.
    pub king: usize,
    enemies: &'a Attackers,
    /// The enemies that give check.
    pub checkers: Set,
    /// In check, the enemies whose capture may end it: the checkers, and the pieces whose successors attack differently.
    capture_mask: Set,
    /// In check, the only squares where a piece that arrives can end it.
    shield: Set,
    /// In check, all squares where a piece that arrives may parry one of the attackers.
    touch: Set,
    /// Whether a piece that arrives on any square of the shield ends the check.
    certain: bool,
    /// The pieces that keep attacks off.
    pub screens: Set,
    /// The squares where several pieces that leave together may open an attack.
    pub lines: Set,
    /// The enemies whose capture lets another piece succeed.
    pub seniors: Set,
    /// The squares where it is not known whether the King would be safe.
    unknown: Set,
    /// The squares where the King would be safe.
    safe: Set,
}

impl<'a> LegalityMask<'a> {
    /// The mask for the King of the side of the view.
    #[inline(always)]
    pub fn new(view: &View<'_>, king: usize, enemies: &'a Attackers) -> Self {
        let PinInfo { attackers: checkers, screens, lines, .. } =
            enemies.pin_info(view.tables, king, view.own);
        let (mut shield, mut touch, mut certain) = (!Set::EMPTY, Set::EMPTY, true);
        for checker in checkers {
            let (squares, sure) = enemies.shield(view.tables, king, checker);
            shield &= squares;
            touch |= squares;
            certain &= sure;
        }
        let seniors = enemies.seniors();
        let capture_mask = checkers | seniors;
        (shield, touch) = (shield | seniors, touch | seniors);
        let (unknown, safe) = (!Set::EMPTY, Set::EMPTY);
        Self {
            king,
            enemies,
            checkers,
            capture_mask,
            shield,
            touch,
            certain,
            screens,
            lines,
            seniors,
            unknown,
            safe,
        }
    }

    /// The mask after an enemy move that changed no attack on a King that was not in check.
    #[inline(always)]
    pub fn undisturbed(&self, enemies: &'a Attackers) -> Self {
        let seniors = enemies.seniors();
        Self { enemies, seniors, capture_mask: seniors, ..*self }
    }

    /// The same mask, with the squares where the King is known to be safe, and those where it is not known.
    #[inline(always)]
    pub fn knowing(self, safe: Set, unknown: Set) -> Self {
        Self { safe, unknown, ..self }
    }

    /// Whether the King is in check.
    #[inline(always)]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

/// A sink that passes the legal moves on to another sink.
pub struct LegalMoves<'a, S> {
    /// The board from the point of view of the King's side.
    pub view: &'a View<'a>,
    /// The attacks on the King.
    pub mask: &'a LegalityMask<'a>,
    /// The sink for the legal moves.
    pub sink: S,
}

impl<S: MoveSink> LegalMoves<'_, S> {
    /// Whether the King is safe after a move of another piece that also captures on `removals`.
    #[inline(always)]
    fn is_safe(&self, from: usize, to: usize, removals: Set) -> bool {
        let mut own = self.view.own;
        own.remove(from);
        own.insert(to);
        let gone = (removals | Set::single(to)) & self.view.enemy;
        !self.mask.enemies.attack(self.view.tables, self.mask.king, own, gone)
    }

    /// The targets of a piece other than the King that leave the King safe.
    #[inline(always)]
    fn safe(&self, from: usize, targets: Set, removals: Set) -> Set {
        let mut safe = targets;
        targets.each(|to| {
            if !self.is_safe(from, to, removals) {
                safe.remove(to);
            }
        });
        safe
    }

    /// Passes on the legal moves of the King.
    #[inline(always)]
    fn king(&mut self, targets: Set) {
        let mut safe = targets & (self.mask.safe - self.mask.unknown);
        let mut own = self.view.own;
        own.remove(self.mask.king);
        (targets & self.mask.unknown).each(|to| {
            let mut there = own;
            there.insert(to);
            let gone = Set::single(to) & self.view.enemy;
            if !self.mask.enemies.attack(self.view.tables, to, there, gone) {
                safe.insert(to);
            }
        });
        self.sink.simple(self.mask.king, safe);
    }

    /// The targets on which a screening piece may still keep the attack off, and whether it certainly does.
    #[inline(always)]
    fn pinned(&self, from: usize, targets: Set) -> (Set, bool) {
        let mask = self.mask;
        let mut own = self.view.own;
        own.remove(from);
        let (mut shield, mut certain) = (targets, true);
        for pinner in mask.enemies.pin_info(self.view.tables, mask.king, own).attackers {
            let (squares, sure) = mask.enemies.shield(self.view.tables, mask.king, pinner);
            shield &= squares;
            certain &= sure;
        }
        (shield, certain)
    }

    /// Whether a move of several effects that empties these squares needs a test.
    #[inline(always)]
    fn is_touched(&self, emptied: Set) -> bool {
        emptied.meets(self.mask.lines | self.mask.seniors)
    }
}

impl<S: MoveSink> MoveSink for LegalMoves<'_, S> {
    #[inline(always)]
    fn simple(&mut self, from: usize, targets: Set) {
        let mask = self.mask;
        if from == mask.king {
            return self.king(targets);
        }
        let (mut targets, mut certain) = (targets & mask.shield, mask.certain);
        if targets.is_empty() {
            return;
        }
        if mask.screens.contains(from) {
            let (screening, sure) = self.pinned(from, targets);
            targets = screening | targets & mask.seniors;
            certain &= sure;
        }
        let doubtful = if certain { targets & (mask.screens | mask.seniors) } else { targets };
        let safe = self.safe(from, doubtful, Set::EMPTY);
        self.sink.simple(from, (targets - doubtful) | safe);
    }

    #[inline(always)]
    fn rifle(&mut self, from: usize, targets: Set) {
        let mask = self.mask;
        let targets = if mask.in_check() { targets & mask.capture_mask } else { targets };
        let doubtful = if mask.in_check() { targets } else { targets & (mask.screens | mask.seniors) };
        let mut safe = targets;
        doubtful.each(|target| {
            if !self.is_safe(from, from, Set::single(target)) {
                safe.remove(target);
            }
        });
        self.sink.rifle(from, safe);
    }

    #[inline(always)]
    fn shots(&mut self, from: usize, targets: Set) {
        let mut safe = targets;
        targets.each(|target| {
            let (landing, shot) = (usize::midpoint(from, target), Set::single(target));
            let helps = !self.mask.in_check()
                || self.mask.touch.contains(landing)
                || self.mask.capture_mask.contains(target);
            let tested = self.mask.in_check() || self.is_touched(Set::single(from) | shot);
            if !helps || tested && !self.is_safe(from, landing, shot) {
                safe.remove(target);
            }
        });
        self.sink.shots(from, safe);
    }

    #[inline(always)]
    fn strikes(&mut self, from: usize, first: usize, targets: Set) {
        let mask = self.mask;
        let struck = Set::single(first);
        let mut targets = targets;
        let doubtful = if mask.in_check() {
            if !mask.capture_mask.contains(first) {
                targets &= mask.touch;
            }
            targets
        } else if self.is_touched(Set::single(from) | struck) {
            targets
        } else {
            targets & (mask.lines | mask.seniors) & self.view.enemy
        };
        let safe = self.safe(from, doubtful, struck);
        self.sink.strikes(from, first, (targets - doubtful) | safe);
    }

    #[inline(always)]
    fn sweeps(&mut self, from: usize, targets: Set) {
        let mask = self.mask;
        let passed = |to| self.view.tables.between(from, to) & self.view.enemy;
        let mut safe = targets;
        targets.each(|to| {
            let passed = passed(to);
            let captured = (passed | Set::single(to)) & self.view.enemy;
            let helps = !mask.in_check() || mask.touch.contains(to) || passed.meets(mask.capture_mask);
            let tested = mask.in_check() || self.is_touched(Set::single(from) | captured);
            if !helps || tested && !self.is_safe(from, to, passed) {
                safe.remove(to);
            }
        });
        self.sink.sweeps(from, safe);
    }

    #[inline(always)]
    fn exchanges(&mut self, from: usize, partners: Set) {
        let king = Set::single(self.mask.king);
        let mut safe = if self.mask.in_check() { Set::EMPTY } else { partners - king };
        let attacked = || self.mask.enemies.attack(self.view.tables, from, self.view.own, Set::EMPTY);
        if partners.meets(king) && !attacked() {
            safe |= king;
        }
        self.sink.exchanges(from, safe);
    }
}
