//! The moves along plain legs as sets of squares: legs of one part that need empty squares on their way and nothing else, and end on an
//! empty square or an enemy. Slides are such legs, leaps, and lame leaps.
//!
//! Invariant: the targets of a square are the ends of the moves that a walk of these legs sends.

use super::compile::Walk;
use crate::game::board::{Shape, Square, SquareSet, Step};
use crate::game::paths::{Content, Contents, Finish};

/// The plain moves from one square.
#[derive(Clone, Default)]
pub(super) struct PlainMoves {
    /// The ends of single steps on empty squares, and on enemies.
    steps: [SquareSet; 2],
    lines: Vec<Line>,
}

/// The squares that one step reaches, taken again and again; or the way of a lame leap, and its end.
#[derive(Clone)]
struct Line {
    squares: SquareSet,
    /// Those on which a move may end.
    ends: SquareSet,
    /// Whether the squares are in ascending order.
    ascends: bool,
    /// Whether moves may end on an empty square, and on an enemy.
    accepts: [bool; 2],
}

/// Which squares of a board are what, for a side.
#[derive(Clone, Copy)]
pub(super) struct Occupied {
    /// The squares that are not open and empty.
    pub blocked: SquareSet,
    pub enemies: SquareSet,
}

impl Walk {
    /// Whether its moves from any square are those of [`PlainMoves`], en passant captures excluded.
    pub fn is_plain(&self) -> bool {
        let accepts = |contents: Contents, other: Content| contents.has(other);
        self.then.is_empty()
            && self.finish == Finish::Move
            && self.also.is_empty()
            && self.only.is_none()
            && !(self.same || self.unmoved || self.takes_passed || self.takes_corner)
            && self.least > 0
            && self.steps.iter().all(|(step, way)| match &way[..] {
                [] => *step != Step::new(0, 0),
                [way] if self.most == 1 => is_before(way, *step),
                _ => false,
            })
            && !accepts(self.end, Content::Friend)
            && (!accepts(self.end, Content::Passed) || self.end == Contents::from(Content::Passed))
            && (self.most == 1 || self.through == Contents::EMPTY)
    }
}

/// Whether all squares of a way are before the end of the step, or all are after it, by file and rank.
fn is_before(way: &[Step], end: Step) -> bool {
    let index = |step: Step| 16 * i16::from(step.files) + i16::from(step.ranks);
    way.iter().all(|step| index(*step) < index(end)) || way.iter().all(|step| index(*step) > index(end))
}

impl PlainMoves {
    /// The moves from a square along these legs.
    pub fn new<'w>(shape: Shape, from: Square, walks: impl Iterator<Item = &'w Walk>) -> Self {
        let mut moves = Self::default();
        for walk in walks.filter(|walk| walk.from.is_none_or(|area| area.contains(from))) {
            let accepts = [Content::Empty, Content::Enemy].map(|content| walk.end.has(content));
            for (step, way) in &walk.steps {
                let way = way.iter().flatten().filter_map(|step| shape.step(from, *step));
                let (mut squares, mut ends, mut last) = (way.collect::<SquareSet>(), SquareSet::EMPTY, from);
                for count in 1..=walk.most {
                    let next = shape.step(last, *step);
                    let Some(next) = next.filter(|next| walk.within.is_none_or(|area| area.contains(*next)))
                    else {
                        break;
                    };
                    squares.insert(next);
                    if count >= walk.least {
                        ends.insert(next);
                    }
                    last = next;
                }
                if squares.len() > 1 {
                    moves.lines.push(Line {
                        squares,
                        ends,
                        ascends: squares.highest() == Some(last),
                        accepts,
                    });
                } else {
                    for (steps, _) in moves.steps.iter_mut().zip(accepts).filter(|(_, accepts)| *accepts) {
                        *steps = *steps | ends;
                    }
                }
            }
        }
        moves
    }

    /// The squares on which the moves end.
    #[inline]
    pub fn targets(&self, occupied: &Occupied) -> SquareSet {
        let mut targets = (self.steps[0] - occupied.blocked) | (self.steps[1] & occupied.enemies);
        for line in &self.lines {
            let blockers = line.squares & occupied.blocked;
            let Some(first) = line.first(blockers) else {
                if line.accepts[0] {
                    targets = targets | line.ends;
                }
                continue;
            };
            if line.accepts[0] {
                targets = targets | (line.before(first) & line.ends);
            }
            if line.accepts[1] && occupied.enemies.contains(first) && line.ends.contains(first) {
                targets.insert(first);
            }
        }
        targets
    }

    /// Whether an enemy on this square can be captured.
    #[inline]
    pub fn captures_on(&self, square: Square, blocked: SquareSet) -> bool {
        let reaches = |line: &Line| line.may_capture_on(square) && (line.before(square) & blocked).is_empty();
        self.steps[1].contains(square) || self.lines.iter().any(reaches)
    }

    /// The squares on which an enemy could be captured if it were there.
    #[inline]
    pub fn attacked(&self, blocked: SquareSet) -> SquareSet {
        let capturing = self.lines.iter().filter(|line| line.accepts[1]);
        capturing.fold(self.steps[1], |attacked, line| {
            let seen = match line.first(line.squares & blocked) {
                Some(first) => line.before(first).with(first),
                None => line.squares,
            };
            attacked | (seen & line.ends)
        })
    }

    /// Calls back with the squares before `square` on each line on which an enemy there may be captured; none for a single step.
    #[inline]
    pub fn ways_to(&self, square: Square, mut way: impl FnMut(SquareSet)) {
        if self.steps[1].contains(square) {
            way(SquareSet::EMPTY);
        }
        self.lines
            .iter()
            .filter(|line| line.may_capture_on(square))
            .for_each(|line| way(line.before(square)));
    }
}

