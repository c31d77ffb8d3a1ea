//! Walks a path program on a board with hardly anything else: for diagrams, and for tests of notation.

use super::compile::Tables;
use super::sink::DataMove;
use super::walk::Walker;
use crate::game::board::{Shape, Square, SquareSet};
use crate::game::paths::Leg;
use crate::game::position::Position;
use crate::game::variant::{Clause, Color, ModifiedRulebook, Piece, Rulings, Variant};

/// A board with one piece about to move, friends and enemies.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The size of the board.
    pub shape: Shape,
    /// The square of the piece, which is White.
    pub square: Square,
    /// The squares of other White pieces.
    pub friends: SquareSet,
    /// The squares of Black pieces.
    pub enemies: SquareSet,
    /// Whether the piece has not moved.
    pub unmoved: bool,
    /// The square over which a Black piece has just passed.
    pub passed: Option<Square>,
}

/// A move on such a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where the piece is afterwards. `None` if it left the board.
    pub to: Option<Square>,
    /// The squares of the pieces that are captured.
    pub captured: SquareSet,
    /// Whether the piece exchanges places with the one on `to`.
    pub exchanges: bool,
}

/// The moves of a piece with this program, each once, by file and rank of their ends. The names of areas are those of the variant.
#[must_use]
pub fn targets(program: &[Leg], variant: &'static Variant, probe: &Probe) -> Vec<Target> {
    let Some(kind) = variant.pieces.first().map(|entry| entry.kind) else { return Vec::new() };
    let tables = Tables::of_program(variant, probe.shape, kind, program);
    let mut position = Position::empty(variant.id, probe.shape);
    let (own, other) = (Piece::new(Color::White, kind), Piece::new(Color::Black, kind));
    position.put(probe.square, own);
    for square in probe.shape.squares().filter(|square| *square != probe.square) {
        if probe.friends.contains(square) {
            position.put(square, own);
        } else if probe.enemies.contains(square) {
            position.put(square, other);
        }
    }
    position.en_passant = probe.passed;
    if probe.unmoved {
        position.unmoved.insert(probe.square);
    }
    // A move that changes nothing is a move of the notation.
    let book = ModifiedRulebook::new(Rulings::default(), [Clause::GEN_NULL].into_iter().collect());
    let mut moves: Vec<DataMove> = Vec::new();
    let from = probe.square;
    Walker { tables: &tables, position: &position, piece: own, from, book: &book, sink: &mut moves }
        .walk_all();
    let mut targets: Vec<Target> = Vec::new();
    for DataMove { mv, .. } in moves {
        let exchanges = mv.placing.is_some_and(|(square, _)| square == from);
        let lands = mv.to.filter(|to| *to != from && !exchanges && !position.is_empty(*to));
        let captured = lands.map_or(mv.removals, |to| mv.removals.with(to));
        let target = Target { to: mv.to, captured, exchanges };
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets.sort_by_key(|target| (target.to, target.captured.len()));
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::betza::{Dialect, compile};
    use crate::game::variant::VariantId;
    use pretty_assertions::assert_eq;

    /// Compares the moves of a text from d4 of an 8x8 board, where e5 and d6 hold enemies and c4 holds a friend.
    fn check(text: &str, expected: &str) {
        let variant = Variant::get("chess".parse::<VariantId>().unwrap());
        let square = |name| variant.labels.parse(Shape::new(8, 8), name).unwrap();
        let probe = Probe {
            shape: Shape::new(8, 8),
            square: square("d4"),
            friends: SquareSet::EMPTY.with(square("c4")),
            enemies: SquareSet::EMPTY.with(square("e5")).with(square("d6")),
            unmoved: true,
            passed: Some(square("c5")),
        };
        let program = compile(text, Dialect::XBetza).unwrap().program;
        let names = targets(&program, variant, &probe).into_iter().map(|target| {
            let name = |square| variant.labels.square(square);
            let captured: String =
                target.captured.into_iter().map(|square| format!("x{}", name(square))).collect();
            format!("{}{captured}", target.to.map(name).unwrap_or_default())
        });
        assert_eq!(names.collect::<Vec<_>>().join(" "), expected, "{text}");
    }

    #[test]
    fn programs_are_walked_on_probe_boards() {
        check("fR", "d5 d6xd6");
        check("lW", "");
        check("fmWfceF", "c5xc4 d5 e5xe5");
        check("ifmnD", "");
        check("fcafmF", "f6xe5");
        check("fmabW", "d4");
        check("udlK", "c4");
        check("pfR", "d7 d8");
        check("gsR", "b4");
    }
}
