//! How the pieces move: every pseudo-legal move of a piece, told to a [`MoveSink`] in whole sets.
//!
//! The same text makes lists, counts, and counts of legal moves only: what differs is the sink. Nothing here
//! knows of check.

use super::board::Board;
use super::tables::{FORWARD, LEFT, Near, RIGHT, Set, Tables, around, beside, kind};
use crate::generators::fast::rays::{DIAGONAL, ORTHOGONAL};

/// The squares as one side sees them.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The tables.
    pub tables: &'static Tables,
    /// The index of the side that moves.
    pub color: usize,
    /// Its pieces.
    pub own: Set,
    /// The enemy's pieces.
    pub enemy: Set,
    /// All pieces.
    pub occupied: Set,
    /// The pieces that hold an initial right.
    pub unmoved: &'a Set,
}

impl<'a> View<'a> {
    /// A board as one of its sides sees it.
    #[inline(always)]
    pub fn new(tables: &'static Tables, board: &'a Board, color: usize) -> Self {
        let (own, enemy) = (board.colors[color], board.colors[1 - color]);
        Self { tables, color, own, enemy, occupied: own | enemy, unmoved: &board.unmoved }
    }

    /// What surrounds a square.
    #[inline(always)]
    pub fn near(&self, square: usize) -> &'static Near {
        &self.tables.near[square]
    }

    #[inline(always)]
    fn slide(&self, direction: usize, from: usize) -> Set {
        self.tables.rays.slide(direction, from, self.occupied)
    }

    /// The slides along rank and file.
    #[inline(always)]
    pub fn orthogonal(&self, from: usize) -> Set {
        self.tables.rays.slides(ORTHOGONAL, from, self.occupied)
    }

    /// The slides along the diagonals.
    #[inline(always)]
    pub fn diagonal(&self, from: usize) -> Set {
        self.tables.rays.slides(DIAGONAL, from, self.occupied)
    }

    /// The rides of (1,2) leaps.
    #[inline(always)]
    pub fn rides(&self, from: usize) -> Set {
        let riders = &self.tables.riders;
        riders.slides([0, 1, 2, 3], from, self.occupied) | riders.slides([4, 5, 6, 7], from, self.occupied)
    }

    /// The (1,2) leaps of which at least one of the two squares on the way is in `open`: those squares are
    /// the only neighbours of the origin that are a King's step from the end.
    #[inline(always)]
    pub fn lame(&self, from: usize, open: Set) -> Set {
        let near = self.near(from);
        near.knight & around(near.king & open)
    }

    /// A Wizard's targets whose way is free (VAN-WIZARD-1). Each has one neighbour among the targets nearer
    /// to the origin, so one step outwards is one step to any side, kept to the targets farther away.
    #[inline(always)]
    pub fn wizard(&self, from: usize) -> Set {
        let near = self.near(from);
        let second = near.knight & beside(near.diagonal - self.occupied);
        near.diagonal | second | near.camel & beside(second - self.occupied)
    }

    /// The squares a Helepolis passes or ends on sideways and backward, through enemies (VAN-HELEPOLIS-2).
    #[inline(always)]
    pub fn sweep(&self, from: usize, own: Set) -> Set {
        let rays = &self.tables.rays;
        rays.slide(RIGHT, from, own)
            | rays.slide(LEFT, from, own)
            | rays.slide(FORWARD[1 - self.color], from, own)
    }

    /// The forward slide of a Helepolis, the hop of an unmoved one included (VAN-HELEPOLIS-1, -3).
    #[inline(always)]
    pub fn advance(&self, from: usize) -> Set {
        let forward = FORWARD[self.color];
        let slide = self.slide(forward, from);
        let friend = slide & self.own;
        if self.unmoved.contains(from) && !friend.is_empty() {
            slide | self.slide(forward, friend.first())
        } else {
            slide
        }
    }

    /// The forward steps of a Pawn or Soldier, onto empty squares and up to an occupied one (VAN-INITIAL).
    #[inline(always)]
    pub fn pushes(&self, from: usize) -> Set {
        let near = self.near(from);
        if self.unmoved.contains(from) {
            self.slide(FORWARD[self.color], from) & near.four[self.color]
        } else {
            near.ahead[self.color]
        }
    }

    /// The slide of a Sergeant (VAN-SERGEANT).
    #[inline(always)]
    pub fn marches(&self, from: usize) -> Set {
        self.slide(FORWARD[self.color], from) & self.near(from).three[self.color]
    }

    /// The enemies a Lancer captures on Queen lines (VAN-LANCER-2).
    #[inline(always)]
    fn charges(&self, from: usize) -> Set {
        let mut charges = self.near(from).line_two_three & self.enemy;
        for target in charges {
            let open = if self.near(from).leap.contains(target) {
                !self.occupied.contains(usize::midpoint(from, target))
            } else {
                // Three steps: the numbers of the squares between divide the difference evenly.
                let (nearer, farther) = ((2 * from + target) / 3, (from + 2 * target) / 3);
                !self.occupied.contains(nearer) && !self.occupied.contains(farther)
            };
            if !open {
                charges.remove(target);
            }
        }
        charges
    }

    /// The squares two equal leaps away whose middle is in `open`.
    #[inline(always)]
    fn beyond(&self, from: usize, candidates: Set, open: Set) -> Set {
        let mut beyond = Set::EMPTY;
        for target in self.near(from).double & candidates {
            if open.contains(usize::midpoint(from, target)) {
                beyond.insert(target);
            }
        }
        beyond
    }
}