impl Line {
    #[inline]
    fn may_capture_on(&self, square: Square) -> bool {
        self.accepts[1] && self.ends.contains(square)
    }

    /// The first of some squares of the line.
    #[inline]
    fn first(&self, squares: SquareSet) -> Option<Square> {
        if self.ascends { squares.lowest() } else { squares.highest() }
    }

    /// The squares of the line before one of them.
    #[inline]
    fn before(&self, square: Square) -> SquareSet {
        self.squares & if self.ascends { SquareSet::below(square) } else { SquareSet::above(square) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::betza::{Dialect, compile};
    use crate::game::position::Position;
    use crate::game::variant::{Color, Piece, Standard, Variant, VariantId};
    use crate::generators::data::compile::Tables;
    use crate::generators::data::sink::DataMove;
    use crate::generators::data::walk::Walker;
    use pretty_assertions::assert_eq;

    /// The plain moves on random boards are those of a walk, and so are the captures on each square.
    #[test]
    fn plain_moves_end_where_walks_end() {
        let variant = Variant::get(VariantId::CHESS);
        let kind = variant.pieces[0].kind;
        let [own, other] = Color::BOTH.map(|color| Piece::new(color, kind));
        let mut random = 1_u64;
        let mut draw = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) % below
        };
        for text in
            ["W", "F", "N", "Q", "mR", "cB", "R4", "fR2", "NN", "AA", "nN", "nA", "nD", "nH", "fmWfceF"]
        {
            let program = compile(text, Dialect::XBetza).expect(text).program;
            for shape in [Shape::new(8, 8), Shape::new(5, 9), Shape::new(16, 16)] {
                let tables = Tables::of_program(variant, shape, kind, &program);
                let squares: Vec<_> = shape.squares().collect();
                for _ in 0..60 {
                    let mut position = Position::empty(variant.id, shape);
                    let from = squares[draw(squares.len() as u64) as usize];
                    for square in &squares {
                        match draw(6) {
                            0 => position.put(*square, own),
                            1 => position.put(*square, other),
                            2 if draw(4) == 0 => position.closed.insert(*square),
                            _ => {}
                        }
                    }
                    position.closed.remove(from);
                    position.put(from, own);
                    let walks = || tables.kind(own).walks.iter().filter(|walk| walk.is_plain());
                    assert!(walks().count() > 0, "{text}");
                    let plain = PlainMoves::new(shape, from, walks());
                    let mut moves: Vec<DataMove> = Vec::new();
                    let sink = &mut moves;
                    Walker { tables: &tables, position: &position, piece: own, from, book: &Standard, sink }
                        .walk_all();
                    let ends: SquareSet = moves.iter().filter_map(|mv| mv.mv.to).collect();
                    let (blocked, enemies) = (position.blocked(), position.occupied(Color::Black));
                    assert_eq!(plain.targets(&Occupied { blocked, enemies }), ends, "{text} from {from:?}");
                    let captured: SquareSet =
                        enemies.into_iter().filter(|square| plain.captures_on(*square, blocked)).collect();
                    assert_eq!(captured, ends & enemies, "{text} from {from:?}");
                    assert_eq!(plain.attacked(blocked) & enemies, captured, "{text} from {from:?}");
                }
            }
        }
    }
}
