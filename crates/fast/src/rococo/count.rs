//! Bulk counting: the number of legal moves, without a list.
//!
//! Most moves are counted on the inner board for all pieces of a type at once. Moves on the edge and captures by leaps are counted piece by
//! piece, if there are any.

use super::super::set::Set;
use super::board::{
    ADVANCER, Board, CANNON_PAWN, CHAMELEON, ENEMY, KING, LONG_LEAPER, OWN, SWAPPER, WITHDRAWER, pair,
    promotion_zone,
};
use super::lanes::Lanes;
use super::squares::ALL;
use super::tables::{Tables, pop};

/// A board with the sets that a count needs.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) tables: &'a Tables,
    pub(super) board: &'a Board,
    pub(super) enemy: Set<2>,
    /// The pieces of the side to move that are not frozen.
    pub(super) active: Set<2>,
    pub(super) occupied: Set<2>,
    /// The empty inner squares, on which a move without capture may end.
    pub(super) quiet: u64,
}

/// The number of legal moves.
#[inline(always)]
pub(super) fn count(tables: &Tables, board: &Board) -> u64 {
    if !board.is_on() {
        return 0;
    }
    let node = Node::new(tables, board);
    let frozen = node.frozen();
    let suicides = (frozen - board.rows[KING]).len();
    let mut total = u64::from(suicides) + node.king() + node.pawns() + node.slides();
    let mut movers = node.squares(SWAPPER);
    while let Some(from) = pop(&mut movers) {
        total += node.swapper(from);
    }
    let mut movers = node.squares(WITHDRAWER);
    while let Some(from) = pop(&mut movers) {
        total += node.withdrawals(from, node.enemy);
    }
    let mut movers = node.squares(CHAMELEON);
    while let Some(from) = pop(&mut movers) {
        total += node.chameleon(from);
    }
    if node.active.0[1] != 0 {
        total += node.edge();
    }
    total
}

impl<'a> Node<'a> {
    /// The node of a board. Finds the frozen pieces.
    #[inline(always)]
    pub(super) fn new(tables: &'a Tables, board: &'a Board) -> Self {
        let (own, enemy) = (board.rows[OWN], board.rows[ENEMY]);
        let occupied = own | enemy;
        let active = own - board.frozen(&tables.near);
        Self { tables, board, enemy, active, occupied, quiet: !occupied.0[0] }
    }

    /// The frozen pieces of the side to move.
    #[inline(always)]
    pub(super) fn frozen(&self) -> Set<2> {
        self.board.rows[OWN] - self.active
    }

    /// The pieces of a type that may move.
    #[inline(always)]
    fn squares(&self, kind: usize) -> Set<2> {
        self.board.rows[kind] & self.active
    }

    /// The enemies of a type.
    #[inline(always)]
    pub(super) fn enemies(&self, kind: usize) -> Set<2> {
        self.board.rows[kind] & self.enemy
    }

    /// ROC-KING.
    #[inline(always)]
    pub(super) fn king(&self) -> u64 {
        let king = self.squares(KING);
        if king.is_empty() {
            return 0;
        }
        (self.tables.near[king.first() & 127] & (self.enemy | Set([self.quiet, 0]))).len().into()
    }

    /// ROC-PAWN-1, ROC-PAWN-2, ROC-PROMOTE-1.
    #[inline(always)]
    pub(super) fn pawns(&self) -> u64 {
        let (pawns, within) = (self.squares(CANNON_PAWN), self.tables.within);
        let near = Lanes::all(pawns.0[0]).step(within);
        let steps = near & Lanes::all(self.quiet);
        let mounts = near - Lanes::all(self.quiet);
        let leaps = mounts.step(within) & Lanes::all(self.quiet | self.enemy.0[0]);
        let mut total = u64::from(steps.len() + leaps.len());
        let zone = promotion_zone(self.board.turn);
        // A Pawn reaches the zone only from the last three inner ranks.
        let late = if self.board.turn as usize == 0 { u64::MAX << 40 } else { u64::MAX >> 40 };
        if pawns.0[0] & late != 0 {
            let zone = Lanes::all(zone.0[0]);
            let promoting = (steps & zone).len() + (leaps & zone).len();
            total += u64::from(promoting * self.board.stock().count_ones());
        }
        if self.enemy.0[1] | pawns.0[1] != 0 {
            total += self.edge_pawns(pawns, zone);
        }
        total
    }

