//! Steps: the displacement by a leap or by one stage of a slide.

use super::Square;
use std::ops::Neg;

/// A displacement on the board, in files (to the right) and ranks (up the board, away from White).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Files to the right.
    pub files: i8,
    /// Ranks up the board.
    pub ranks: i8,
}

impl Step {
    /// A step by some files to the right and some ranks up.
    #[must_use]
    pub const fn new(files: i8, ranks: i8) -> Self {
        Self { files, ranks }
    }

    /// The same direction, `n` times as far.
    #[inline]
    #[must_use]
    pub const fn times(self, n: i8) -> Self {
        Self::new(self.files * n, self.ranks * n)
    }

    /// This step's component along the files and its component along the ranks.
    #[inline]
    #[must_use]
    pub const fn components(self) -> [Self; 2] {
        [Self::new(self.files, 0), Self::new(0, self.ranks)]
    }
}

impl Neg for Step {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1)
    }
}

/// The four steps of `(a, 0)`.
const fn straight(a: i8) -> [Step; 4] {
    [Step::new(-a, 0), Step::new(0, -a), Step::new(0, a), Step::new(a, 0)]
}

/// The four steps of `(a, a)`.
const fn diagonal(a: i8) -> [Step; 4] {
    [Step::new(-a, -a), Step::new(-a, a), Step::new(a, -a), Step::new(a, a)]
}

/// The eight steps of `(a, b)` where `a` and `b` differ and neither is zero.
const fn oblique(a: i8, b: i8) -> [Step; 8] {
    [
        Step::new(-b, -a),
        Step::new(-b, a),
        Step::new(-a, -b),
        Step::new(-a, b),
        Step::new(a, -b),
        Step::new(a, b),
        Step::new(b, -a),
        Step::new(b, a),
    ]
}

/// One square along a rank or a file.
pub const ORTHOGONAL: [Step; 4] = straight(1);
/// One square along a diagonal.
pub const DIAGONAL: [Step; 4] = diagonal(1);
/// One square in each of the eight directions of a Queen.
pub const QUEEN: [Step; 8] = {
    let (o, d) = (ORTHOGONAL, DIAGONAL);
    [o[0], o[1], o[2], o[3], d[0], d[1], d[2], d[3]]
};
/// The `(1, 2)` leaps of a Knight.
pub const KNIGHT: [Step; 8] = oblique(1, 2);
/// The `(1, 3)` leaps of a Camel.
pub const CAMEL: [Step; 8] = oblique(1, 3);
/// The `(2, 3)` leaps of a Zebra.
pub const ZEBRA: [Step; 8] = oblique(2, 3);
/// The `(0, 2)` leaps of a Dabbaba.
pub const DABBABA: [Step; 4] = straight(2);
/// The `(2, 2)` leaps of an Alfil.
pub const ALFIL: [Step; 4] = diagonal(2);
/// The `(3, 3)` leaps of a Tripper.
pub const TRIPPER: [Step; 4] = diagonal(3);

/// The two steps at a right angle to an orthogonal step.
#[inline]
#[must_use]
pub const fn cross_steps(step: Step) -> [Step; 2] {
    [Step::new(step.ranks, step.files), Step::new(-step.ranks, -step.files)]
}

/// The step from one square to another.
#[must_use]
pub const fn between(from: Square, to: Square) -> Step {
    Step::new(to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8)
}

/// The shortest step in the direction of this step, and how many of them it takes; `None` for a step of length zero.
#[must_use]
pub fn direction(step: Step) -> Option<(Step, i8)> {
    let (mut one, mut other) = (step.files.abs(), step.ranks.abs());
    while other != 0 {
        (one, other) = (other, one % other);
    }
    (one != 0).then(|| (Step::new(step.files / one, step.ranks / one), one))
}

/// The direction and the length of a step along a Queen line. `None` for other steps.
#[must_use]
pub fn queen_line(step: Step) -> Option<(Step, i8)> {
    direction(step).filter(|(unit, _)| unit.files.abs() <= 1 && unit.ranks.abs() <= 1)
}
