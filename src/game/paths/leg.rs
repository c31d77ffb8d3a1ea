//! The legs of a path program.

use super::Area;
use crate::game::board::Step;
use serde::{Deserialize, Serialize};

/// The first legs of a piece, any of which it may walk.
pub type Program = Vec<Leg>;

/// One straight part of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The steps to choose from, as White sees them. A leg repeats the chosen step.
    pub steps: Vec<Step>,
    /// The turns that a later leg may make from the direction of the leg before. `None` if it may make any. First legs have none.
    pub turn: Option<Vec<Turn>>,
    /// The fewest steps. 0 lets the path go on without a step, in the chosen direction.
    pub least: u8,
    /// The most steps. `None` if only the board limits them.
    pub most: Option<u8>,
    /// Whether it takes exactly as many steps as the leg before, instead of `least` to `most`.
    pub same: bool,
    /// The squares that a single step must find empty on its way, although it is longer than one square. `None` if it leaps.
    pub lame: Option<Lame>,
    /// The contents that every square before the last may have.
    pub through: Contents,
    /// The contents that the last square may have if the move ends there. Empty if it cannot end there.
    pub end: Contents,
    /// The contents that the last square may have if the path goes on with a leg of `then`.
    pub corner: Contents,
    /// The only kinds of pieces, by name, that `end` and `corner` accept. `None` if all are accepted.
    pub only: Option<Vec<String>>,
    /// Whether the pieces that `through` accepts on the squares before the last are captured. They are passed over otherwise.
    pub takes_passed: bool,
    /// Whether a piece that `corner` accepts is captured if the path goes on. It is leapt over otherwise.
    pub takes_corner: bool,
    /// Captures near the start or the end of this leg if the move ends with it.
    pub also: Vec<Also>,
    /// What happens on the last square.
    pub finish: Finish,
    /// Whether only a piece that holds its initial right may walk this leg.
    pub unmoved: bool,
    /// The squares from which the leg may start. `None` for all.
    pub from: Option<Vec<Area>>,
    /// The squares that the leg may enter. `None` for all.
    pub within: Option<Vec<Area>>,
    /// Whether a move that ends with this leg lets an enemy capture it en passant, on the square it passed over.
    pub passes: bool,
    /// The clause that this leg implements. The rulebook decides whether it may be walked.
    pub clause: Option<String>,
    /// The legs that may follow.
    pub then: Program,
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Content {
    /// Nothing. The start square of the mover counts as empty.
    Empty = 1,
    /// A piece of the other side.
    Enemy = 2,
    /// Another piece of the own side.
    Friend = 4,
    /// Nothing, but a Pawn that may be captured en passant has just passed over it. That Pawn is captured.
    Passed = 8,
}

/// A set of [`Content`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents(pub u8);

impl Contents {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// Only empty squares.
    pub const EMPTY: Self = Self(Content::Empty as u8);
    /// Empty squares and enemies: where most moves end.
    pub const OPEN: Self = Self(Content::Empty as u8 | Content::Enemy as u8);
    /// Pieces of either side: the hurdle of a Cannon.
    pub const PIECE: Self = Self(Content::Enemy as u8 | Content::Friend as u8);
    /// Anything that is on the board.
    pub const ANY: Self = Self(Content::Empty as u8 | Content::Enemy as u8 | Content::Friend as u8);

    /// Whether a content is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, content: Content) -> bool {
        self.0 & content as u8 != 0
    }

    /// This set and one more content.
    #[must_use]
    pub const fn with(self, content: Content) -> Self {
        Self(self.0 | content as u8)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl From<Content> for Contents {
    fn from(content: Content) -> Self {
        Self(content as u8)
    }
}

/// A turn between the directions of two legs, in sixteenths of a circle, clockwise, from -7 to 8.
///
/// Orthogonal directions are at 0, 4, 8 and 12 sixteenths, diagonal ones at 2, 6, 10 and 14, and every other step counts as in the middle
/// between its neighbours of these, so that the eight steps of a Knight are an eighth apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn(pub i8);

impl Turn {
    /// Straight on.
    pub const STRAIGHT: Self = Self(0);
    /// Back the way it came.
    pub const BACK: Self = Self(8);

    /// The turn from one direction to another.
    #[must_use]
    pub fn between(from: Step, to: Step) -> Self {
        let turn = (sixteenth(to) - sixteenth(from)).rem_euclid(16);
        Self(if turn > 8 { turn - 16 } else { turn })
    }
}

/// The direction of a step in sixteenths of a circle, clockwise from straight up.
fn sixteenth(step: Step) -> i8 {
    let (files, ranks) = (step.files, step.ranks);
    // Within the quarter between up and right: 0, 1, 2, 3.
    let within = |ahead: i8, aside: i8| match () {
        () if aside == 0 => 0,
        () if aside < ahead => 1,
        () if aside == ahead => 2,
        () => 3,
    };
    match (files, ranks) {
        (files, ranks) if files >= 0 && ranks > 0 => within(ranks, files),
        (files, ranks) if files > 0 && ranks <= 0 => 4 + within(files, -ranks),
        (files, ranks) if files <= 0 && ranks < 0 => 8 + within(-ranks, -files),
        _ => 12 + within(-files, ranks),
    }
}

/// The squares that must be empty on the way of a single long step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lame {
    /// All squares between, if the step is along a Queen line; otherwise as [`OrthogonalFirst`](Self::OrthogonalFirst).
    Straight,
    /// It goes orthogonally as far as it can, then diagonally, as a Mao.
    OrthogonalFirst,
    /// It goes diagonally as far as it can, then orthogonally, as a Moa.
    DiagonalFirst,
    /// Either of these two ways is free.
    Either,
    /// Both ways are free.
    Both,
}

