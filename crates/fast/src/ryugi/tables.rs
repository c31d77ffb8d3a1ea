//! The precomputed tables.

use super::kinds::KINDS;
use super::lines::Places;
use super::night::NightTable;
use crate::grid::Grid;
use crate::keys;
use crate::rays::Rays;
use crate::set::Set;
use std::sync::LazyLock;
use vperft::inner::game::board;
use vperft::inner::game::board::{Shape, Step};
use vperft::inner::game::variant::{Color, PieceType};

/// The numbering of the squares: a1 is 0, j1 is 9, a2 is 10.
pub const GRID: Grid = Grid::new(Shape::new(10, 10));

/// The squares near one square or in line with it.
#[derive(Clone, Copy, Debug)]
pub struct Near {
    /// One step in any direction (RYU-KING).
    pub king: Set<2>,
    /// The (1,2) leaps (RYU-KNIGHT).
    pub knight: Set<2>,
    /// The (1,1) and (0,2) leaps (RYU-KIRIN).
    pub kirin: Set<2>,
    /// The squares on which a Pawn of each colour captures (RYU-PAWN-1).
    pub pawn: [Set<2>; 2],
    /// The squares of Pawns of each colour whose moves may depend on the square.
    pub pawns: [Set<2>; 2],
    /// All squares on the same rank or file.
    pub straight: Set<2>,
    /// All squares on the same diagonals.
    pub diagonal: Set<2>,
    /// All squares a Nightrider reaches on an empty board.
    pub night: Set<2>,
}

/// The tables.
#[derive(Debug)]
pub struct Tables {
    /// The squares near each square.
    pub near: [Near; 128],
    /// The squares strictly between two squares of a rank, a file, a diagonal or a line of a Nightrider.
    pub between: Box<[[Set<2>; 128]]>,
    /// The slides.
    pub rays: Box<Rays<2, 129>>,
    /// The rides of a Nightrider.
    pub night: NightTable,
    /// The places of the squares on the boards by direction.
    pub places: Box<Places>,
    /// The numbers of the pieces, for keys: by type, colour and square.
    pub pieces: Box<[[[u128; 100]; 2]]>,
    /// The numbers of the castling rights, by all four together.
    pub rights: [u128; 16],
    /// The numbers of the en passant squares.
    pub en_passant: [u128; 128],
    /// The number of Black to move.
    pub black: u128,
}

/// The one instance.
pub static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| Box::new(Tables::new()));

impl Tables {
    fn new() -> Self {
        let rays = Box::new(Rays::new(GRID));
        let near = std::array::from_fn(|square| near(&rays, square));
        let mut between = vec![[Set::EMPTY; 128]; 128].into_boxed_slice();
        for from in 0..GRID.len() {
            for step in board::QUEEN.into_iter().chain(board::KNIGHT) {
                let mut passed = Set::EMPTY;
                for to in GRID.ray(from, step) {
                    between[from][to] = passed;
                    passed.insert(to);
                }
            }
        }
        Self {
            near,
            between,
            rays,
            night: NightTable::new(GRID),
            places: Box::new(Places::new(GRID)),
            pieces: KINDS.iter().map(|kind| Color::BOTH.map(|color| piece_keys(*kind, color))).collect(),
            rights: std::array::from_fn(|rights| keys::key(("rights", rights as u64))),
            en_passant: keys::keys("en passant"),
            black: keys::key("black"),
        }
    }
}

/// The squares near one square.
fn near(rays: &Rays<2, 129>, square: usize) -> Near {
    let leaps = |steps: &[Step]| -> Set<2> {
        let steps = steps.iter().filter(|_| square < GRID.len());
        steps.filter_map(|&step| GRID.step(square, step)).collect()
    };
    let rides = |directions: [usize; 4]| {
        if square < GRID.len() { rays.slides(directions, square, Set::EMPTY) } else { Set::EMPTY }
    };
    let night = board::KNIGHT.into_iter().filter(|_| square < GRID.len());
    Near {
        king: leaps(&board::QUEEN),
        knight: leaps(&board::KNIGHT),
        kirin: leaps(&board::DIAGONAL) | leaps(&board::DABBABA),
        pawn: Color::BOTH.map(|color| leaps(&[-1, 1].map(|file| Step::new(file, color.forward())))),
        pawns: Color::BOTH.map(|color| {
            let back = -color.forward();
            let steps = [(0, 0), (0, back), (0, 2 * back), (-1, back), (1, back)];
            leaps(&steps.map(|(files, ranks)| Step::new(files, ranks)))
        }),
        straight: rides(crate::rays::ORTHOGONAL),
        diagonal: rides(crate::rays::DIAGONAL),
        night: night.flat_map(|step| GRID.ray(square, step)).collect(),
    }
}

/// The numbers of a piece on every square.
fn piece_keys(kind: PieceType, color: Color) -> [u128; 100] {
    std::array::from_fn(|square| keys::key((kind.index() as u8, color as u8, square as u8)))
}