    /// The number of Pawn moves that start or end on an edge square.
    #[inline(always)]
    fn edge_pawns(&self, pawns: Set<2>, zone: Set<2>) -> u64 {
        let (mut total, mut promoting) = (0, 0);
        let mut victims = self.enemy.0[1];
        while victims != 0 {
            let to = 64 + victims.trailing_zeros() as usize;
            victims &= victims - 1;
            let mut attackers = self.tables.two[to] & pawns;
            let mut leaps = 0;
            while let Some(from) = pop(&mut attackers) {
                leaps += u64::from(self.has_mount(from, to));
            }
            total += leaps;
            promoting += leaps * u64::from(zone.contains(to));
        }
        let mut movers = pawns.0[1];
        while movers != 0 {
            let from = 64 + movers.trailing_zeros() as usize;
            movers &= movers - 1;
            let mut ends = self.tables.near[from].0[0] & self.quiet;
            let mut leaps = self.tables.two[from].0[0] & (self.quiet | self.enemy.0[0]);
            while leaps != 0 {
                let to = leaps.trailing_zeros() as usize;
                ends |= u64::from(self.has_mount(from, to)) << to;
                leaps &= leaps - 1;
            }
            total += u64::from(ends.count_ones());
            promoting += u64::from((ends & zone.0[0]).count_ones());
        }
        if promoting != 0 {
            total += promoting * u64::from(self.board.stock().count_ones());
        }
        total
    }

    /// Whether a piece is between two squares that are two steps apart.
    #[inline(always)]
    fn has_mount(&self, from: usize, to: usize) -> bool {
        self.occupied.contains(self.tables.middle(from, to))
    }

    /// The number of slides from inner squares to inner squares, and of leaps of Long Leapers from inner squares (ROC-LEAPER-2).
    #[inline(always)]
    fn slides(&self) -> u64 {
        let within = self.tables.within;
        let sliders = (self.active - self.board.rows[KING] - self.board.rows[CANNON_PAWN]).0[0];
        let reached = Lanes::all(sliders).flood(self.quiet, within);
        let mut total = u64::from(reached.len()) - 8 * u64::from(sliders.count_ones());
        let victims = Lanes::all(self.enemy.0[0]) - Lanes::all(!self.quiet).step_back(within);
        let leapers = self.squares(LONG_LEAPER).0[0];
        if leapers != 0 && !(reached.step(within) & victims).is_empty() {
            total += self.leaps(leapers, victims);
        }
        total
    }

    /// The number of leaps of Long Leapers from inner squares. `victims` are the enemies without a piece on the inner square beyond.
    #[inline(always)]
    fn leaps(&self, leapers: u64, victims: Lanes) -> u64 {
        let within = self.tables.within;
        let leapt = Lanes::all(leapers).flood(self.quiet, within).step(within) & victims;
        let mut total = 0;
        leapt.each(|victim, direction| {
            total += self.landings(victim, direction, self.enemy, Set::EMPTY).0;
        });
        total
    }

    /// ROC-SWAPPER-2, ROC-SWAPPER-3, ROC-BAN.
    #[inline(always)]
    pub(super) fn swapper(&self, from: usize) -> u64 {
        let victims = u64::from((self.tables.near[from] & self.enemy).len());
        let partners = self.tables.sights(from, self.occupied);
        let [one, other] = self.board.ban;
        let (one, other) = (usize::from(one), usize::from(other));
        let banned = (from == one || from == other) && {
            let to = one ^ other ^ from;
            let (blocker, _) = self.tables.slide(from, self.tables.toward(from, to), self.occupied);
            blocker == to
        };
        victims + partners - u64::from(banned)
    }

    /// The number of first steps onto an edge square that capture one of `victims` by withdrawal (ROC-EDGE-2).
    #[inline(always)]
    pub(super) fn withdrawals(&self, from: usize, victims: Set<2>) -> u64 {
        let mut total = 0;
        let rim = self.tables.rim[from];
        if rim != 0 && self.tables.near[from].meets(victims) {
            for direction in directions(rim) {
                let open = !self.occupied.contains(self.tables.step(from, direction));
                total += u64::from(open && victims.contains(self.tables.step(from, direction ^ 4)));
            }
        }
        total
    }

