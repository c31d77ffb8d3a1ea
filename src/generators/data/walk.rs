//! Walks the path programs of one piece on a board, and sends its pseudo-legal moves to a sink.

use super::compile::{Tables, Walk, Way};
use super::promote;
use super::reach::also_square;
use super::sink::{DataMove, Sink};
use crate::game::board::{Square, SquareSet, Step, direction};
use crate::game::notation::Move;
use crate::game::paths::{Content, Contents, Finish};
use crate::game::position::Position;
use crate::game::variant::{Arrival, Clause, Piece, Rulebook};

/// A piece on its square, about to walk.
pub(super) struct Walker<'a, B, S> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    pub piece: Piece,
    pub from: Square,
    pub book: &'a B,
    pub sink: &'a mut S,
}

/// How far a path has come.
#[derive(Clone, Copy)]
struct Trail {
    /// Where the leg begins.
    at: Square,
    /// The number of steps of the leg before.
    count: u8,
    /// The squares of the pieces captured so far.
    removals: SquareSet,
}

impl<B: Rulebook, S: Sink> Walker<'_, B, S> {
    /// Sends the pseudo-legal moves of the piece to the sink.
    #[inline]
    pub fn walk_all(&mut self) {
        let kind = self.tables.kind(self.piece);
        let trail = Trail { at: self.from, count: 1, removals: SquareSet::EMPTY };
        for walk in &kind.walks {
            if self.may_begin(walk, trail.at) {
                for index in 0..walk.steps.len() {
                    if self.sink.wants(walk, index, self.from) {
                        self.walk(walk, index, trail);
                    }
                }
            }
            if self.sink.is_full() {
                return;
            }
        }
    }

    /// Whether a leg may begin on a square.
    #[inline]
    fn may_begin(&self, walk: &Walk, at: Square) -> bool {
        (walk.captures || !S::CAPTURES_ONLY)
            && walk.from.is_none_or(|from| from.contains(at))
            && (!walk.unmoved || self.position.unmoved.contains(self.from))
            && walk.clause.is_none_or(|clause| self.book.applies(clause))
    }

    /// Walks a leg by one of its steps, and the legs after it.
    fn walk(&mut self, walk: &Walk, index: usize, trail: Trail) {
        let (step, way) = &walk.steps[index];
        let (least, most) = if walk.same { (trail.count, trail.count) } else { (walk.least, walk.most) };
        if least == 0 {
            self.go_on(walk, index, Trail { count: 0, ..trail });
        }
        let mut square = trail.at;
        let mut removals = trail.removals;
        for count in 1..=most {
            let Some(next) = self.position.shape.step(square, *step) else { return };
            if walk.within.is_some_and(|within| !within.contains(next)) || self.is_blocked(square, way) {
                return;
            }
            let content = self.content(next, removals);
            self.sink.saw(next, content == Some(Content::Empty));
            if count >= least {
                if self.accepts(walk, walk.end, next, content) {
                    self.finish(walk, *step, trail, next, content, removals);
                }
                if !walk.then.is_empty() && self.accepts(walk, walk.corner, next, content) {
                    let taken = walk.takes_corner && content.is_some_and(|content| content != Content::Empty);
                    let removals = if taken { removals.with(next) } else { removals };
                    self.go_on(walk, index, Trail { at: next, count, removals });
                }
            }
            match content {
                Some(content) if walk.through.has(content) => {
                    let is_taken = walk.takes_passed && content != Content::Empty;
                    removals = if is_taken { removals.with(next) } else { removals };
                }
                _ if self.book.applies(Clause::GEN_PATH) => return,
                _ => {}
            }
            square = next;
        }
    }

    /// Walks the legs after one that used this step.
    fn go_on(&mut self, walk: &Walk, index: usize, trail: Trail) {
        for next in &walk.then {
            if self.may_begin(next, trail.at) {
                for &step in &next.after[index] {
                    self.walk(next, step, trail);
                }
            }
        }
    }

    /// The content of a square once the mover has left and pieces were captured. `None` if it is closed.
    #[inline]
    fn content(&self, square: Square, removals: SquareSet) -> Option<Content> {
        match self.position.piece(square) {
            None if self.position.closed.contains(square) => None,
            None => Some(Content::Empty),
            Some(_) if square == self.from || removals.contains(square) => Some(Content::Empty),
            Some(piece) if piece.color == self.piece.color => Some(Content::Friend),
            Some(_) => Some(Content::Enemy),
        }
    }

    /// Whether a leg accepts what the square holds.
    #[inline]
    fn accepts(&self, walk: &Walk, contents: Contents, square: Square, content: Option<Content>) -> bool {
        match content {
            None => false,
            Some(Content::Empty) => {
                contents.has(Content::Empty)
                    || contents.has(Content::Passed) && self.position.en_passant == Some(square)
            }
            Some(content) => contents.has(content) && self.is_accepted_kind(walk, square),
        }
    }

    #[inline]
    fn is_accepted_kind(&self, walk: &Walk, square: Square) -> bool {
        let Some(only) = &walk.only else { return true };
        self.position.piece(square).is_some_and(|piece| only.contains(&piece.kind))
    }

    /// Whether all ways of a step are blocked.
    #[inline]
    fn is_blocked(&mut self, at: Square, way: &Way) -> bool {
        let is_free = |way: &Vec<Step>| {
            let mut squares = way.iter().filter_map(|step| self.position.shape.step(at, *step));
            squares.all(|square| {
                let is_free = square == self.from || self.position.is_empty(square);
                self.sink.saw(square, is_free);
                is_free
            })
        };
        !way.is_empty() && !way.iter().any(is_free) && self.book.applies(Clause::GEN_PATH)
    }

    /// Sends the move that ends on a square.
    fn finish(
        &mut self,
        walk: &Walk,
        step: Step,
        trail: Trail,
        to: Square,
        content: Option<Content>,
        mut removals: SquareSet,
    ) {
        let enemy = !self.piece.color;
        for also in &walk.also {
            let beside = also_square(self.position.shape, also, trail.at, to, step);
            beside.into_iter().for_each(|square| self.sink.saw(square, self.position.is_empty(square)));
            match beside {
                Some(square) if self.position.is_of(enemy, square) => removals.insert(square),
                _ if also.must => return,
                _ => {}
            }
        }
        let is_occupied = content != Some(Content::Empty);
        let mut arrival = (Arrival::Move, self.piece, to);
        let mv = match walk.finish {
            Finish::Move => {
                if walk.end == Contents::from(Content::Passed) {
                    let Some(victim) = self.position.shape.step(to, Step::new(0, enemy.forward())) else {
                        return;
                    };
                    removals.insert(victim);
                }
                removals.remove(to);
                Move::new(self.piece, self.from, to).removing_all(removals)
            }
            Finish::Shoot => {
                if is_occupied {
                    removals.insert(to);
                }
                arrival.2 = trail.at;
                Move::new(self.piece, self.from, trail.at).removing_all(removals)
            }
            Finish::Swap => {
                let Some(partner) = self.position.piece(to) else { return };
                if self.is_banned(to) {
                    return;
                }
                arrival = (Arrival::Swap, partner, self.from);
                Move::new(self.piece, self.from, to).placing(self.from, partner).removing_all(removals)
            }
            Finish::Send => {
                let Some(friend) = self.position.piece(trail.at) else { return };
                arrival = (Arrival::Send, friend, to);
                Move::new(friend, trail.at, to).removing_all(removals)
            }
            Finish::Leave => {
                if is_occupied {
                    removals.insert(to);
                }
                self.sink.push(Move::leaving(self.piece, self.from).removing_all(removals).into());
                return;
            }
        };
        let changes = mv.to != Some(mv.from) || mv.placing.is_some() || !mv.removals.is_empty();
        if !changes && self.book.applies(Clause::GEN_NULL) {
            return;
        }
        let passed = if walk.passes { self.passed(trail.at, step, to) } else { None };
        let mv = DataMove { mv, passed };
        if S::CAPTURES_ONLY {
            self.sink.push(mv);
        } else {
            promote::arrive(self.tables, self.position, self.book, mv, arrival, self.sink);
        }
    }

    /// The square between the ends of a move of two squares along a file or rank.
    fn passed(&self, from: Square, step: Step, to: Square) -> Option<Square> {
        let (unit, _) = direction(step)?;
        let between = self.position.shape.step(from, unit)?;
        (self.position.shape.step(between, unit) == Some(to)).then_some(between)
    }

    /// Whether the exchange with the piece on this square would take back one that is banned.
    fn is_banned(&self, other: Square) -> bool {
        let pair = (self.from.min(other), self.from.max(other));
        self.position.ban == Some(pair) && self.tables.ban.is_some_and(|clause| self.book.applies(clause))
    }
}
