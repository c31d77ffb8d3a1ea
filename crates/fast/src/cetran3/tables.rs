//! The precomputed tables of a board height.
//!
//! [`Tables::displacement`] is the index of the displacement between two squares. The squares that a type attacks on an empty board, and
//! the paths to them, depend only on the displacement. This file knows no position.

use super::kinds::{self, Traits};
use super::lines::{self, Line};
use crate::grid::Grid;
use crate::rays::{DIRECTIONS, Rays};
use crate::set::Set;
use std::sync::LazyLock;
use vperft::inner::game::board::DIAGONAL as FERZ;
use vperft::inner::game::board::{KNIGHT, ORTHOGONAL as WAZIR, Shape, Square, Step};
use vperft::inner::game::variant::Color;

/// The number of files.
pub const FILES: usize = 12;
/// The number of squares of the highest board.
pub const SQUARES: usize = 144;
/// The number of entries of tables by square. It covers every square number of a set, so that no bounds check is needed.
pub const PADDED: usize = 193;
/// The number of displacements: -11 to 11 files, and the same for ranks.
const DISPLACEMENTS: usize = 23 * 23;
/// The index of the displacement of a square from itself.
const CENTER: usize = 11 * 23 + 11;
/// The bit of the King's own square in a zone. The squares around it are the bits `3 * (rank + 1) + file + 1` by displacement from the
/// King.
pub const ZONE_KING: u32 = 1 << 4;
/// The shift, in an entry of [`Tables::zone`], of the squares that are attacked along a path.
pub const ZONE_RIDES: u32 = 9;

/// A set of squares.
pub type Squares = Set<3>;

/// The last straight part of the path of a rider to a target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ride {
    /// The direction from the target back along the path.
    pub back: u8,
    /// The first square that the rider passes, as a difference of square numbers.
    pub first: i8,
}

/// A path of a Sissa to a target, by way of a corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bend {
    /// The files from the Sissa to the corner.
    pub files: i8,
    /// The ranks from the Sissa to the corner.
    pub ranks: i8,
    /// The direction from the Sissa to the corner.
    pub out: u8,
    /// The direction from the target back to the corner.
    pub back: u8,
}

/// The paths of a Sissa to a target.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bends {
    /// The number of paths, including those with a corner beyond the edge.
    pub len: u8,
    /// The paths, of which the first `len` are valid.
    pub ways: [Bend; 4],
}

/// The tables of one board height.
#[derive(Debug)]
pub struct Tables {
    /// The numbering of the squares.
    pub grid: Grid,
    /// The number of squares.
    squares: usize,
    /// Slides.
    pub rays: Rays<3, PADDED>,
    /// The squares of the board.
    pub board: Squares,
    /// Knight leaps.
    pub knight: [Squares; PADDED],
    /// One step orthogonally.
    pub wazir: [Squares; PADDED],
    /// One step diagonally.
    pub ferz: [Squares; PADDED],
    /// The squares that a Pawn of each colour attacks.
    pub pawn: [[Squares; PADDED]; 2],
    /// The squares of Pawns of each colour whose moves may depend on a square.
    pub pawn_needs: [[Squares; PADDED]; 2],
    /// The squares around a King of each colour, and the squares from which an enemy Pawn attacks one of them or the King.
    pub pawn_watch: [[Squares; PADDED]; 2],
    /// The squares of the files, and of the ranks, up to a distance from one of them: by middle, then by distance.
    bands: [[[Squares; FILES]; FILES]; 2],
    /// The squares of the first file and of the last.
    pub edges: [Squares; 2],
    /// The third rank of each side, which a double step passes over.
    pub third: [Squares; 2],
    /// The last rank of each side.
    pub last: [Squares; 2],
    /// The squares around the King that an enemy attacks on an empty board, by its type and its displacement from the King: directly in the
    /// lowest nine bits, along a path in the nine bits from [`ZONE_RIDES`].
    pub zone: [[u32; DISPLACEMENTS]; kinds::OFFICERS],
    /// The bits of all lines that are beyond the edge.
    pub walls: [Line; lines::COUNT],
    file: [u8; PADDED],
    rank: [u8; PADDED],
    /// The number of every square on a board of 23 files.
    wide: [u16; PADDED],
    /// The rides along Queen lines, of the Gryphon and of the Aanca, by displacement of the target.
    rides: [[Ride; DISPLACEMENTS]; 3],
    /// The paths of the Sissa, by displacement of the target.
    bends: [Bends; DISPLACEMENTS],
}