    /// The number of slides along the edge to the last square before one of `victims` (ROC-EDGE-1), without the first squares of
    /// withdrawals from one of `behind`, which [`withdrawals`](Self::withdrawals) counts.
    #[inline(always)]
    pub(super) fn approaches(&self, from: usize, victims: Set<2>, behind: Set<2>) -> u64 {
        let mut total = 0;
        for direction in directions(self.tables.rim[from]) {
            let first = self.tables.step(from, direction);
            let (blocker, _) = self.tables.slide(from, direction, self.occupied);
            let last = self.tables.step(blocker, direction ^ 4);
            let counted = last == first && behind.contains(self.tables.step(from, direction ^ 4));
            total += u64::from(last != from && victims.contains(blocker) && !counted);
        }
        total
    }

    /// The number of landings after a leap over `victim` and further leaps on the same line, and the piece that stops the leaps. A leap
    /// may pass pieces of `victims`; pieces of `approached` may be captured by approach.
    #[inline(always)]
    pub(super) fn landings(
        &self,
        victim: usize,
        direction: usize,
        victims: Set<2>,
        approached: Set<2>,
    ) -> (u64, usize) {
        let (mut total, mut last) = (0, victim);
        loop {
            let landing = self.tables.step(last, direction);
            if !(victims.contains(last) && (ALL - self.occupied).contains(landing)) {
                return (total, last);
            }
            let (blocker, run) = self.tables.slide(landing, direction, self.occupied);
            let end = self.tables.step(blocker, direction ^ 4);
            let approach = end >= 64 && end != landing && approached.contains(blocker);
            total += 1 + u64::from((run.0[0] & self.quiet).count_ones()) + u64::from(approach);
            last = blocker;
        }
    }

    /// The number of moves of a Chameleon other than slides between inner squares.
    ///
    /// The function is not inlined, because most of it is rarely needed. Inlined into the loop over the Chameleons, the compiler would
    /// prepare all of it at every node.
    #[inline(never)]
    pub(super) fn chameleon(&self, from: usize) -> u64 {
        let tables = self.tables;
        let (swappers, leapers) = (self.enemies(SWAPPER), self.enemies(LONG_LEAPER));
        let mut total = 0;
        // ROC-CHAMELEON-4, ROC-CHAMELEON-7.
        let mut victims = tables.near[from] & (self.enemies(KING) | swappers);
        while pop(&mut victims).is_some() {
            total += 1;
        }
        // ROC-CHAMELEON-5.
        let mut pawns = tables.two[from] & self.enemies(CANNON_PAWN);
        while let Some(to) = pop(&mut pawns) {
            total += u64::from(self.has_mount(from, to));
        }
        // ROC-CHAMELEON-3, ROC-CHAMELEON-6.
        let mut targets = tables.lines[from] & (swappers | leapers);
        while let Some(first) = pop(&mut targets) {
            let direction = tables.toward(from, first);
            if !tables.between(from, first, direction).meets(self.occupied) {
                let (landings, last) = self.landings(first, direction, leapers, self.enemies(ADVANCER));
                let exchange = swappers.contains(last) && self.board.ban != pair(from, last);
                total += landings + u64::from(exchange);
            }
        }
        total + self.withdrawals(from, self.enemies(WITHDRAWER))
    }

    /// The number of slides from edge squares to inner squares, of leaps of Long Leapers from edge squares, and of captures by approach
    /// along the edge.
    #[inline(always)]
    fn edge(&self) -> u64 {
        let mut total = 0;
        let mut movers = (self.active - self.board.rows[KING] - self.board.rows[CANNON_PAWN]).0[1];
        while movers != 0 {
            let from = 64 + movers.trailing_zeros() as usize;
            movers &= movers - 1;
            let leaps = self.board.rows[LONG_LEAPER].contains(from);
            for direction in directions(self.tables.inward[from]) {
                let (blocker, run) = self.tables.slide(from, direction, self.occupied);
                total += u64::from(run.0[0].count_ones());
                if leaps && self.enemy.contains(blocker) {
                    total += self.landings(blocker, direction, self.enemy, Set::EMPTY).0;
                }
            }
            if leaps {
                for direction in directions(self.tables.rim[from]) {
                    let (blocker, _) = self.tables.slide(from, direction, self.occupied);
                    total += self.landings(blocker, direction, self.enemy, Set::EMPTY).0;
                }
            } else if self.board.rows[ADVANCER].contains(from) {
                total += self.approaches(from, self.enemy, Set::EMPTY);
            } else if self.board.rows[CHAMELEON].contains(from) {
                total += self.approaches(from, self.enemies(ADVANCER), self.enemies(WITHDRAWER));
            }
        }
        total
    }
}

/// The directions in a byte of bits.
#[inline(always)]
fn directions(mut bits: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            direction
        })
    })
}
