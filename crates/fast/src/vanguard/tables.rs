//! The precomputed tables: the squares that pieces reach from every square, and the squares from which they attack a King.
//!
//! A symmetric table serves both purposes: the squares that a Knight reaches are also those from which a Knight attacks.

use super::keys::Keys;
use crate::grid::Grid;
use crate::rays::{DIRECTIONS, Rays};
use crate::set;
use std::sync::LazyLock;
use vperft::inner::game::board;
use vperft::inner::game::board::{Shape, Step};
use vperft::inner::game::variant::Color;
pub use vperft::inner::generators::kinds::vanguard as kind;
pub use vperft::inner::generators::kinds::vanguard::KINDS;

/// A set of the 256 squares.
pub type Set = set::Set<4>;

/// The board, 16 x 16: the number of a square is sixteen times its rank plus its file.
pub const GRID: Grid = Grid::new(Shape::new(16, 16));

const _: () = assert!(
    kind::SOLDIER == kind::PAWN + 1 && kind::SERGEANT == kind::PAWN + 2 && kind::PAWN + 3 == KINDS.len(),
    "the Pawn types are last"
);

/// The direction of a side's "forward", as an index into the Queen's directions.
pub const FORWARD: [usize; 2] = [2, 6];
/// The direction to the right, as an index into the Queen's directions.
pub const RIGHT: usize = 0;
/// The direction to the left, as an index into the Queen's directions.
pub const LEFT: usize = 4;

/// The steps of a Nightrider, the rising ones first.
const RIDER: [Step; 8] = [
    Step::new(1, 2),
    Step::new(-1, 2),
    Step::new(2, 1),
    Step::new(-2, 1),
    Step::new(-1, -2),
    Step::new(1, -2),
    Step::new(-2, -1),
    Step::new(2, -1),
];

/// The squares near one square, whatever is on them.
#[derive(Debug)]
pub struct Near {
    /// One step in any direction.
    pub king: Set,
    /// One step along a rank or file.
    pub orthogonal: Set,
    /// One step along a diagonal.
    pub diagonal: Set,
    /// The (1,2) leaps.
    pub knight: Set,
    /// The (1,3) leaps.
    pub camel: Set,
    /// Two equal (1,2) leaps.
    pub double: Set,
    /// The (0,2) and (2,2) leaps.
    pub leap: Set,
    /// The targets of a Prince (VAN-PRINCE).
    pub prince: Set,
    /// The targets of a Knight (VAN-KNIGHT).
    pub teuton: Set,
    /// The targets of a Falconer (VAN-FALCONER).
    pub falconer: Set,
    /// The targets of a Wizard (VAN-WIZARD-1).
    pub wizard: Set,
    /// The squares one or two steps away along a rank or file.
    pub orthogonal_two: Set,
    /// The squares one to three steps away along a diagonal.
    pub diagonal_three: Set,
    /// The squares exactly two or three steps away on a Queen line.
    pub line_two_three: Set,
    /// The whole rank and file.
    pub orthogonal_line: Set,
    /// The whole diagonals.
    pub diagonal_line: Set,
    /// Every square some (1,2) leaps away in one direction.
    pub rider_line: Set,
    /// The squares of the same colour on all these lines: those a General can capture on (VAN-GENERAL).
    pub general: Set,
    /// One step to the left or right.
    pub sides: Set,
    /// One step diagonally forward, by side.
    pub captures: [Set; 2],
    /// One step forward, by side.
    pub ahead: [Set; 2],
    /// One to three steps forward, by side.
    pub three: [Set; 2],
    /// One to four steps forward, by side.
    pub four: [Set; 2],
}