/// A capture of an enemy next to the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Also {
    /// The square it is counted from.
    pub at: AlsoAt,
    /// The turn from the direction of the leg to the square next to that one.
    pub turn: Turn,
    /// Whether the move may be made only if there is an enemy. Otherwise an enemy there is captured if there is one.
    pub must: bool,
}

/// The square that [`Also`] counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AlsoAt {
    /// The first square of the leg.
    Start,
    /// The last square of the leg.
    End,
}

/// What happens on the last square of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// The mover goes there, and captures a piece there.
    #[default]
    Move,
    /// The mover stays where this leg began, and captures the piece there.
    Shoot,
    /// The mover exchanges places with the piece there.
    Swap,
    /// The friend on the square where this leg began goes there instead of the mover.
    Send,
    /// The mover leaves the board, and captures a piece there.
    Leave,
}

impl Leg {
    /// One leg that takes each of these steps once, and moves or captures there.
    #[must_use]
    pub fn leap(steps: &[Step]) -> Self {
        Self {
            steps: steps.to_vec(),
            turn: None,
            least: 1,
            most: Some(1),
            same: false,
            lame: None,
            through: Contents::EMPTY,
            end: Contents::OPEN,
            corner: Contents::EMPTY,
            only: None,
            takes_passed: false,
            takes_corner: false,
            also: Vec::new(),
            finish: Finish::Move,
            unmoved: false,
            from: None,
            within: None,
            passes: false,
            clause: None,
            then: Vec::new(),
        }
    }

    /// One leg that repeats each of these steps over empty squares, and moves or captures there.
    #[must_use]
    pub fn ride(steps: &[Step]) -> Self {
        Self { most: None, ..Self::leap(steps) }
    }

    /// Whether this leg may take a step after a leg that took the step `before`.
    #[must_use]
    pub fn follows(&self, before: Step, step: Step) -> bool {
        self.turn.as_ref().is_none_or(|turns| turns.contains(&Turn::between(before, step)))
    }

    /// The same leg with legs that may follow, on which the move ends instead.
    #[must_use]
    pub fn then(self, then: Program) -> Self {
        Self { end: Contents::NONE, then, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::{KNIGHT, QUEEN};
    use pretty_assertions::assert_eq;

    #[test]
    fn turns_are_counted_clockwise() {
        let up = Step::new(0, 1);
        for (from, to, sixteenths) in [
            (up, Step::new(1, 1), 2),
            (up, Step::new(-1, 1), -2),
            (up, Step::new(1, 0), 4),
            (up, Step::new(0, -1), 8),
            (Step::new(-1, -1), Step::new(-1, 1), 4),
            (Step::new(-1, 0), Step::new(0, -1), -4),
            (Step::new(1, 2), Step::new(2, 1), 2),
            (Step::new(1, 2), Step::new(-1, 2), -2),
            (up, Step::new(1, 2), 1),
        ] {
            assert_eq!(Turn::between(from, to), Turn(sixteenths), "{from:?} {to:?}");
        }
        for steps in [&QUEEN[..], &KNIGHT[..]] {
            for &step in steps {
                let turns: std::collections::BTreeSet<_> =
                    steps.iter().map(|&other| Turn::between(step, other)).collect();
                assert_eq!(turns, (-3..=4).map(|eighth| Turn(2 * eighth)).collect());
            }
        }
    }
}