/// Takes the moves of the pieces.
pub trait MoveSink {
    /// The mover goes to each of these squares and captures what stands there.
    fn simple(&mut self, from: usize, targets: Set);
    /// The mover stays and captures each of these enemies (VAN-ARCHER-2).
    fn rifle(&mut self, from: usize, targets: Set);
    /// The mover goes half the way to each of these enemies and captures it (VAN-BOWMAN-2).
    fn shots(&mut self, from: usize, targets: Set);
    /// The mover captures `first` and goes on to each of these squares (VAN-BERSERKER-1, -3).
    fn strikes(&mut self, from: usize, first: usize, targets: Set);
    /// The mover goes to each of these squares and captures every enemy on the way (VAN-HELEPOLIS-2).
    fn sweeps(&mut self, from: usize, targets: Set);
    /// The mover exchanges places with each of these friends (VAN-WIZARD-2).
    fn exchanges(&mut self, from: usize, partners: Set);
}

impl<S: MoveSink> MoveSink for &mut S {
    #[inline(always)]
    fn simple(&mut self, from: usize, targets: Set) {
        (**self).simple(from, targets);
    }

    #[inline(always)]
    fn rifle(&mut self, from: usize, targets: Set) {
        (**self).rifle(from, targets);
    }

    #[inline(always)]
    fn shots(&mut self, from: usize, targets: Set) {
        (**self).shots(from, targets);
    }

    #[inline(always)]
    fn strikes(&mut self, from: usize, first: usize, targets: Set) {
        (**self).strikes(from, first, targets);
    }

    #[inline(always)]
    fn sweeps(&mut self, from: usize, targets: Set) {
        (**self).sweeps(from, targets);
    }

    #[inline(always)]
    fn exchanges(&mut self, from: usize, partners: Set) {
        (**self).exchanges(from, partners);
    }
}

