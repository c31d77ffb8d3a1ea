//! One ray of a Long Leaper, a Withdrawer, an Advancer or a Chameleon: where it may land, and what it
//! captures there.

use super::edge;
use crate::game::board::{Square, SquareSet, Step};
use crate::game::variant::{Clause, Rulebook};
use crate::generators::reference::{MoveSink, Mover};

/// An empty square on the ray.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    /// The square.
    pub square: Square,
    /// What a move that ends there captures.
    pub captured: SquareSet,
}

/// The first piece on the ray that is not leapt.
#[derive(Clone, Copy)]
pub(super) struct Blocker {
    /// Where it stands.
    pub square: Square,
    /// What is leapt on the way to it.
    pub leapt: SquareSet,
}

/// The ray in one direction.
pub(super) struct Line {
    /// No ray is longer than nine squares. Those past `count` are of no meaning.
    landings: [Landing; 9],
    count: usize,
    /// The piece that ends the ray, if one does.
    pub blocker: Option<Blocker>,
}

impl Line {
    /// Goes along the ray over empty squares and, one at a time, over pieces that `leaps` allows and that
    /// have an empty square immediately beyond. A move captures what it leaps and what `captures` adds for
    /// its end square.
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

    /// Hands the moves along the ray to the sink. Those that capture nothing are the plain slide of this
    /// clause.
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

/// The square as a set if it is on the board and a victim stands there, otherwise no square.
#[inline]
pub(super) fn victim(square: Option<Square>, is_victim: impl Fn(Square) -> bool) -> SquareSet {
    square.filter(|&square| is_victim(square)).into_iter().collect()
}
