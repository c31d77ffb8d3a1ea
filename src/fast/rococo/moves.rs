//! The list of legal moves. Rococo has no check: a move is legal if its mover is not frozen, and a promotion,
//! an exchange and an end on the edge have conditions of their own.

use super::super::set::Set;
use super::board::{
    ADVANCER, Board, CHAMELEON, ENEMY, IMMOBILIZER, KING, LEAPER, OWN, PAWN, SWAPPER, WITHDRAWER, pair,
    promotion_zone,
};
use super::squares::ALL;
use super::step::Step;
use super::tables::Tables;

/// What a generator looks at, and where its moves go.
struct Generator<'a> {
    tables: &'a Tables,
    board: &'a Board,
    own: Set<2>,
    enemy: Set<2>,
    occupied: Set<2>,
    moves: &'a mut Vec<Step>,
}

/// Appends the legal moves.
pub(super) fn moves(tables: &Tables, board: &Board, moves: &mut Vec<Step>) {
    if !board.is_on() {
        return;
    }
    let (own, enemy) = (board.rows[OWN], board.rows[ENEMY]);
    let frozen = board.frozen(&tables.near);
    let mut generator = Generator { tables, board, own, enemy, occupied: own | enemy, moves };
    for kind in 0..8 {
        for from in board.rows[kind] & frozen {
            generator.suicide(kind, from);
        }
        for from in board.rows[kind] & (own - frozen) {
            generator.piece(kind, from);
        }
    }
}

