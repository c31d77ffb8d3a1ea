//! The pseudo-legal moves of the pieces, which go to a [`MoveSink`] in whole sets.
//!
//! The same code lists moves, counts moves, and counts legal moves, depending on the sink. This module does not know about check.

use super::board::Board;
use super::tables::{FORWARD, LEFT, Near, RIGHT, Set, Tables, around, kind, neighbours};
use crate::rays::{DIAGONAL, ORTHOGONAL};

/// The pieces from the point of view of one side.
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
    /// A board from the point of view of one side.
    #[inline(always)]
    pub fn new(tables: &'static Tables, board: &'a Board, color: usize) -> Self {
        let (own, enemy) = (board.colors[color], board.colors[1 - color]);
        Self { tables, color, own, enemy, occupied: own | enemy, unmoved: &board.unmoved }
    }

    /// The squares near a square.
    #[inline(always)]
    pub fn near(&self, square: usize) -> &'static Near {
        &self.tables.near[square]
    }

    #[inline(always)]
    fn slide(&self, direction: usize, from: usize) -> Set {
        self.tables.rays.slide(direction, from, self.occupied)
    }

    /// The slides along the rank and the file.
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

    /// The (1,2) leaps with at least one of the two squares on the way in `open`. These squares are the only neighbours of the start that
    /// are a King step from the end.
    #[inline(always)]
    pub fn lame(&self, from: usize, open: Set) -> Set {
        let near = self.near(from);
        near.knight & around(near.king & open)
    }

    /// The targets of a Wizard with an open path (VAN-WIZARD-1). Every target has exactly one neighbour among the nearer targets. One step
    /// outward is therefore one step to any side, restricted to the farther targets.
    #[inline(always)]
    pub fn wizard(&self, from: usize) -> Set {
        let near = self.near(from);
        let second = near.knight & neighbours(near.diagonal - self.occupied);
        near.diagonal | second | near.camel & neighbours(second - self.occupied)
    }

    /// The squares that a Helepolis passes or ends on sideways and backward, through enemies (VAN-HELEPOLIS-2).
    #[inline(always)]
    pub fn sweep(&self, from: usize, own: Set) -> Set {
        let rays = &self.tables.rays;
        rays.slide(RIGHT, from, own)
            | rays.slide(LEFT, from, own)
            | rays.slide(FORWARD[1 - self.color], from, own)
    }

    /// The forward slide of a Helepolis, including the hop of an unmoved one (VAN-HELEPOLIS-1, -3).
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

    /// The forward steps of a Pawn or Soldier, up to and including the first occupied square (VAN-INITIAL).
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
                // Three steps: the squares between are at one and two thirds of the difference.
                let (nearer, farther) = ((2 * from + target) / 3, (from + 2 * target) / 3);
                !self.occupied.contains(nearer) && !self.occupied.contains(farther)
            };
            if !open {
                charges.remove(target);
            }
        }
        charges
    }

    /// The candidates two equal leaps away, if the square in the middle is in `open`.
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

/// Receives the moves of the pieces.
pub trait MoveSink {
    /// The mover goes to each of these squares and captures an enemy there.
    fn simple(&mut self, from: usize, targets: Set);
    /// The mover stays and captures each of these enemies (VAN-ARCHER-2).
    fn rifle(&mut self, from: usize, targets: Set);
    /// The mover goes half the way to each of these enemies and shoots it (VAN-BOWMAN-2).
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

/// Sends the moves of a piece of a type on a square to the sink.
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
                // The start square is empty, and the piece has captured, so it may return.
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

/// The squares on which the moves of a piece depend. The number of leaps depends only on the squares with friends, so of the targets of
/// leaps only those in `leapt` are included.
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
