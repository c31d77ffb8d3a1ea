//! The rides of a Nightrider (RYU-DRAGON) by one look-up, indexed by the occupied squares that matter (magic bitboards).
//!
//! Every square of a ray except the last can block: at most eight squares from any square of the board. Two multiplications gather them
//! into an index of ten bits. The multipliers are found by trial from a fixed seed when the table is built. (Eight bits would suffice, but
//! need a thousand times as many trials.)

use crate::grid::Grid;
use crate::set::Set;
use vperft::inner::game::board::KNIGHT;

/// The bits of an index.
const BITS: u32 = 10;

/// The parameters of the index for one square.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The squares that can block a ride.
    mask: Set<2>,
    multipliers: [u64; 2],
}

impl Entry {
    #[inline(always)]
    fn index(&self, occupied: Set<2>) -> usize {
        let Set([low, high]) = occupied & self.mask;
        let [first, second] = self.multipliers;
        (low.wrapping_mul(first).wrapping_add(high.wrapping_mul(second)) >> (64 - BITS)) as usize
    }
}

/// The rides from every square.
#[derive(Debug)]
pub struct NightTable {
    entries: [Entry; 128],
    rides: Vec<[Set<2>; 1 << BITS]>,
}

impl NightTable {
    /// The table of a board.
    pub fn new(grid: Grid) -> Self {
        let nowhere = Entry { mask: Set::EMPTY, multipliers: [0; 2] };
        let mut table = Self { entries: [nowhere; 128], rides: vec![[Set::EMPTY; 1 << BITS]; 128] };
        let mut random = Random(1);
        for from in 0..grid.len() {
            let rays = rays(grid, from);
            let mask = blockers(&rays);
            let cases: Vec<_> = subsets(mask).map(|occupied| (occupied, ride(&rays, occupied))).collect();
            loop {
                let entry = Entry { mask, multipliers: [random.sparse(), random.sparse()] };
                if fill(&mut table.rides[from], entry, &cases) {
                    table.entries[from] = entry;
                    break;
                }
            }
        }
        table
    }

    /// The squares that a Nightrider lands on, up to and including the first occupied one in each direction.
    #[inline(always)]
    pub fn rides(&self, from: usize, occupied: Set<2>) -> Set<2> {
        self.rides[from][self.entries[from & 127].index(occupied)]
    }
}

/// The squares of each ray, from the nearest.
fn rays(grid: Grid, from: usize) -> [Vec<usize>; 8] {
    KNIGHT.map(|step| grid.ray(from, step).collect())
}

/// The squares that can block: all of each ray except the last.
fn blockers(rays: &[Vec<usize>; 8]) -> Set<2> {
    rays.iter().flat_map(|ray| &ray[..ray.len().saturating_sub(1)]).copied().collect()
}

/// The squares of all rides, found step by step.
fn ride(rays: &[Vec<usize>; 8], occupied: Set<2>) -> Set<2> {
    let mut reached = Set::EMPTY;
    for ray in rays {
        for &square in ray {
            reached.insert(square);
            if occupied.contains(square) {
                break;
            }
        }
    }
    reached
}

/// Every subset of a set, the empty one first.
fn subsets(whole: Set<2>) -> impl Iterator<Item = Set<2>> {
    let whole = u128::from(whole.0[0]) | u128::from(whole.0[1]) << 64;
    // The next subset, by a subtraction that borrows through the squares outside of the set.
    let next = move |&subset: &u128| Some(subset.wrapping_sub(whole) & whole).filter(|&next| next != 0);
    let words = |subset: u128| Set([subset as u64, (subset >> 64) as u64]);
    std::iter::successors(Some(0), next).map(words)
}

/// Writes the rides into the table. Returns `false`, and clears the slots again, if different rides have the same index.
fn fill(rides: &mut [Set<2>; 1 << BITS], entry: Entry, cases: &[(Set<2>, Set<2>)]) -> bool {
    for (done, &(occupied, reached)) in cases.iter().enumerate() {
        let slot = &mut rides[entry.index(occupied)];
        if !slot.is_empty() && *slot != reached {
            for &(occupied, _) in &cases[..done] {
                rides[entry.index(occupied)] = Set::EMPTY;
            }
            return false;
        }
        *slot = reached;
    }
    true
}

/// The splitmix64 generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number with about a quarter of its bits set. Such multipliers cause fewer collisions.
    fn sparse(&mut self) -> u64 {
        self.next() & self.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::{holds, squares};
    use proptest::prop_assert_eq;
    use vperft::inner::game::board::Shape;

    #[test]
    fn look_ups_agree_with_rides_step_by_step() {
        let grid = Grid::new(Shape::new(10, 10));
        let table = NightTable::new(grid);
        holds(100, &squares(0..100, 80), |occupied| {
            let occupied = occupied.into_iter().collect();
            for from in 0..100 {
                let ridden = ride(&rays(grid, from), occupied);
                prop_assert_eq!(table.rides(from, occupied), ridden, "from {}", from);
            }
            Ok(())
        });
    }
}
