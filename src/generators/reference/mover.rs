//! The piece that is about to move: its view of the board, and the kinds of movement that the piece functions use.

use super::MoveSink;
use crate::game::board::{Square, SquareSet, Step};
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::variant::{Clause, Piece, Rulebook, Rulings};

/// A piece on its square in a position, with the rulebook and the sink for its moves.
pub struct Mover<'a, B, S> {
    /// The position before the move.
    pub position: &'a Position,
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub from: Square,
    pub(super) book: &'a B,
    pub(super) sink: &'a mut S,
}

impl<'a, B: Rulebook, S: MoveSink> Mover<'a, B, S> {
    /// The piece on `from`.
    #[inline]
    pub const fn new(
        position: &'a Position,
        piece: Piece,
        from: Square,
        book: &'a B,
        sink: &'a mut S,
    ) -> Self {
        Self { position, piece, from, book, sink }
    }

    /// Whether the clause applies.
    #[inline]
    pub fn applies(&self, clause: Clause) -> bool {
        self.book.applies(clause)
    }

    /// The reading of every ruling.
    #[inline]
    pub fn rulings(&self) -> &'a Rulings {
        self.book.rulings()
    }

    /// One square forward.
    #[inline]
    pub const fn forward(&self) -> Step {
        Step::new(0, self.piece.color.forward())
    }

    /// The square one step away, if it is on the board.
    #[inline]
    pub const fn step(&self, from: Square, step: Step) -> Option<Square> {
        self.position.shape.step(from, step)
    }

    /// Whether the square is open and empty.
    #[inline]
    pub const fn is_empty(&self, square: Square) -> bool {
        self.position.is_empty(square)
    }

    /// Whether an enemy is on the square.
    #[inline]
    pub fn is_enemy(&self, square: Square) -> bool {
        self.position.is_of(!self.piece.color, square)
    }

    /// Whether a friend is on the square.
    #[inline]
    pub const fn is_friend(&self, square: Square) -> bool {
        self.position.is_of(self.piece.color, square)
    }

    /// The move to a square, which captures a piece there.
    #[inline]
    pub const fn to(&self, to: Square) -> Move {
        Move::new(self.piece, self.from, to)
    }

    /// Sends a move to the sink.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.sink.push(mv);
    }

    /// Goes to a square if it is empty or holds an enemy.
    #[inline]
    pub fn go(&mut self, to: Square) {
        if self.is_empty(to) || self.is_enemy(to) {
            self.push(self.to(to));
        }
    }

    /// Leaps by each of these steps. The squares between do not matter (GEN-PATH).
    #[inline]
    pub fn leap(&mut self, steps: &[Step]) {
        for &step in steps {
            if self.sink.wants(self.from, step)
                && let Some(to) = self.step(self.from, step)
            {
                self.go(to);
            }
        }
    }

    /// Rides in each of these directions, at most `range` steps. Every square before the last must be empty.
    #[inline]
    pub fn ride(&mut self, steps: &[Step], range: u8) {
        for &step in steps {
            self.ride_from(self.from, step, range);
        }
    }

    /// Rides in one direction from a square, which need not be that of the mover.
    #[inline]
    pub fn ride_from(&mut self, start: Square, step: Step, range: u8) {
        if !self.sink.wants(start, step) {
            return;
        }
        let mut at = start;
        for _ in 0..range {
            let Some(next) = self.step(at, step) else { return };
            let empty = self.is_empty(next);
            if empty || self.is_enemy(next) {
                self.push(self.to(next));
            }
            if !empty && self.blocks() {
                return;
            }
            at = next;
        }
    }

    /// Whether an occupied or closed square on the path ends a slide (GEN-PATH). Call it only if there is one.
    #[inline]
    pub fn blocks(&self) -> bool {
        self.applies(Clause::GEN_PATH)
    }

    /// Records that a square is reached. Returns whether it was reached before, in which case it is not a new move (GEN-MOVE).
    #[inline]
    pub fn is_repeated(&self, reached: &mut SquareSet, square: Square) -> bool {
        let repeated = reached.contains(square) && self.applies(Clause::GEN_MOVE);
        reached.insert(square);
        repeated
    }
}
