//! Counts all slides of a side together, one direction at a time.
//!
//! There are eight copies of the board, one for each direction. In a copy, the squares of a line are consecutive bits in the order in which
//! a slide passes them, and a guard bit ends the line. In a word of whole lines, `occupied - 2 * riders` borrows through the empty squares
//! after each rider up to the first occupied bit. Exclusive or with `occupied` leaves the squares that all riders reach. No two riders of a
//! side reach the same square in the same direction, so the number of bits is the number of moves. This module knows only slides.

use super::kinds::{slides_diagonally, slides_straight};
use crate::grid::Grid;
use crate::rays::{DIAGONAL, DIRECTIONS, ORTHOGONAL};
use crate::set::Set;
use vperft::inner::game::board::Step;

/// Two words for each direction, the orthogonal directions first.
pub type Words = [u64; 16];

/// The eight boards, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The squares of the pieces of the side to move, and all guard bits.
    own: Words,
    /// The squares of the other side's pieces, and all guard bits.
    enemy: Words,
    /// The riders of both sides, each on the boards of the directions in which it slides.
    riders: Words,
}

/// The places of the squares on the eight boards.
#[derive(Debug)]
pub struct Places {
    /// The bits of every square.
    squares: [Words; 128],
    /// Masks for the orthogonal and the diagonal words: all ones if a type slides there, otherwise zero.
    slides: [[u64; 2]; 9],
    /// All bits that are not a square.
    guards: Words,
}

impl Places {
    /// Lays out the lines.
    pub fn new(grid: Grid) -> Self {
        let mut squares = [[0; 16]; 128];
        let mut guards = [u64::MAX; 16];
        let directions = ORTHOGONAL.into_iter().chain(DIAGONAL);
        for (pair, step) in directions.map(|direction| DIRECTIONS[direction]).enumerate() {
            let mut used = [0; 2];
            let back = Step::new(-step.files, -step.ranks);
            for start in (0..grid.len()).filter(|&square| grid.step(square, back).is_none()) {
                let line: Vec<usize> = std::iter::once(start).chain(grid.ray(start, step)).collect();
                let half = usize::from(used[0] + line.len() > 64);
                let word = 2 * pair + half;
                for square in line {
                    squares[square][word] = 1 << used[half];
                    guards[word] ^= 1 << used[half];
                    used[half] += 1;
                }
                used[half] += 1;
            }
        }
        let ones = |slides| if slides { u64::MAX } else { 0 };
        let slides = std::array::from_fn(|kind| [ones(slides_straight(kind)), ones(slides_diagonally(kind))]);
        Self { squares, slides, guards }
    }

    /// All bits except these squares.
    #[inline(always)]
    pub fn all_but(&self, squares: Set<2>) -> Words {
        let mut words = [u64::MAX; 16];
        squares.each(|square| {
            let place = &self.squares[square & 127];
            for (word, bits) in words.iter_mut().zip(place) {
                *word &= !bits;
            }
        });
        words
    }
}

impl Lines {
    /// Empty boards.
    pub fn empty(places: &Places) -> Self {
        Self { own: places.guards, enemy: places.guards, riders: [0; 16] }
    }

    /// Adds or removes a piece, which is of the side to move if `own`.
    #[inline(always)]
    pub fn toggle(&mut self, places: &Places, own: bool, kind: usize, square: usize) {
        let pieces = if own { &mut self.own } else { &mut self.enemy };
        toggle(pieces, &places.squares[square & 127]);
        toggle_slides(&mut self.riders, places, kind, square);
    }

    /// The boards after a piece has moved, from the point of view of the other side. A captured piece is still on them.
    #[inline(always)]
    pub fn after(&self, places: &Places, from: (usize, usize), to: (usize, usize)) -> Self {
        let mut lines = Self { own: self.enemy, enemy: self.own, riders: self.riders };
        for (kind, square) in [from, to] {
            toggle(&mut lines.enemy, &places.squares[square & 127]);
            toggle_slides(&mut lines.riders, places, kind, square);
        }
        lines
    }