impl Generator<'_> {
    /// ROC-SUICIDE.
    fn suicide(&mut self, kind: usize, from: usize) {
        if kind != KING {
            self.moves.push(Step::leaving(from, kind, Set::EMPTY));
        }
    }

    fn piece(&mut self, kind: usize, from: usize) {
        match kind {
            KING => self.king(from),
            PAWN => self.pawn(from),
            ADVANCER => self.slider::<ADVANCER>(from),
            WITHDRAWER => self.slider::<WITHDRAWER>(from),
            LEAPER => self.slider::<LEAPER>(from),
            SWAPPER => {
                self.slider::<SWAPPER>(from);
                self.destroy(kind, from, self.enemy);
            }
            CHAMELEON => {
                self.slider::<CHAMELEON>(from);
                self.chameleon(from);
            }
            _ => self.slider::<IMMOBILIZER>(from),
        }
    }

    /// The squares on which a move without capture may end.
    fn quiet(&self) -> Set<2> {
        Set([!self.occupied.0[0], 0])
    }

    /// ROC-KING.
    fn king(&mut self, from: usize) {
        for to in self.tables.near[from] & (self.quiet() | self.enemy) {
            self.moves.push(Step::new(from, to, KING, Set::of(to) & self.enemy));
        }
    }

    /// ROC-PAWN-1, ROC-PAWN-2.
    fn pawn(&mut self, from: usize) {
        for to in self.tables.near[from] & self.quiet() {
            self.pawn_to(from, to);
        }
        for to in self.tables.two[from] & (self.quiet() | self.enemy) {
            if self.occupied.contains(self.tables.middle(from, to)) {
                self.pawn_to(from, to);
            }
        }
    }

    /// A Pawn's move, with its promotions (ROC-PROMOTE-1).
    fn pawn_to(&mut self, from: usize, to: usize) {
        let captured = Set::of(to) & self.enemy;
        self.moves.push(Step::new(from, to, PAWN, captured));
        if promotion_zone(self.board.turn).contains(to) {
            let stock = self.board.stock();
            for kind in (ADVANCER..PAWN).filter(|kind| stock >> kind & 1 == 1) {
                self.moves.push(Step::new(from, to, kind, captured).promoting());
            }
        }
    }

    /// The enemies of these types.
    fn enemies(&self, kinds: &[usize]) -> Set<2> {
        kinds.iter().fold(Set::EMPTY, |sum, &kind| sum | self.board.rows[kind]) & self.enemy
    }

    /// The enemies a type captures by moving away from them, by approaching them and by leaping over them
    /// (ROC-ADVANCER, ROC-WITHDRAWER, ROC-LEAPER-2, ROC-CHAMELEON-3).
    #[inline(always)]
    fn prey(&self, kind: usize) -> [Set<2>; 3] {
        let none = Set::EMPTY;
        match kind {
            ADVANCER => [none, self.enemy, none],
            WITHDRAWER => [self.enemy, none, none],
            LEAPER => [none, none, self.enemy],
            CHAMELEON => [WITHDRAWER, ADVANCER, LEAPER].map(|model| self.enemies(&[model])),
            _ => [none; 3],
        }
    }

    /// The slides, leaps and exchanges along all rays.
    #[inline(always)]
    fn slider<const KIND: usize>(&mut self, from: usize) {
        let [left, approached, leapt] = self.prey(KIND);
        let free = ALL - self.occupied;
        for direction in 0..8 {
            let mut captured = left & Set::of(self.tables.step(from, direction ^ 4));
            let mut nearest = self.tables.step(from, direction);
            let mut landings = Set::EMPTY;
            let mut place = from;
            loop {
                let (blocker, run) = self.tables.slide(place, direction, self.occupied);
                landings |= run;
                // ROC-EDGE-1, ROC-EDGE-2: of the squares before the blocker only the last has a victim beyond
                // it. The others all capture the same, so that of them only the nearest may be on the edge.
                if approached.contains(blocker) {
                    let last = self.tables.step(blocker, direction ^ 4);
                    if landings.contains(last) {
                        self.moves.push(Step::new(from, last, KIND, captured | Set::of(blocker)));
                        landings.remove(last);
                    }
                }
                if !captured.is_empty() && nearest >= 64 && landings.contains(nearest) {
                    self.moves.push(Step::new(from, nearest, KIND, captured));
                }
                for to in Set([landings.0[0], 0]) {
                    self.moves.push(Step::new(from, to, KIND, captured));
                }
                let next = self.tables.step(blocker, direction);
                if !(leapt.contains(blocker) && free.contains(next)) {
                    if KIND == SWAPPER || KIND == CHAMELEON {
                        self.exchange(KIND, from, blocker, direction, captured);
                    }
                    break;
                }
                captured.insert(blocker);
                landings = Set::of(next);
                nearest = next;
                place = next;
            }
        }
    }

    /// ROC-SWAPPER-2, ROC-CHAMELEON-6, ROC-CHAMELEON-8, ROC-BAN: the exchange with the first man that is not leapt
    /// over.
    fn exchange(&mut self, kind: usize, from: usize, to: usize, direction: usize, captured: Set<2>) {
        let partners = match kind {
            SWAPPER => self.occupied,
            CHAMELEON => self.enemies(&[SWAPPER]),
            _ => Set::EMPTY,
        };
        if partners.contains(to) && self.board.ban != pair(from, to) {
            let [_, approached, _] = self.prey(kind);
            let captured = captured | approached & Set::of(self.tables.step(to, direction));
            let friend = self.own.contains(to);
            self.moves.push(Step::new(from, to, kind, captured).exchanging(self.board.kind(to), friend));
        }
    }

    /// ROC-SWAPPER-3, ROC-CHAMELEON-7.
    fn destroy(&mut self, kind: usize, from: usize, victims: Set<2>) {
        for victim in self.tables.near[from] & victims {
            self.moves.push(Step::leaving(from, kind, Set::of(victim)));
        }
    }

    /// ROC-CHAMELEON-4, ROC-CHAMELEON-5, ROC-CHAMELEON-7.
    fn chameleon(&mut self, from: usize) {
        let kings = self.tables.near[from] & self.enemies(&[KING]);
        let pawns = self.tables.two[from] & self.enemies(&[PAWN]);
        for to in kings {
            self.take(from, to);
        }
        for to in pawns {
            if self.occupied.contains(self.tables.middle(from, to)) {
                self.take(from, to);
            }
        }
        self.destroy(CHAMELEON, from, self.enemies(&[SWAPPER]));
    }

    /// A Chameleon's capture on its end square, with what it withdraws from and approaches (ROC-CHAMELEON-8).
    fn take(&mut self, from: usize, to: usize) {
        let direction = self.tables.toward(from, to);
        let [left, approached, _] = self.prey(CHAMELEON);
        let behind = left & Set::of(self.tables.step(from, direction ^ 4));
        let beyond = approached & Set::of(self.tables.step(to, direction));
        let captured = Set::of(to) | behind | beyond;
        self.moves.push(Step::new(from, to, CHAMELEON, captured));
    }
}
