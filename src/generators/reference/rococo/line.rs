//! One ray of a Long Leaper, a Withdrawer, an Advancer or a Chameleon: the squares where it may land, and its
//! captures.

use super::edge;
use crate::game::board::{Square, SquareSet, Step};
use crate::game::variant::{Clause, Rulebook};
use crate::generators::reference::{MoveSink, Mover};

/// An empty square on the ray.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    /// The square.
    pub square: Square,
    /// The squares on which a move that ends there captures.
    pub captured: SquareSet,
}

/// The first piece on the ray that is not leapt.
#[derive(Clone, Copy)]
pub(super) struct Blocker {
    /// Its square.
    pub square: Square,
    /// The squares of the pieces leapt on the way to it.
    pub leapt: SquareSet,
}

/// The ray in one direction.
pub(super) struct Line {
    /// The empty squares, of which only the first `count` are valid. No ray is longer than nine squares.
    landings: [Landing; 9],
    count: usize,
    /// The piece that ends the ray, if one does.
    pub blocker: Option<Blocker>,
}

impl Line {
    /// Follows the ray over empty squares and over single pieces that `leaps` allows and that have an empty
    /// square immediately beyond. A move captures the pieces that it leaps, and those of `captures` for its end
    /// square.
    pub fn new<B: Rulebook, S: MoveSink>(
        mover: &Mover<'_, B, S>,
        step: Step,
        leaps: impl Fn(Square) -> bool,
        captures: impl Fn(Square) -> SquareSet,
    ) -> Self {
        let nowhere = Landing { square: mover.from, captured: SquareSet::EMPTY };
        let mut line = Self { landings: [nowhere; 9], count: 0, blocker: None };
        let mut leapt = SquareSet::EMPTY;
        let mut at = mover.from;
        while let Some(next) = mover.step(at, step) {
            let beyond = mover.step(next, step);
            if mover.is_empty(next) {
                line.landings[line.count] = Landing { square: next, captured: leapt | captures(next) };
                line.count += 1;
            } else if beyond.is_some_and(|beyond| mover.is_empty(beyond)) && leaps(next) {
                leapt.insert(next);
            } else {
                line.blocker.get_or_insert(Blocker { square: next, leapt });
                if mover.blocks() {
                    break;
                }
            }
            at = next;
        }
        line
    }

    /// Sends the moves along the ray to the sink. Moves without capture are slides by this clause.
    pub fn push<B: Rulebook, S: MoveSink>(&self, mover: &mut Mover<'_, B, S>, slide: Clause) {
        let landings = &self.landings[..self.count];
        for (index, landing) in landings.iter().enumerate() {
            let may_land = edge::may_land(mover, landings, index);
            if may_land && (!landing.captured.is_empty() || mover.applies(slide)) {
                mover.push(mover.to(landing.square).removing_all(landing.captured));
            }
        }
    }
}

/// A set of the square, if it is on the board and has a victim. Empty otherwise.
#[inline]
pub(super) fn victim(square: Option<Square>, is_victim: impl Fn(Square) -> bool) -> SquareSet {
    square.filter(|&square| is_victim(square)).into_iter().collect()
}
