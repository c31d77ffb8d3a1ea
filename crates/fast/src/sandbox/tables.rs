//! The precomputed tables of the 10 x 10 board: the squares that pieces reach, and the paths to them.
//!
//! Two pieces are *aligned* if one attacks the other on an empty board (in the case of a Vao, behind a hurdle). Every such pair of squares
//! has exactly one path, a straight one or the bent one of a Giraffe, so one table has all paths. This file knows no position.

use super::super::grid::Grid;
use super::super::keys;
use super::super::rays::{DIAGONAL, DIRECTIONS, ORTHOGONAL, Rays};
use super::super::set::Set;
use super::pieces::PieceKeys;
use std::sync::LazyLock;
use vperft::inner::game::board::{KNIGHT as KNIGHT_LEAPS, Shape, Square, Step};
use vperft::inner::game::variant::Color;
pub use vperft::inner::generators::kinds::sandbox::*;

/// A set of squares of the board.
pub type Squares = Set<2>;
/// The number of entries of tables by square. It covers every square number of a set, so that no bounds check is needed.
pub const N: usize = 128;
/// The size of the board.
pub const SHAPE: Shape = Shape::new(10, 10);
/// The numbering of the squares.
pub const GRID: Grid = Grid::new(SHAPE);
/// The distance between the numbers of two squares of a file.
pub const RANK: u32 = 10;

/// The squares that close once they are empty (SBX-BROUHAHA). After every move, each of them is closed if and only if it is empty, so no
/// slide passes over them.
pub const BROUHAHA: Squares = {
    let mut squares = Squares::EMPTY;
    squares.insert(GRID.number(Square::new(1, 2)));
    squares.insert(GRID.number(Square::new(1, 7)));
    squares.insert(GRID.number(Square::new(8, 2)));
    squares.insert(GRID.number(Square::new(8, 7)));
    squares
};
/// Every square.
pub const BOARD: Squares = Set([u64::MAX, (1 << 36) - 1]);

/// The squares of a file.
const fn file(file: usize) -> Squares {
    let mut squares = Squares::EMPTY;
    let mut square = file;
    while square < 100 {
        squares.insert(square);
        square += 10;
    }
    squares
}

/// The squares of a rank, counted from 0 from White's side.
pub const fn rank(rank: usize) -> Squares {
    let mut squares = Squares::EMPTY;
    let mut square = rank * 10;
    while square < rank * 10 + 10 {
        squares.insert(square);
        square += 1;
    }
    squares
}

/// The squares from which a Pawn captures toward the a-file.
pub const NOT_FIRST_FILE: Squares = Set([!file(0).0[0], !file(0).0[1]]);
/// The squares from which a Pawn captures toward the j-file.
pub const NOT_LAST_FILE: Squares = Set([!file(9).0[0], !file(9).0[1]]);

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// The slides.
    pub rays: Rays<2, 129>,
    /// One King step away.
    pub king: [Squares; N],
    /// One diagonal step away.
    pub diagonal_step: [Squares; N],
    /// A Knight's leap away.
    pub knight: [Squares; N],
    /// Two squares away in a Queen's direction.
    pub second: [Squares; N],
    /// One or two squares away in a Queen's direction, which a Lion attacks whatever is between.
    pub near: [Squares; N],
    /// Three squares away in a Queen's direction.
    pub third: [Squares; N],
    /// The ranks and files of a square.
    pub orthogonal: [Squares; N],
    /// The diagonals of a square.
    pub diagonal: [Squares; N],
    /// The squares that a Giraffe reaches beyond its corners on an empty board.
    pub bent: [Squares; N],
    /// The squares from which a Pawn of this colour captures on a square.
    pub pawn_sources: [[Squares; N]; 2],
    /// The squares of Pawns of this colour whose moves may depend on a square.
    pub pawn_needs: [[Squares; N]; 2],
    /// The squares to which a piece goes in a straight line without capture on an empty board, by the index of the piece. An induced slide
    /// to such a square is not a new move (SBX-QUEEN-3). The double step of a Pawn is not included.
    pub own: Box<[[Squares; N]; 16]>,
    /// The numbers of pieces for the key.
    pub piece_keys: PieceKeys<N, 8>,
    /// The numbers of initial rights for the key.
    pub right_keys: [u128; N],
    /// The numbers of en passant squares for the key.
    pub passed_keys: [u128; N],
    /// The number of Black's turn for the key.
    pub turn_key: u128,
    paths: Box<[Squares; N * N]>,
}

