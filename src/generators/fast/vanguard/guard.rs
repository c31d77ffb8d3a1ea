//! Legality by construction: a sink that lets only those moves through that leave the lone King safe.
//!
//! A move can expose the King only if a piece leaves a screen (a square whose piece keeps an attack off), an
//! enemy on a screen falls, or the enemy's King or Queen falls and an heir attacks in another way. Everything
//! else needs no test. An exchange changes neither which squares are occupied nor by whom, so it matters
//! only if the King takes part. In check, only what captures the attacker or arrives on its way is considered.

use super::attack::{Foes, Survey};
use super::moves::{Sink, View};
use super::tables::Set;

/// The lone King and what threatens it.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'a> {
    /// The King.
    pub king: usize,
    foes: &'a Foes,
    /// The enemies that give check.
    pub checkers: Set,
    /// In check, the enemies whose fall may end it: those that give it, and those whose heirs attack in
    /// another way than before.
    capture_mask: Set,
    /// In check, the only squares where an arriving piece can end it.
    shield: Set,
    /// In check, every square where something can be done against one of the attackers.
    touch: Set,
    /// Whether every arrival on the shield ends the check.
    certain: bool,
    /// The pieces that keep attacks off.
    pub screens: Set,
    /// The squares where two pieces that leave at once may open an attack.
    pub lines: Set,
    /// The enemies whose fall makes another succeed.
    pub seniors: Set,
    /// The squares of which it is not known whether the King would be safe there.
    unknown: Set,
    /// Squares where it is known to be.
    safe: Set,
}

impl<'a> Guard<'a> {
    /// The guard of the King of the side whose view it is.
    #[inline(always)]
    pub fn new(view: &View<'_>, king: usize, foes: &'a Foes) -> Self {
        let Survey { attackers: checkers, screens, lines, .. } = foes.survey(view.tables, king, view.own);
        let (mut shield, mut touch, mut certain) = (!Set::EMPTY, Set::EMPTY, true);
        for checker in checkers {
            let (squares, sure) = foes.shield(view.tables, king, checker);
            shield &= squares;
            touch |= squares;
            certain &= sure;
        }
        let seniors = foes.seniors();
        let capture_mask = checkers | seniors;
        (shield, touch) = (shield | seniors, touch | seniors);
        let (unknown, safe) = (!Set::EMPTY, Set::EMPTY);
        Self {
            king,
            foes,
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

    /// The guard of a King that was not in check, after a move of the foes that changed nothing about it.
    #[inline(always)]
    pub fn undisturbed(&self, foes: &'a Foes) -> Self {
        let seniors = foes.seniors();
        Self { foes, seniors, capture_mask: seniors, ..*self }
    }

    /// The same guard, where the King's safety is known on squares next to it.
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

/// Lets legal moves through to another sink.
pub struct Guarded<'a, S> {
    /// The squares as the King's side sees them.
    pub view: &'a View<'a>,
    /// The King.
    pub guard: &'a Guard<'a>,
    /// Where the legal moves go.
    pub sink: S,
}

impl<S: Sink> Guarded<'_, S> {
    /// Whether the King is safe after a move of another piece that also captures on `removals`.
    #[inline(always)]
    fn is_safe(&self, from: usize, to: usize, removals: Set) -> bool {
        let mut own = self.view.own;
        own.remove(from);
        own.insert(to);
        let gone = (removals | Set::of(to)) & self.view.foe;
        !self.guard.foes.attack(self.view.tables, self.guard.king, own, gone)
    }

    /// Those of the targets of a piece other than the King that leave it safe.
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

    /// The King's own moves.
    #[inline(always)]
    fn king(&mut self, targets: Set) {
        let mut safe = targets & (self.guard.safe - self.guard.unknown);
        let mut own = self.view.own;
        own.remove(self.guard.king);
        (targets & self.guard.unknown).each(|to| {
            let mut there = own;
            there.insert(to);
            let gone = Set::of(to) & self.view.foe;
            if !self.guard.foes.attack(self.view.tables, to, there, gone) {
                safe.insert(to);
            }
        });
        self.sink.simple(self.guard.king, safe);
    }

    /// Of the targets of a piece that keeps an attack off, those that still do; and whether that is certain.
    #[inline(always)]
    fn pinned(&self, from: usize, targets: Set) -> (Set, bool) {
        let guard = self.guard;
        let mut own = self.view.own;
        own.remove(from);
        let (mut shield, mut certain) = (targets, true);
        for pinner in guard.foes.survey(self.view.tables, guard.king, own).attackers {
            let (squares, sure) = guard.foes.shield(self.view.tables, guard.king, pinner);
            shield &= squares;
            certain &= sure;
        }
        (shield, certain)
    }

    /// Whether a move of several effects that empties these squares needs a test.
    #[inline(always)]
    fn is_touched(&self, emptied: Set) -> bool {
        emptied.meets(self.guard.lines | self.guard.seniors)
    }
}

impl<S: Sink> Sink for Guarded<'_, S> {
    #[inline(always)]
    fn simple(&mut self, from: usize, targets: Set) {
        let guard = self.guard;
        if from == guard.king {
            return self.king(targets);
        }
        let (mut targets, mut certain) = (targets & guard.shield, guard.certain);
        if targets.is_empty() {
            return;
        }
        if guard.screens.contains(from) {
            let (kept, sure) = self.pinned(from, targets);
            targets = kept | targets & guard.seniors;
            certain &= sure;
        }
        let doubtful = if certain { targets & (guard.screens | guard.seniors) } else { targets };
        let safe = self.safe(from, doubtful, Set::EMPTY);
        self.sink.simple(from, (targets - doubtful) | safe);
    }