impl Near {
    fn new(from: usize) -> Self {
        let leaps = |steps: &[Step]| -> Set { steps.iter().filter_map(|&s| GRID.step(from, s)).collect() };
        let ray = |step, n| -> Set { GRID.ray(from, step).take(n).collect() };
        let rays = |steps: &[Step], n| steps.iter().fold(Set::EMPTY, |set, &step| set | ray(step, n));
        let forward = |n| Color::BOTH.map(|color| ray(Step::new(0, color.forward()), n));
        let captures = |color: Color| {
            let forward = color.forward();
            leaps(&[Step::new(-1, forward), Step::new(1, forward)])
        };
        let shade = |square: usize| (square / 16 + square % 16) % 2;
        let (king, orthogonal) = (leaps(&board::QUEEN), leaps(&board::ORTHOGONAL));
        let (diagonal, knight) = (leaps(&board::DIAGONAL), leaps(&board::KNIGHT));
        let camel = leaps(&board::CAMEL);
        let leap = leaps(&board::DABBABA) | leaps(&board::ALFIL);
        let (orthogonal_line, diagonal_line) = (rays(&board::ORTHOGONAL, 16), rays(&board::DIAGONAL, 16));
        let same_shade: Set = (0..256).filter(|&square| shade(square) == shade(from)).collect();
        Self {
            king,
            orthogonal,
            diagonal,
            knight,
            camel,
            double: leaps(&board::KNIGHT.map(|step| step.times(2))),
            leap,
            prince: diagonal | knight,
            teuton: orthogonal | knight | camel,
            falconer: diagonal | leap | camel | leaps(&board::TRIPPER),
            wizard: diagonal | knight | camel,
            orthogonal_two: rays(&board::ORTHOGONAL, 2),
            diagonal_three: rays(&board::DIAGONAL, 3),
            line_two_three: rays(&DIRECTIONS, 3) - king,
            orthogonal_line,
            diagonal_line,
            rider_line: rays(&RIDER, 16),
            general: same_shade & (orthogonal_line | diagonal_line),
            sides: leaps(&[Step::new(-1, 0), Step::new(1, 0)]),
            captures: Color::BOTH.map(captures),
            ahead: forward(1),
            three: forward(3),
            four: forward(4),
        }
    }
}

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// The rays of a Queen.
    pub rays: Rays<4, 257>,
    /// The rays of a Nightrider.
    pub riders: Rays<4, 257>,
    /// The squares near every square.
    pub near: Box<[Near; 256]>,
    /// The last rank of each side, on which its Pawn types promote (VAN-PROMOTE).
    pub last: [Set; 2],
    /// The random numbers for the keys of boards.
    pub keys: Box<Keys>,
    bearings: Bearings,
}

impl Tables {
    fn new() -> Box<Self> {
        // By way of a vector, so that the large array is never on the stack.
        let near: Vec<_> = (0..256).map(Near::new).collect();
        let near = near.into_boxed_slice().try_into().expect("there are 256 squares");
        let last = [(240..256).collect(), (0..16).collect()];
        let (rays, riders) = (Rays::new(GRID), Rays::along(GRID, RIDER));
        Box::new(Self { rays, riders, near, last, keys: Box::new(Keys::new()), bearings: Bearings::new() })
    }

    /// The tables, built on first use.
    pub fn get() -> &'static Self {
        static TABLES: LazyLock<Box<Tables>> = LazyLock::new(Tables::new);
        &TABLES
    }

    /// The squares strictly between two squares of a Queen line. Empty if the squares are not on one.
    #[inline(always)]
    pub fn between(&self, from: usize, to: usize) -> Set {
        Self::strictly(&self.rays, self.bearings.line[bearing(from, to)], from, to)
    }

    /// The squares that a Nightrider lands on strictly between two squares of one of its lines. Empty if the squares are not on one.
    #[inline(always)]
    pub fn landings(&self, from: usize, to: usize) -> Set {
        Self::strictly(&self.riders, self.bearings.ride[bearing(from, to)], from, to)
    }

    #[inline(always)]
    fn strictly(rays: &Rays<4, 257>, direction: u8, from: usize, to: usize) -> Set {
        // Rays toward each other share only squares of the line through both squares.
        let direction = usize::from(direction % 8);
        rays.ray(direction, from) & rays.ray(direction ^ 4, to)
    }
}

/// The direction from one square to another, by their difference. If there is none, the entry is arbitrary.
#[derive(Debug)]
struct Bearings {
    line: [u8; 1024],
    ride: [u8; 1024],
}

impl Bearings {
    fn new() -> Self {
        Self { line: Self::by_steps(DIRECTIONS), ride: Self::by_steps(RIDER) }
    }

    fn by_steps(steps: [Step; 8]) -> [u8; 1024] {
        let mut bearings = [0; 1024];
        for (direction, step) in steps.into_iter().enumerate() {
            for from in 0..256 {
                GRID.ray(from, step).for_each(|to| bearings[bearing(from, to)] = direction as u8);
            }
        }
        bearings
    }
}

/// The difference of two squares as an index.
#[inline(always)]
const fn bearing(from: usize, to: usize) -> usize {
    let (ranks, files) = (15 + to / 16 - from / 16, 15 + to % 16 - from % 16);
    (ranks * 32 + files) % 1024
}

/// The squares next to these along a rank or file. Squares wrap around the side edges, so callers restrict the result to squares near a
/// piece.
#[inline(always)]
pub fn neighbours(squares: Set) -> Set {
    squares.up(1) | squares.down(1) | squares.up(16) | squares.down(16)
}

/// These squares and all squares a King step from one of them. They wrap around the side edges as in [`neighbours`].
#[inline(always)]
pub fn around(squares: Set) -> Set {
    let row = squares | squares.up(1) | squares.down(1);
    row | row.up(16) | row.down(16)
}