    /// The bits where the riders of the side to move cannot end: its own pieces, and the guard bits.
    #[inline(always)]
    pub fn own(&self) -> &Words {
        &self.own
    }

    /// The number of slides of the side to move that do not end in `blocked`, which includes all guard bits.
    #[inline(always)]
    pub fn count(&self, blocked: &Words) -> u64 {
        // Four sums in parallel, so that the compiler processes four words at once.
        let mut sums = [0; 4];
        for four in 0..4 {
            for (lane, sum) in sums.iter_mut().enumerate() {
                let word = 4 * four + lane;
                let occupied = self.own[word] | self.enemy[word];
                let riders = self.riders[word] & self.own[word];
                let reached = occupied.wrapping_sub(riders << 1) ^ occupied;
                *sum += u64::from((reached & !blocked[word]).count_ones());
            }
        }
        sums.into_iter().sum()
    }
}

#[inline(always)]
fn toggle(words: &mut Words, place: &Words) {
    for word in 0..16 {
        words[word] ^= place[word];
    }
}

#[inline(always)]
fn toggle_slides(riders: &mut Words, places: &Places, kind: usize, square: usize) {
    let (place, slides) = (&places.squares[square & 127], places.slides[kind]);
    for word in 0..16 {
        riders[word] ^= place[word] & slides[word / 8];
    }
}

#[cfg(test)]
mod tests {
    use super::super::kinds::{BISHOP, KNIGHT, QUEEN, ROOK};
    use super::*;
    use crate::property::{holds, squares};
    use crate::rays::Rays;
    use proptest::collection::btree_map;
    use proptest::prop_assert_eq;
    use proptest::sample::select;
    use vperft::inner::game::board::Shape;
    use vperft::inner::game::variant::Color;

    impl Lines {
        /// The same boards from the point of view of the other side.
        fn passed(&self) -> Self {
            Self { own: self.enemy, enemy: self.own, riders: self.riders }
        }
    }

    #[test]
    fn slides_counted_together_are_as_many_as_one_by_one() {
        let grid = Grid::new(Shape::new(10, 10));
        let (places, rays) = (Places::new(grid), Rays::<2, 129>::new(grid));
        let piece = (select(&Color::BOTH[..]), select(&[ROOK, QUEEN, BISHOP, KNIGHT][..]));
        let pieces = btree_map(0_usize..100, piece, 0..=50);
        holds(300, &(pieces, squares(0..100, 60)), |(pieces, wanted)| {
            let mut lines = Lines::empty(&places);
            for (&square, &(color, kind)) in &pieces {
                lines.toggle(&places, color == Color::White, kind, square);
            }
            let occupied: Set<2> = pieces.keys().copied().collect();
            let wanted: Set<2> = wanted.into_iter().collect();
            for (color, lines) in [(Color::White, lines), (Color::Black, lines.passed())] {
                let own = || pieces.iter().filter(|(_, piece)| piece.0 == color);
                let squares: Set<2> = own().map(|(&square, _)| square).collect();
                let slides = |mask: Set<2>| -> u64 {
                    let of = |(&square, &(_, kind)): (&usize, &(Color, usize))| {
                        let straight = rays.slides(ORTHOGONAL, square, occupied) & mask;
                        let diagonal = rays.slides(DIAGONAL, square, occupied) & mask;
                        u64::from(slides_straight(kind)) * u64::from(straight.len())
                            + u64::from(slides_diagonally(kind)) * u64::from(diagonal.len())
                    };
                    own().map(of).sum()
                };
                prop_assert_eq!(lines.count(lines.own()), slides(!squares), "{:?}", color);
                let blocked = places.all_but(wanted);
                prop_assert_eq!(lines.count(&blocked), slides(wanted), "{:?}, some squares only", color);
            }
            Ok(())
        });
    }
}
