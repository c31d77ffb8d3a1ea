//! The list of legal moves. Rococo has no check: a move is legal if its mover is not frozen, and a promotion,
//! an exchange and an end on the edge have conditions of their own.

use super::super::set::Set;
use super::board::{
    ADVANCER, Board, CANNON_PAWN, CHAMELEON, ENEMY, IMMOBILIZER, KING, LONG_LEAPER, OWN, SWAPPER, WITHDRAWER,
    pair, promotion_zone,
};
use super::packed_move::PackedMove;
use super::squares::ALL;
use super::tables::{Tables, pop};

/// A board, and the list that receives its moves.
struct Generator<'a> {
    tables: &'a Tables,
    board: &'a Board,
    own: Set<2>,
    enemy: Set<2>,
    occupied: Set<2>,
    moves: &'a mut Vec<PackedMove>,
}

/// Appends the legal moves.
pub(super) fn moves(tables: &Tables, board: &Board, moves: &mut Vec<PackedMove>) {
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
            self.moves.push(PackedMove::start(self.tables, from, kind).leaving());
        }
    }

    fn piece(&mut self, kind: usize, from: usize) {
        match kind {
            KING => self.king(from),
            CANNON_PAWN => self.pawn(from),
            ADVANCER => self.slider::<ADVANCER>(from),
            WITHDRAWER => self.slider::<WITHDRAWER>(from),
            LONG_LEAPER => self.slider::<LONG_LEAPER>(from),
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
        let start = PackedMove::start(self.tables, from, KING);
        for to in self.tables.near[from] & (self.quiet() | self.enemy) {
            self.moves.push(start.to(self.tables, to).capturing(self.tables.alone[to] & self.enemy));
        }
    }

    /// ROC-PAWN-1, ROC-PAWN-2, ROC-PROMOTE-1.
    fn pawn(&mut self, from: usize) {
        let start = PackedMove::start(self.tables, from, CANNON_PAWN);
        let mut targets = self.tables.near[from] & self.quiet();
        let mut leaps = self.tables.two[from] & (self.quiet() | self.enemy);
        while let Some(to) = pop(&mut leaps) {
            if self.occupied.contains(self.tables.middle(from, to)) {
                targets.insert(to);
            }
        }
        let mut promoting = targets & promotion_zone(self.board.turn);
        while let Some(to) = pop(&mut targets) {
            self.moves.push(start.to(self.tables, to).capturing(self.tables.alone[to] & self.enemy));
        }
        if promoting.is_empty() {
            return;
        }
        let stock = self.board.stock();
        while let Some(to) = pop(&mut promoting) {
            let packed = start.to(self.tables, to).capturing(self.tables.alone[to] & self.enemy);
            for kind in (ADVANCER..CANNON_PAWN).filter(|kind| stock >> kind & 1 == 1) {
                self.moves.push(packed.promoting(kind));
            }
        }
    }

    /// The enemies of these types.
    #[inline(always)]
    fn enemies(&self, kinds: &[usize]) -> Set<2> {
        kinds.iter().fold(Set::EMPTY, |sum, &kind| sum | self.board.rows[kind]) & self.enemy
    }

    /// The enemies that a type captures by withdrawal, by approach and by leaping over them
    /// (ROC-ADVANCER, ROC-WITHDRAWER, ROC-LEAPER-2, ROC-CHAMELEON-3).
    #[inline(always)]
    fn prey(&self, kind: usize) -> [Set<2>; 3] {
        let none = Set::EMPTY;
        match kind {
            ADVANCER => [none, self.enemy, none],
            WITHDRAWER => [self.enemy, none, none],
            LONG_LEAPER => [none, none, self.enemy],
            CHAMELEON => {
                [self.enemies(&[WITHDRAWER]), self.enemies(&[ADVANCER]), self.enemies(&[LONG_LEAPER])]
            }
            _ => [none; 3],
        }
    }

    /// The slides, leaps and exchanges along all rays.
    #[inline(always)]
    fn slider<const KIND: usize>(&mut self, from: usize) {
        let tables = self.tables;
        let [left, approached, leapt] = self.prey(KIND);
        let free = ALL - self.occupied;
        let start = PackedMove::start(tables, from, KIND);
        // The inner squares to which the piece may slide without capture.
        let mut slides = 0;
        // Toward an adjacent friend or the end of the board, only a Swapper can have a move.
        let begun = if KIND == SWAPPER { ALL } else { ALL - self.own };
        for direction in 0..8 {
            let mut nearest = tables.step(from, direction);
            if !begun.contains(nearest) {
                continue;
            }
            let mut captured = left & tables.alone[tables.step(from, direction ^ 4)];
            let mut landings = Set::EMPTY;
            let mut blocker = nearest;
            if free.contains(nearest) {
                (blocker, landings) = tables.slide(from, direction, self.occupied);
            }
            loop {
                // ROC-EDGE-1, ROC-EDGE-2: of the squares before the blocker, only the last has a victim beyond it.
                // The others have the same captures, so only the nearest of them may be an edge square.
                if approached.contains(blocker) {
                    let last = tables.step(blocker, direction ^ 4);
                    if landings.contains(last) {
                        let all = captured | tables.alone[blocker];
                        self.moves.push(start.to(tables, last).capturing(all));
                        landings.remove(last);
                    }
                }
                if captured.is_empty() {
                    slides |= landings.0[0];
                } else {
                    let mut ends = Set([landings.0[0], 0]) | landings & tables.alone[nearest];
                    while let Some(to) = pop(&mut ends) {
                        self.moves.push(start.to(tables, to).capturing(captured));
                    }
                }
                let next = tables.step(blocker, direction);
                if !(leapt.contains(blocker) && free.contains(next)) {
                    if KIND == SWAPPER || KIND == CHAMELEON {
                        self.exchange(KIND, from, blocker, direction, captured);
                    }
                    break;
                }
                captured.insert(blocker);
                nearest = next;
                (blocker, landings) = tables.slide(next, direction, self.occupied);
                landings.insert(next);
            }
        }
        while slides != 0 {
            self.moves.push(start.to(tables, slides.trailing_zeros() as usize));
            slides &= slides - 1;
        }
    }

    /// ROC-SWAPPER-2, ROC-CHAMELEON-6, ROC-CHAMELEON-8, ROC-BAN: the exchange with the first piece that is not leapt over.
    #[inline(always)]
    fn exchange(&mut self, kind: usize, from: usize, to: usize, direction: usize, captured: Set<2>) {
        let partners = match kind {
            SWAPPER => self.occupied,
            CHAMELEON => self.enemies(&[SWAPPER]),
            _ => Set::EMPTY,
        };
        if partners.contains(to) && self.board.ban != pair(from, to) {
            let [_, approached, _] = self.prey(kind);
            let captured = captured | approached & self.tables.alone[self.tables.step(to, direction)];
            let friend = self.own.contains(to);
            let packed = PackedMove::start(self.tables, from, kind).to(self.tables, to).capturing(captured);
            self.moves.push(packed.exchanging(self.board.kind(to), friend));
        }
    }

    /// ROC-SWAPPER-3, ROC-CHAMELEON-7.
    fn destroy(&mut self, kind: usize, from: usize, victims: Set<2>) {
        for victim in self.tables.near[from] & victims {
            let captured = self.tables.alone[victim];
            self.moves.push(PackedMove::start(self.tables, from, kind).leaving().capturing(captured));
        }
    }

    /// ROC-CHAMELEON-4, ROC-CHAMELEON-5, ROC-CHAMELEON-7.
    fn chameleon(&mut self, from: usize) {
        let kings = self.tables.near[from] & self.enemies(&[KING]);
        let pawns = self.tables.two[from] & self.enemies(&[CANNON_PAWN]);
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

    /// The capture of a Chameleon on its end square, with its captures by withdrawal and approach (ROC-CHAMELEON-8).
    fn take(&mut self, from: usize, to: usize) {
        let direction = self.tables.toward(from, to);
        let [left, approached, _] = self.prey(CHAMELEON);
        let behind = left & self.tables.alone[self.tables.step(from, direction ^ 4)];
        let beyond = approached & self.tables.alone[self.tables.step(to, direction)];
        let captured = self.tables.alone[to] | behind | beyond;
        let start = PackedMove::start(self.tables, from, CHAMELEON);
        self.moves.push(start.to(self.tables, to).capturing(captured));
    }
}