impl Tables {
    /// The tables of a board of this height: 12, 10 or 8.
    pub fn of_height(ranks: u8) -> &'static Self {
        static TABLES: [LazyLock<Box<Tables>>; 3] = [
            LazyLock::new(|| Box::new(Tables::new(12))),
            LazyLock::new(|| Box::new(Tables::new(10))),
            LazyLock::new(|| Box::new(Tables::new(8))),
        ];
        &TABLES[height_index(ranks)]
    }

    fn new(ranks: u8) -> Self {
        let grid = Grid::new(Shape::new(FILES as u8, ranks));
        let pawn = |color: Color| [-1, 1].map(|files| Step::new(files, color.forward()));
        let rank = |number: usize| (0..FILES).map(|file| number * FILES + file).collect();
        let pawns: [[Squares; PADDED]; 2] = Color::BOTH.map(|color| grid.leaps(&pawn(color)));
        let pawn_needs = |color: Color| {
            let back = |ranks| Step::new(0, -color.forward()).times(ranks);
            let steps: [Squares; PADDED] = grid.leaps(&[back(1), back(2)]);
            grid.table(|square| steps[square] | pawns[!color as usize][square] | Set::single(square))
        };
        let ring: [Squares; PADDED] = grid.leaps(&DIRECTIONS);
        let pawn_watch = |color: Color| {
            let attackers = |square: usize| pawns[color as usize][square];
            grid.table(|king| {
                ring[king]
                    .into_iter()
                    .fold(ring[king] | attackers(king), |sum, square| sum | attackers(square))
            })
        };
        let band = |place: fn(usize) -> usize| {
            std::array::from_fn(|middle| {
                std::array::from_fn(|distance| {
                    (0..grid.len()).filter(|&square| place(square).abs_diff(middle) <= distance).collect()
                })
            })
        };
        let top = usize::from(ranks) - 1;
        let by_square = |entry: &dyn Fn(Square) -> usize| {
            std::array::from_fn(|number| if number < grid.len() { entry(grid.square(number)) } else { 0 })
        };
        let small = |entry: &dyn Fn(Square) -> usize| by_square(entry).map(|number: usize| number as u8);
        Self {
            grid,
            squares: grid.len(),
            rays: Rays::new(grid),
            board: (0..grid.len()).collect(),
            knight: grid.leaps(&KNIGHT),
            wazir: grid.leaps(&WAZIR),
            ferz: grid.leaps(&FERZ),
            pawn: pawns,
            pawn_needs: Color::BOTH.map(pawn_needs),
            pawn_watch: Color::BOTH.map(pawn_watch),
            bands: [band(|square| square % FILES), band(|square| square / FILES)],
            edges: [0, FILES - 1].map(|file| (file..grid.len()).step_by(FILES).collect()),
            third: [rank(2), rank(top - 2)],
            last: [rank(top), rank(0)],
            zone: std::array::from_fn(zones),
            walls: lines::walls(ranks),
            file: small(&|square| square.file().into()),
            rank: small(&|square| square.rank().into()),
            wide: by_square(&|square| usize::from(square.rank()) * 23 + usize::from(square.file()))
                .map(|number: usize| number as u16),
            rides: [queen_ride, gryphon_ride, aanca_ride]
                .map(|ride| std::array::from_fn(|index| ride(displaced(index)).unwrap_or_default())),
            bends: std::array::from_fn(|index| bends(displaced(index))),
        }
    }

    /// The file of a square.
    #[inline(always)]
    pub fn file(&self, square: usize) -> usize {
        self.file[square].into()
    }

    /// The rank of a square.
    #[inline(always)]
    pub fn rank(&self, square: usize) -> usize {
        self.rank[square].into()
    }

    /// The distance between two squares of a Queen line.
    #[inline(always)]
    pub fn apart(&self, one: usize, other: usize) -> usize {
        let files = self.file(one).abs_diff(self.file(other));
        files.max(self.rank(one).abs_diff(self.rank(other)))
    }

    /// The squares up to a distance from a square, including it.
    #[inline(always)]
    pub fn around(&self, square: usize, distance: usize) -> Squares {
        let [files, ranks] = &self.bands;
        files[self.file(square)][distance] & ranks[self.rank(square)][distance]
    }

    /// The index of the displacement from one square to another.
    #[inline(always)]
    pub fn displacement(&self, from: usize, to: usize) -> usize {
        usize::from(self.wide[to]) + CENTER - usize::from(self.wide[from])
    }

    /// The paths by which a rider of this type reaches a target on an empty board: the sets of the squares it passes, corners included. The
    /// target must not be adjacent.
    #[inline(always)]
    pub fn paths(&self, kind: usize, from: usize, to: usize) -> Paths<'_> {
        let index = self.displacement(from, to);
        if kind == kinds::SISSA {
            let bends = &self.bends[index];
            return Paths { tables: self, from, to, straight: None, ways: &bends.ways[..bends.len.into()] };
        }
        let ride = self.rides[kinds::ride_class(kind)][index];
        let first = from.wrapping_add_signed(ride.first.into());
        let straight = Some(self.between(ride.back, to, first));
        Paths { tables: self, from, to, straight, ways: &[] }
    }

    /// The squares from one to another in a direction, without the first and with the second.
    #[inline(always)]
    fn between(&self, direction: u8, from: usize, to: usize) -> Squares {
        let direction = usize::from(direction & 7);
        self.rays.ray(direction, from) ^ self.rays.ray(direction, to)
    }
}

