//! The squares that a piece may reach and capture on, whatever the other pieces are.

use super::compile::Walk;
use crate::game::board::{QUEEN, Shape, Square, SquareSet, Step, direction};
use crate::game::paths::{Also, AlsoAt, Contents, Finish, Turn};

/// The possible ends and captures of walks from one square, if every other square suits them.
#[derive(Default)]
pub(super) struct Explored {
    /// Where they may capture.
    pub reach: SquareSet,
    /// The squares where moves end, with the contents that they accept and how they end.
    ends: Vec<(Square, Contents, Finish)>,
}

impl Explored {
    /// Walks a leg with some of its steps, and those after it. `before` is the number of steps of the leg before.
    pub fn walk(
        &mut self,
        shape: Shape,
        walk: &Walk,
        steps: impl Iterator<Item = usize>,
        at: Square,
        before: u8,
    ) {
        let (least, most) = if walk.same { (before, before) } else { (walk.least, walk.most) };
        for index in steps {
            let step = walk.steps[index].0;
            let mut square = at;
            for count in 0..=most {
                if count > 0 {
                    let Some(next) = shape.step(square, step) else { break };
                    square = next;
                    if walk.takes_passed || walk.takes_corner {
                        self.reach.insert(square);
                    }
                }
                if count < least {
                    continue;
                }
                if !walk.end.is_none() && count > 0 {
                    self.ends.push((square, walk.end, walk.finish));
                    if walk.captures {
                        self.reach.insert(square);
                    }
                    let also = walk.also.iter().filter_map(|also| also_square(shape, also, at, square, step));
                    self.reach = also.fold(self.reach, SquareSet::with);
                }
                for next in &walk.then {
                    self.walk(shape, next, next.after[index].iter().copied(), square, count);
                }
            }
        }
    }

    /// Whether two walks may end on the same square in the same way.
    pub fn repeats(&mut self) -> bool {
        self.ends.sort_by_key(|(square, ..)| *square);
        self.ends.chunk_by(|one, other| one.0 == other.0).any(|group| {
            group.iter().enumerate().any(|(index, (_, contents, finish))| {
                let rest = &group[index + 1..];
                rest.iter().any(|(_, other, way)| way == finish && contents.0 & other.0 != 0)
            })
        })
    }
}

/// The square of a capture next to the path.
#[inline]
pub(super) fn also_square(shape: Shape, also: &Also, from: Square, to: Square, step: Step) -> Option<Square> {
    let base = match also.at {
        AlsoAt::Start => from,
        AlsoAt::End => to,
    };
    shape.step(base, neighbour(step, also.turn))
}

/// The step to the neighbour that is at a turn from a direction.
fn neighbour(step: Step, turn: Turn) -> Step {
    let unit = direction(step).map_or(step, |(unit, _)| unit);
    QUEEN.into_iter().find(|other| Turn::between(unit, *other) == turn).unwrap_or(unit)
}
