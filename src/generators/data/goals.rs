//! Goals that a side reaches, and kinds that die out.

use super::attack::is_capturable;
use super::compile::Tables;
use crate::game::board::{Square, SquareSet};
use crate::game::position::Position;
use crate::game::variant::{Color, Extinction, Goal, Outcome, Piece, PieceType, Rulebook, Status, Wins};

/// The status if a side has few pieces of some kinds. The side that has just moved comes first.
pub(super) fn extinct(tables: &Tables, position: &Position) -> Option<Status> {
    let counts = |color: Color, kinds: &[PieceType]| match kinds {
        [] => position.pieces(color).count(),
        kinds => kinds.iter().map(|&kind| position.count(Piece::new(color, kind))).sum(),
    };
    let sides = [!position.turn, position.turn];
    let all =
        sides.into_iter().flat_map(|color| tables.ends.extinction.iter().map(move |rule| (color, rule)));
    let mut ended = all.filter(|(color, Extinction { pieces, most, enemies, reply, .. })| {
        let enemies = enemies + usize::from(*reply && *color == position.turn);
        counts(*color, pieces) <= *most && counts(!*color, pieces) >= enemies
    });
    ended.next().map(|(color, rule)| status(position, color, rule.result))
}

/// The status if a side has reached a goal. `children` are the positions after the legal moves, as if the game went on.
pub(super) fn reached(
    tables: &Tables,
    book: &impl Rulebook,
    position: &Position,
    children: impl Fn() -> Vec<Position>,
) -> Option<Status> {
    let mut goals = tables.ends.goals.iter().zip(&tables.goals);
    goals.find_map(|(goal, squares)| {
        let side = |color: Color| Arrived::new(position, goal, color, squares[color as usize]);
        let (mover, waiting) = (side(position.turn), side(!position.turn));
        let is_safe = |arrived: &Arrived| arrived.is_safe(tables, book, position);
        let can_arrive = |color: Color| {
            let arrives =
                |child: &Position| Arrived::new(child, goal, color, squares[color as usize]).is_reached();
            children().iter().any(arrives)
        };
        let draws = |draws: bool| if draws { Outcome::Draw } else { Outcome::Won };
        let (color, result) = match goal.wins {
            Wins::AtOnce if waiting.is_reached() => (waiting.color, Outcome::Won),
            Wins::NextTurn if mover.is_reached() => (mover.color, Outcome::Won),
            Wins::AfterBlack if mover.is_reached() && mover.color == Color::White => {
                (mover.color, draws(waiting.is_reached()))
            }
            Wins::AfterBlack
                if waiting.is_reached() && (mover.color == Color::White || !can_arrive(mover.color)) =>
            {
                (waiting.color, Outcome::Won)
            }
            Wins::Safe if is_safe(&mover) => (mover.color, draws(is_safe(&waiting))),
            Wins::SafeOrNextTurn if mover.is_reached() => (mover.color, Outcome::Won),
            Wins::Safe | Wins::SafeOrNextTurn if is_safe(&waiting) => (waiting.color, Outcome::Won),
            _ => return None,
        };
        Some(status(position, color, result))
    })
}

/// The pieces of a side that are where its goal is.
struct Arrived {
    color: Color,
    pieces: Vec<Square>,
    needed: usize,
}

impl Arrived {
    fn new(position: &Position, goal: &Goal, color: Color, squares: SquareSet) -> Self {
        let counts = |kind: PieceType| goal.pieces.is_empty() || goal.pieces.contains(&kind);
        let there =
            position.pieces(color).filter(|(square, kind)| squares.contains(*square) && counts(*kind));
        Self { color, pieces: there.map(|(square, _)| square).collect(), needed: goal.count }
    }

    fn is_reached(&self) -> bool {
        self.pieces.len() >= self.needed
    }

    /// Whether enough of the pieces are there whatever the enemy captures next.
    fn is_safe(&self, tables: &Tables, book: &impl Rulebook, position: &Position) -> bool {
        let is_threatened = |square: &Square| is_capturable(tables, book, position, self.color, *square);
        self.is_reached() && (self.pieces.len() > self.needed || !self.pieces.iter().any(is_threatened))
    }
}

/// The status of a result of one side, as the side to move sees it.
fn status(position: &Position, color: Color, result: Outcome) -> Status {
    let result = if color == position.turn { result } else { result.of_enemy() };
    match result {
        Outcome::Lost => Status::Lost,
        Outcome::Won => Status::Won,
        Outcome::Draw => Status::DrawGoal,
    }
}