/// The paths of a rider to a target.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    tables: &'a Tables,
    from: usize,
    to: usize,
    /// The only path of a rider other than the Sissa.
    straight: Option<Squares>,
    /// The paths of a Sissa.
    ways: &'a [Bend],
}

impl Iterator for Paths<'_> {
    type Item = Squares;

    #[inline(always)]
    fn next(&mut self) -> Option<Squares> {
        if let Some(path) = self.straight.take() {
            return Some(path);
        }
        let tables = self.tables;
        while let [bend, ways @ ..] = self.ways {
            self.ways = ways;
            let file = tables.file(self.from).wrapping_add_signed(bend.files.into());
            let corner =
                self.from.wrapping_add_signed(isize::from(bend.ranks) * 12 + isize::from(bend.files));
            if file < FILES && corner < tables.squares {
                let out = tables.between(bend.out, self.from, corner);
                return Some(out | tables.between(bend.back, self.to, corner));
            }
        }
        None
    }
}

/// The index of a height.
pub const fn height_index(ranks: u8) -> usize {
    (12 - ranks as usize) / 2
}

/// The displacement of an index, in files and ranks.
const fn displaced(index: usize) -> (i8, i8) {
    ((index % 23) as i8 - 11, (index / 23) as i8 - 11)
}

/// The direction of a displacement along a Queen line.
fn direction(files: i8, ranks: i8) -> u8 {
    let step = Step::new(files.signum(), ranks.signum());
    let index = DIRECTIONS.into_iter().position(|direction| direction == step);
    index.expect("a displacement is not zero") as u8
}

/// The ride to a target with this first square, from which it goes on in a direction of a Queen.
fn ride(target: (i8, i8), first: (i8, i8)) -> Option<Ride> {
    let (files, ranks) = (target.0 - first.0, target.1 - first.1);
    (files != 0 || ranks != 0)
        .then(|| Ride { back: direction(-files, -ranks), first: first.1 * FILES as i8 + first.0 })
}

/// A ride along a Queen line, if it passes a square (CET-QUEEN).
fn queen_ride((files, ranks): (i8, i8)) -> Option<Ride> {
    let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    on_line.then(|| ride((files, ranks), (files.signum(), ranks.signum())))?
}