/// The only tables.
static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new()));

impl Tables {
    /// The tables, built on first use.
    pub fn get() -> &'static Self {
        &TABLES
    }

    /// The squares between a target and an attacker aligned with it. They must be empty, or for a Vao have exactly one hurdle.
    #[inline(always)]
    pub fn path(&self, target: usize, attacker: usize) -> Squares {
        self.paths[(target * N + attacker) % (N * N)]
    }

    fn new() -> Self {
        let queen = |distance: i8| DIRECTIONS.map(|step| step.times(distance));
        let lines = |directions: [usize; 4]| {
            GRID.table(|from| directions.iter().flat_map(|&d| GRID.ray(from, DIRECTIONS[d])).collect())
        };
        let king = GRID.leaps(&queen(1));
        let second: [Squares; N] = GRID.leaps(&queen(2));
        let (orthogonal, diagonal) = (lines(ORTHOGONAL), lines(DIAGONAL));
        Self {
            rays: Rays::new(GRID),
            king,
            diagonal_step: GRID.leaps(&DIAGONAL.map(|d| DIRECTIONS[d])),
            knight: GRID.leaps(&KNIGHT_LEAPS),
            second,
            near: std::array::from_fn(|from| king[from] | second[from]),
            third: GRID.leaps(&queen(3)),
            orthogonal,
            diagonal,
            bent: GRID.table(|from| arms(from).flat_map(|(corner, arm)| GRID.ray(corner, arm)).collect()),
            pawn_sources: Color::BOTH.map(|color| {
                let back = -color.forward();
                GRID.leaps(&[Step::new(-1, back), Step::new(1, back)])
            }),
            pawn_needs: Color::BOTH.map(|color| {
                let back = -color.forward();
                let steps = [(0, 0), (0, back), (0, 2 * back), (-1, back), (1, back)];
                GRID.leaps(&steps.map(|(files, ranks)| Step::new(files, ranks)))
            }),
            own: own_moves(&king, &orthogonal, &diagonal),
            piece_keys: PieceKeys::new(&KINDS),
            right_keys: keys::keys("right"),
            passed_keys: keys::keys("passed"),
            turn_key: keys::key("black to move"),
            paths: paths(),
        }
    }
}

/// The corners of a Giraffe, each with the two directions in which it may continue (SBX-GIRAFFE).
fn arms(from: usize) -> impl Iterator<Item = (usize, Step)> {
    DIAGONAL.into_iter().flat_map(move |direction| {
        let step = DIRECTIONS[direction];
        let corner = GRID.step(from, step);
        corner.into_iter().flat_map(move |corner| step.components().map(|arm| (corner, arm)))
    })
}

/// Every path, straight and bent, by its target, then by its attacker.
fn paths() -> Box<[Squares; N * N]> {
    let mut paths = vec![Squares::EMPTY; N * N];
    for attacker in 0..GRID.len() {
        let mut walk = |first: usize, step: Step, mut passed: Squares| {
            for target in GRID.ray(first, step) {
                paths[target * N + attacker] = passed;
                passed.insert(target);
            }
        };
        DIRECTIONS.into_iter().for_each(|step| walk(attacker, step, Squares::EMPTY));
        arms(attacker).for_each(|(corner, arm)| walk(corner, arm, Set::single(corner)));
    }
    paths.try_into().expect("the vector has this length")
}

/// The straight moves of every piece.
fn own_moves(
    king: &[Squares; N],
    orthogonal: &[Squares; N],
    diagonal: &[Squares; N],
) -> Box<[[Squares; N]; 16]> {
    let pieces: Vec<[Squares; N]> = (0..16)
        .map(|piece| {
            let forward = if piece & 1 == 0 { Color::White } else { Color::Black }.forward();
            GRID.table(|from| match piece >> 1 {
                KING => king[from],
                QUEEN => orthogonal[from] | diagonal[from],
                ROOK => orthogonal[from],
                VAO => diagonal[from],
                GIRAFFE => king[from] & diagonal[from],
                LION => DIRECTIONS.into_iter().flat_map(|step| GRID.ray(from, step).take(3)).collect(),
                PAWN => GRID.step(from, Step::new(0, forward)).into_iter().collect(),
                _ => Squares::EMPTY,
            })
        })
        .collect();
    pieces.try_into().expect("there are sixteen pieces")
}
