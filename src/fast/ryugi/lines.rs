//! All slides of a side counted together, a direction at a time.
//!
//! The board is held eight times, once for each direction: there, the squares of a line are consecutive bits in
//! the order in which a slide passes them, and a guard bit ends the line. In a word of whole lines,
//! `occupied - 2 * riders` borrows through the empty squares after each rider up to the first occupied bit, so
//! that exclusive or with `occupied` leaves the squares all riders reach. No two riders of one side reach the same
//! square in the same direction, so counting the bits counts the moves. This module knows no rule but the slide.

use super::kinds::{slides_diagonally, slides_straight};
use crate::board::Step;
use crate::fast::grid::Grid;
use crate::fast::rays::{DIAGONAL, DIRECTIONS, ORTHOGONAL};
use crate::fast::set::Set;
use crate::variant::Color;

/// Two words for each direction: the orthogonal ones first.
pub type Words = [u64; 16];

/// The eight boards.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The squares of each colour's men, and in both all guard bits.
    colors: [Words; 2],
    /// The riders of both colours, each in the directions in which it slides.
    riders: Words,
}

/// Where the squares are on the eight boards.
#[derive(Debug)]
pub struct Places {
    /// The bits of every square.
    squares: [Words; 128],
    /// Which words a type slides in: all ones in the orthogonal and in the diagonal words, or zeros.
    slides: [[u64; 2]; 9],
    /// All bits that are no square.
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

    /// Everything but these squares.
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
        Self { colors: [places.guards; 2], riders: [0; 16] }
    }

    /// Puts a man on an empty square or takes it off.
    #[inline(always)]
    pub fn toggle(&mut self, places: &Places, color: Color, kind: usize, square: usize) {
        let place = &places.squares[square & 127];
        let slides = places.slides[kind];
        let men = &mut self.colors[color as usize];
        for word in 0..16 {
            men[word] ^= place[word];
            self.riders[word] ^= place[word] & slides[word / 8];
        }
    }

    /// The squares where a side's riders cannot end: its own men, and the bits that are no square.
    #[inline(always)]
    pub fn own(&self, color: Color) -> &Words {
        &self.colors[color as usize]
    }

    /// How many slides the riders of a side have that do not end in `blocked`, which holds all guard bits.
    #[inline(always)]
    pub fn count(&self, color: Color, blocked: &Words) -> u64 {
        let own = &self.colors[color as usize];
        let [white, black] = &self.colors;
        let mut total = 0;
        for word in 0..16 {
            let occupied = white[word] | black[word];
            let riders = self.riders[word] & own[word];
            let reached = occupied.wrapping_sub(riders << 1) ^ occupied;
            total += u64::from((reached & !blocked[word]).count_ones());
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::super::kinds::{BISHOP, KNIGHT, QUEEN, ROOK};
    use super::*;
    use crate::board::Shape;
    use crate::fast::rays::Rays;

    #[test]
    fn all_slides_together_are_as_many_as_one_by_one() {
        let grid = Grid::new(Shape::new(10, 10));
        let (places, rays) = (Places::new(grid), Rays::<2, 129>::new(grid));
        for seed in 0..300_usize {
            let mut lines = Lines::empty(&places);
            let mut men = Vec::new();
            for square in (0..100).filter(|square| (square * 29 + seed * 13) % 19 < 1 + seed % 9) {
                let color = Color::BOTH[(square * 7 + seed) % 3 % 2];
                let kind = [ROOK, QUEEN, BISHOP, KNIGHT][(square * 11 + seed) % 4];
                lines.toggle(&places, color, kind, square);
                men.push((square, color, kind));
            }
            let occupied: Set<2> = men.iter().map(|&(square, ..)| square).collect();
            let wanted: Set<2> = (0..100).filter(|square| (square * 31 + seed) % 5 < 2).collect();
            for color in Color::BOTH {
                let own: Set<2> = men.iter().filter(|man| man.1 == color).map(|man| man.0).collect();
                let slides = |allowed: Set<2>| -> u64 {
                    let of = |&(square, _, kind): &(usize, Color, usize)| {
                        let straight = rays.slides(ORTHOGONAL, square, occupied) & allowed;
                        let diagonal = rays.slides(DIAGONAL, square, occupied) & allowed;
                        u64::from(slides_straight(kind)) * u64::from(straight.len())
                            + u64::from(slides_diagonally(kind)) * u64::from(diagonal.len())
                    };
                    men.iter().filter(|man| man.1 == color).map(of).sum()
                };
                assert_eq!(lines.count(color, lines.own(color)), slides(!own), "seed {seed}");
                let blocked = places.all_but(wanted);
                assert_eq!(lines.count(color, &blocked), slides(wanted), "seed {seed}, some squares only");
            }
        }
    }
}
