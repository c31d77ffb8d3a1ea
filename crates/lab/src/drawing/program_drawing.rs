//! The moves of a path program drawn as text on boards of their own.
//!
//! The piece is in the middle of a board that is large enough for three steps of an unlimited slide. The first drawing has an otherwise
//! empty board, and tries an enemy on each square alone. The others have friends or enemies on all neighbouring squares.

use vperft::inner::game::board::{QUEEN, Shape, Square, SquareSet};
use vperft::inner::game::paths::{Leg, Program};
use vperft::inner::game::variant::Variant;
use vperft::inner::generators::data::probe::{Probe, Target, targets};

/// The most files and ranks of a drawing.
const MAX_SIDE: u8 = 15;

/// How many steps of an unlimited slide are shown.
const SHOWN_STEPS: u8 = 3;

/// What the marks of a drawing mean.
pub const LEGEND: &str =
    "@ the piece  m moves there  c captures there  x both  i first move only  f a friend  e an enemy";

/// A drawing: a title and the ranks of a board, the last rank first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The pieces on the board.
    pub title: &'static str,
    /// The ranks, a character for each square.
    pub rows: Vec<String>,
}

/// The three drawings of a program. The names of areas are those of the variant.
#[must_use]
pub fn drawings(program: &Program, variant: &'static Variant) -> Vec<Drawing> {
    let reach = program.iter().map(|leg| reach(leg, 0)).max().unwrap_or(1);
    let side = (2 * reach.min(MAX_SIDE / 2) + 1).max(5);
    let shape = Shape::new(side, side);
    let square = Square::new(side / 2, side / 2);
    let board = Board { program, variant, shape, square };
    let around: SquareSet = QUEEN.iter().filter_map(|step| shape.step(square, *step)).collect();
    let none = SquareSet::EMPTY;
    vec![
        Drawing { title: "empty board", rows: board.alone() },
        Drawing { title: "friends around", rows: board.among(around, none) },
        Drawing { title: "enemies around", rows: board.among(none, around) },
    ]
}

/// How far a leg and those after it go, in files or ranks.
fn reach(leg: &Leg, before: u8) -> u8 {
    let step = leg.steps.iter().map(|step| step.files.unsigned_abs().max(step.ranks.unsigned_abs())).max();
    let most = leg.most.unwrap_or(SHOWN_STEPS).max(leg.least);
    let own = before.saturating_add(step.unwrap_or(1).saturating_mul(most));
    // Longer paths are cut off at the edge anyway.
    if own >= MAX_SIDE {
        own
    } else {
        leg.then.iter().map(|leg| reach(leg, own)).max().unwrap_or(own).max(own)
    }
}

/// A program on a board of a size.
struct Board<'p> {
    program: &'p Program,
    variant: &'static Variant,
    shape: Shape,
    square: Square,
}

impl Board<'_> {
    fn targets(&self, friends: SquareSet, enemies: SquareSet, unmoved: bool) -> Vec<Target> {
        let probe = Probe { shape: self.shape, square: self.square, friends, enemies, unmoved, passed: None };
        targets(self.program, self.variant, &probe)
    }

    /// The marks of a board with nothing else, and with an enemy on each square alone.
    fn alone(&self) -> Vec<String> {
        let none = SquareSet::EMPTY;
        let [late, first] = [false, true].map(|unmoved| self.targets(none, none, unmoved));
        let moves = |targets: &[Target], square| targets.iter().any(|target| target.to == Some(square));
        self.rows(|square| {
            let enemy = self.targets(none, none.with(square), false);
            let captures = enemy.iter().any(|target| target.captured.contains(square));
            match (moves(&late, square), captures, moves(&first, square)) {
                (true, true, _) => 'x',
                (true, false, _) => 'm',
                (false, true, _) => 'c',
                (false, false, true) => 'i',
                (false, false, false) => '.',
            }
        })
    }

    /// The marks of a board with friends and enemies.
    fn among(&self, friends: SquareSet, enemies: SquareSet) -> Vec<String> {
        let found = self.targets(friends, enemies, true);
        self.rows(|square| {
            let own = found.iter().filter(|target| target.to == Some(square));
            let (mut moves, mut captures) = (false, false);
            for target in own {
                moves |= target.captured.is_empty();
                captures |= !target.captured.is_empty();
            }
            match (moves, captures) {
                (true, true) => 'x',
                (true, false) => 'm',
                (false, true) => 'c',
                _ if friends.contains(square) => 'f',
                _ if enemies.contains(square) => 'e',
                _ => '.',
            }
        })
    }

    /// The ranks of the board, the last one first.
    fn rows(&self, mark: impl Fn(Square) -> char) -> Vec<String> {
        let row = |rank| {
            let files = 0..self.shape.files();
            let marks = files.map(|file| Square::new(file, rank));
            marks.map(|square| if square == self.square { '@' } else { mark(square) }).collect()
        };
        (0..self.shape.ranks()).rev().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::betza::{Dialect, compile};
    use vperft::inner::game::variant::VariantId;

    fn check(text: &str, index: usize, expected: &[&str]) {
        let program = compile(text, Dialect::XBetza).unwrap().program;
        let variant = Variant::get("chess".parse::<VariantId>().unwrap());
        assert_eq!(drawings(&program, variant)[index].rows, expected, "{text}");
    }

    #[test]
    fn moves_are_drawn() {
        check("N", 0, &[".x.x.", "x...x", "..@..", "x...x", ".x.x."]);
        check("fmWfceFifmnD", 0, &["..i..", ".cmc.", "..@..", ".....", "....."]);
        check("fmWfceFifmnD", 2, &[".....", ".cec.", ".e@e.", ".eee.", "....."]);
        check("nN", 1, &[".....", ".fff.", ".f@f.", ".fff.", "....."]);
        check("mK", 1, &[".....", ".fff.", ".f@f.", ".fff.", "....."]);
        check("cpW2", 2, &[".....", ".eee.", ".e@e.", ".eee.", "....."]);
        check("jD", 2, &["..m..", ".eee.", "me@em", ".eee.", "..m.."]);
        check("fafcF", 0, &["c...c", ".....", "..@..", ".....", "....."]);
    }
}