    #[inline(always)]
    fn rifle(&mut self, from: usize, targets: Set) {
        let guard = self.guard;
        let targets = if guard.in_check() { targets & guard.capture_mask } else { targets };
        let doubtful = if guard.in_check() { targets } else { targets & (guard.screens | guard.seniors) };
        let mut safe = targets;
        doubtful.each(|target| {
            if !self.is_safe(from, from, Set::of(target)) {
                safe.remove(target);
            }
        });
        self.sink.rifle(from, safe);
    }

    #[inline(always)]
    fn shots(&mut self, from: usize, targets: Set) {
        let mut safe = targets;
        targets.each(|target| {
            let (landing, shot) = (usize::midpoint(from, target), Set::of(target));
            let helps = !self.guard.in_check()
                || self.guard.touch.contains(landing)
                || self.guard.capture_mask.contains(target);
            let tested = self.guard.in_check() || self.is_touched(Set::of(from) | shot);
            if !helps || tested && !self.is_safe(from, landing, shot) {
                safe.remove(target);
            }
        });
        self.sink.shots(from, safe);
    }

    #[inline(always)]
    fn strikes(&mut self, from: usize, first: usize, targets: Set) {
        let guard = self.guard;
        let struck = Set::of(first);
        let mut targets = targets;
        let doubtful = if guard.in_check() {
            if !guard.capture_mask.contains(first) {
                targets &= guard.touch;
            }
            targets
        } else if self.is_touched(Set::of(from) | struck) {
            targets
        } else {
            targets & (guard.lines | guard.seniors) & self.view.foe
        };
        let safe = self.safe(from, doubtful, struck);
        self.sink.strikes(from, first, (targets - doubtful) | safe);
    }

    #[inline(always)]
    fn sweeps(&mut self, from: usize, targets: Set) {
        let guard = self.guard;
        let passed = |to| self.view.tables.between(from, to) & self.view.foe;
        let mut safe = targets;
        targets.each(|to| {
            let passed = passed(to);
            let captured = (passed | Set::of(to)) & self.view.foe;
            let helps = !guard.in_check() || guard.touch.contains(to) || passed.meets(guard.capture_mask);
            let tested = guard.in_check() || self.is_touched(Set::of(from) | captured);
            if !helps || tested && !self.is_safe(from, to, passed) {
                safe.remove(to);
            }
        });
        self.sink.sweeps(from, safe);
    }

    #[inline(always)]
    fn exchanges(&mut self, from: usize, partners: Set) {
        let king = Set::of(self.guard.king);
        let mut safe = if self.guard.in_check() { Set::EMPTY } else { partners - king };
        let attacked = || self.guard.foes.attack(self.view.tables, from, self.view.own, Set::EMPTY);
        if partners.meets(king) && !attacked() {
            safe |= king;
        }
        self.sink.exchanges(from, safe);
    }
}
