//! Slides by tables, which are indexed by the square and by the first occupied square of a ray.

use super::grid::Grid;
use super::set::Set;
use vperft::inner::game::board::Step;

/// The eight directions of a Queen: four with rising square numbers, then their opposites in the same order. The opposite of a direction is
/// `direction ^ 4`.
pub const DIRECTIONS: [Step; 8] = [
    Step::new(1, 0),
    Step::new(-1, 1),
    Step::new(0, 1),
    Step::new(1, 1),
    Step::new(-1, 0),
    Step::new(1, -1),
    Step::new(0, -1),
    Step::new(-1, -1),
];
/// The indexes of the orthogonal directions.
pub const ORTHOGONAL: [usize; 4] = [0, 2, 4, 6];
/// The indexes of the diagonal directions.
pub const DIAGONAL: [usize; 4] = [1, 3, 5, 7];

/// For every direction and square, the squares from there to the edge. `P` is `64 * W + 1`: there is one entry more than squares, for a ray
/// without pieces.
#[derive(Debug)]
pub struct Rays<const W: usize, const P: usize> {
    /// The rays, by direction, then by square. For the falling directions, square `s` is at index `s + 1`.
    rays: [[Set<W>; P]; 8],
}

impl<const W: usize, const P: usize> Rays<W, P> {
    /// The rays of a board.
    pub fn new(grid: Grid) -> Self {
        Self::along(grid, DIRECTIONS)
    }

    /// The rays of riders with these steps: four with rising square numbers, then their opposites in the same order.
    pub fn along(grid: Grid, steps: [Step; 8]) -> Self {
        assert!(P == 64 * W + 1 && grid.len() <= 64 * W, "the width fits the board");
        let mut rays = [[Set::EMPTY; P]; 8];
        for (direction, step) in steps.into_iter().enumerate() {
            for from in 0..grid.len() {
                rays[direction][from + direction / 4] = grid.ray(from, step).collect();
            }
        }
        Self { rays }
    }

    /// The squares from `from` to the edge, without `from`.
    #[inline(always)]
    pub fn ray(&self, direction: usize, from: usize) -> Set<W> {
        self.rays[direction][from + direction / 4]
    }

    /// The squares that a slide passes and ends on, up to and including the first occupied one.
    #[inline(always)]
    pub fn slide(&self, direction: usize, from: usize, occupied: Set<W>) -> Set<W> {
        let ray = self.ray(direction, from);
        let hit = ray & occupied;
        if direction < 4 { ray & hit.up_to_first() } else { ray ^ self.rays[direction][hit.end()] }
    }

    /// The first occupied square of a ray.
    #[inline(always)]
    pub fn blocker(&self, direction: usize, from: usize, occupied: Set<W>) -> Option<usize> {
        let hit = self.ray(direction, from) & occupied;
        if hit.is_empty() { None } else { Some(if direction < 4 { hit.first() } else { hit.end() - 1 }) }
    }

    /// The slides in four directions together.
    #[inline(always)]
    pub fn slides(&self, directions: [usize; 4], from: usize, occupied: Set<W>) -> Set<W> {
        let [a, b, c, d] = directions;
        self.slide(a, from, occupied)
            | self.slide(b, from, occupied)
            | self.slide(c, from, occupied)
            | self.slide(d, from, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::{holds, squares};
    use proptest::prop_assert_eq;
    use vperft::inner::game::board::Shape;

    #[test]
    fn a_slide_ends_on_the_first_occupied_square() {
        let grid = Grid::new(Shape::new(10, 10));
        let rays = Rays::<2, 129>::new(grid);
        holds(100, &squares(0..100, 60), |occupied| {
            let occupied: Set<2> = occupied.into_iter().collect();
            for from in 0..100 {
                for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                    let mut expected = Set::EMPTY;
                    for square in grid.ray(from, step) {
                        expected.insert(square);
                        if occupied.contains(square) {
                            break;
                        }
                    }
                    let slide = rays.slide(direction, from, occupied);
                    prop_assert_eq!(slide, expected, "from {} in direction {}", from, direction);
                    let blocker = (expected & occupied).into_iter().next();
                    prop_assert_eq!(rays.blocker(direction, from, occupied), blocker, "from {}", from);
                }
            }
            Ok(())
        });
    }
}