/// A ride of a Gryphon: one step diagonally, then outward as a Rook (CET-GRYPHON).
fn gryphon_ride((files, ranks): (i8, i8)) -> Option<Ride> {
    let bent = files != 0 && ranks != 0 && files.abs().min(ranks.abs()) == 1;
    bent.then(|| ride((files, ranks), (files.signum(), ranks.signum())))?
}

/// A ride of an Aanca: one step orthogonally, then outward as a Bishop (CET-AANCA).
fn aanca_ride((files, ranks): (i8, i8)) -> Option<Ride> {
    match files.abs() - ranks.abs() {
        1 => ride((files, ranks), (files.signum(), 0)),
        -1 => ride((files, ranks), (0, ranks.signum())),
        _ => None,
    }
}

/// The paths of a Sissa (CET-SISSA).
fn bends((files, ranks): (i8, i8)) -> Bends {
    let (sideways, upward) = (files.signum(), ranks.signum());
    let corners = match (files.abs(), ranks.abs()) {
        (0, 0) => vec![],
        (0, n) => vec![(n, 0), (-n, 0), (n, ranks), (-n, ranks)],
        (n, 0) => vec![(0, n), (0, -n), (files, n), (files, -n)],
        (wide, n) if wide == 2 * n => vec![(n * sideways, 0), (n * sideways, ranks)],
        (n, high) if high == 2 * n => vec![(0, n * upward), (files, n * upward)],
        _ => vec![],
    };
    let mut bends = Bends { len: corners.len() as u8, ..Bends::default() };
    for (way, (corner_files, corner_ranks)) in bends.ways.iter_mut().zip(corners) {
        *way = Bend {
            files: corner_files,
            ranks: corner_ranks,
            out: direction(corner_files, corner_ranks),
            back: direction(corner_files - files, corner_ranks - ranks),
        };
    }
    bends
}

/// The squares around the King that an enemy of a type attacks, for every displacement from the King.
fn zones(kind: usize) -> [u32; DISPLACEMENTS] {
    let attacks: Vec<u32> = (0..25 * 25)
        .map(|index: i32| attack(kind, ((index % 25 - 12) as i8, (index / 25 - 12) as i8)))
        .collect();
    std::array::from_fn(|index| {
        let (files, ranks) = displaced(index);
        (0..9).fold(0, |zone, bit| {
            let way = (bit % 3 - 1 - files, bit / 3 - 1 - ranks);
            let way = (i32::from(way.1) + 12) * 25 + i32::from(way.0) + 12;
            zone | attacks[way as usize] << bit
        })
    })
}

/// How an officer attacks a square with this displacement on an empty board: directly (bit 0), or along a path (bit [`ZONE_RIDES`]).
fn attack(kind: usize, way: (i8, i8)) -> u32 {
    let traits = kinds::TRAITS[kind];
    let (wide, high) = (way.0.abs(), way.1.abs());
    let wazir = wide + high == 1;
    let ferz = wide == 1 && high == 1;
    let leaps = (traits.has(Traits::KNIGHT) && wide.min(high) == 1 && wide.max(high) == 2)
        || ((traits.has(Traits::WAZIR) || traits.has(Traits::ROOK)) && wazir)
        || ((traits.has(Traits::FERZ) || traits.has(Traits::BISHOP)) && ferz)
        || (kind == kinds::GRYPHON && ferz)
        || (kind == kinds::AANCA && wazir);
    let on_line = (traits.has(Traits::ROOK) && (wide == 0 || high == 0))
        || (traits.has(Traits::BISHOP) && wide == high);
    let rides = match kind {
        kinds::SISSA => bends(way).len > 0,
        kinds::GRYPHON => gryphon_ride(way).is_some(),
        kinds::AANCA => aanca_ride(way).is_some(),
        _ => on_line && queen_ride(way).is_some(),
    };
    u32::from(leaps) | u32::from(rides) << ZONE_RIDES
}