/// Every move of the piece on the square, of the type with this index.
#[inline(always)]
pub fn piece(view: &View<'_>, kind: usize, from: usize, sink: &mut impl MoveSink) {
    let near = view.near(from);
    let (own, enemy, occupied) = (view.own, view.enemy, view.occupied);
    let targets = match kind {
        kind::KING => near.king,
        kind::PRINCE => near.prince,
        kind::QUEEN => view.orthogonal(from) | view.diagonal(from),
        kind::PRINCESS => view.diagonal(from) | near.knight,
        kind::CHANCELLOR => view.orthogonal(from) | near.knight,
        kind::ROOK => view.orthogonal(from),
        kind::BISHOP => view.diagonal(from),
        kind::KNIGHT => near.teuton,
        kind::NIGHTRIDER => view.rides(from),
        kind::FALCONER => near.falconer,
        // Squares at an even distance along a rank or file, and all of a diagonal, have the same colour.
        kind::GENERAL => (view.orthogonal(from) | view.diagonal(from)) & near.general,
        kind::HELEPOLIS => {
            sink.sweeps(from, view.sweep(from, own) - own);
            view.advance(from)
        }
        kind::ARCHER => {
            sink.rifle(from, near.knight & enemy);
            view.diagonal(from) & near.diagonal_three
        }
        kind::BOWMAN => {
            let landings = view.lame(from, !occupied) - occupied;
            sink.shots(from, view.beyond(from, enemy, landings));
            landings
        }
        kind::BERSERKER => {
            for first in near.king & enemy {
                // Its own origin is empty once left, and it has captured: it may return.
                let mut targets = view.near(first).king - own;
                targets.insert(from);
                sink.strikes(from, first, targets);
            }
            near.king | near.leap | view.lame(from, !occupied)
        }
        kind::LANCER => near.knight | view.beyond(from, !own, !occupied) | view.charges(from),
        kind::SPY => view.orthogonal(from) & near.orthogonal_two | near.knight,
        kind::WIZARD => {
            sink.exchanges(from, near.wizard & own);
            view.wizard(from)
        }
        kind::PAWN => (view.pushes(from) - occupied) | near.captures[view.color] & enemy,
        kind::SOLDIER => ((view.pushes(from) | near.sides) - occupied) | near.captures[view.color] & enemy,
        _ => view.marches(from) | near.captures[view.color] | (near.sides - occupied),
    };
    sink.simple(from, targets - own);
}

/// The squares on which the moves of a piece depend: as long as nothing changes there, its moves stay the
/// same. The number of leaps depends only on where friends stand; of the targets of leaps those on `leapt`
/// are included.
#[inline(always)]
pub fn region(view: &View<'_>, kind: usize, from: usize, leapt: Set) -> Set {
    let near = view.near(from);
    let leaps = |targets: Set| targets & leapt;
    let mut region = match kind {
        kind::KING => leaps(near.king),
        kind::PRINCE => leaps(near.prince),
        kind::QUEEN | kind::GENERAL => view.orthogonal(from) | view.diagonal(from),
        kind::PRINCESS => view.diagonal(from) | leaps(near.knight),
        kind::CHANCELLOR => view.orthogonal(from) | leaps(near.knight),
        kind::ROOK => view.orthogonal(from),
        kind::BISHOP => view.diagonal(from),
        kind::KNIGHT => leaps(near.teuton),
        kind::NIGHTRIDER => view.rides(from),
        kind::FALCONER => leaps(near.falconer),
        kind::HELEPOLIS => leaps(view.sweep(from, view.own)) | view.advance(from),
        kind::ARCHER => view.diagonal(from) & near.diagonal_three | near.knight,
        kind::BOWMAN => near.king | near.knight | near.double,
        kind::BERSERKER => near.king | leaps(near.leap | near.knight),
        kind::LANCER => {
            let lines = view.orthogonal(from) | view.diagonal(from);
            near.knight | leaps(near.double) | lines & (near.king | near.line_two_three)
        }
        kind::SPY => view.orthogonal(from) & near.orthogonal_two | leaps(near.knight),
        kind::WIZARD => near.diagonal | near.knight | leaps(near.camel),
        kind::PAWN => view.pushes(from) | near.captures[view.color],
        kind::SOLDIER => view.pushes(from) | near.sides | near.captures[view.color],
        _ => view.marches(from) | leaps(near.captures[view.color]) | near.sides,
    };
    region.insert(from);
    region
}

/// Counts moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count(pub u64);

impl Count {
    #[inline(always)]
    fn add(&mut self, moves: Set) {
        self.0 += u64::from(moves.len());
    }
}

impl MoveSink for Count {
    #[inline(always)]
    fn simple(&mut self, _: usize, targets: Set) {
        self.add(targets);
    }

    #[inline(always)]
    fn rifle(&mut self, _: usize, targets: Set) {
        self.add(targets);
    }

    #[inline(always)]
    fn shots(&mut self, _: usize, targets: Set) {
        self.add(targets);
    }

    #[inline(always)]
    fn strikes(&mut self, _: usize, _: usize, targets: Set) {
        self.add(targets);
    }

    #[inline(always)]
    fn sweeps(&mut self, _: usize, targets: Set) {
        self.add(targets);
    }

    #[inline(always)]
    fn exchanges(&mut self, _: usize, partners: Set) {
        self.add(partners);
    }
}
