//! Lines: the pieces on each rank, file and diagonal as one number for each line and colour, so that one subtraction counts two opposite
//! slides.
//!
//! The squares of a line are bits 0 to 11 by file (on a file, by rank), and again, in reverse order, bits 16 to 27. The bits of squares
//! beyond the edge are walls: they are always set, for both colours, and so are bits 12 to 15 and 28 to 31. Subtracting the bit of the
//! first square of a slide from the occupied bits flips the bits up to and including the first occupied one. The walls separate the two
//! halves.

/// The bits of a line.
pub type Line = u32;

/// The number of lines, including one beyond the edge on either side, which has only walls.
pub const COUNT: usize = 2 * 14 + 2 * 25;

/// The line of a rank, from -1 to 12, given one higher.
#[inline(always)]
pub const fn rank(rank_plus_one: usize) -> usize {
    rank_plus_one
}

/// The line of a file, from -1 to 12, given one higher.
#[inline(always)]
pub const fn file(file_plus_one: usize) -> usize {
    14 + file_plus_one
}

/// The line of a rising diagonal, given the file minus the rank, from -12 to 12, plus 12.
#[inline(always)]
pub const fn rising(difference_plus_twelve: usize) -> usize {
    28 + difference_plus_twelve
}

/// The line of a falling diagonal, given the file plus the rank, from -1 to 23, plus 1.
#[inline(always)]
pub const fn falling(sum_plus_one: usize) -> usize {
    53 + sum_plus_one
}

/// The lines through a square, in the order rank, file, rising, falling.
#[inline(always)]
pub const fn through(file_of: usize, rank_of: usize) -> [usize; 4] {
    [rank(rank_of + 1), file(file_of + 1), rising(file_of + 12 - rank_of), falling(file_of + rank_of + 1)]
}

/// The two bits of a square, by its place on a line.
pub const BIT: [Line; 12] = {
    let mut bits = [0; 12];
    let mut place = 0;
    while place < 12 {
        bits[place] = 1 << place | 1 << (27 - place);
        place += 1;
    }
    bits
};

/// The first squares of the two slides from a place.
pub const FROM: [Line; 12] = {
    let mut bits = [0; 12];
    let mut place = 0;
    while place < 12 {
        bits[place] = 1 << (place + 1) | 1 << (28 - place);
        place += 1;
    }
    bits
};

/// The first squares of two slides from the gap before a place: the upward slide starts on the place, the downward one on the place before
/// it. Places are from 0 to 12.
pub const GAP: [Line; 13] = {
    let mut bits = [0; 13];
    let mut place = 0;
    while place < 13 {
        bits[place] = 1 << place | 1 << (28 - place);
        place += 1;
    }
    bits
};

/// The squares at a distance up and down from a place, by place, then by distance. Squares beyond the line are left out.
pub const APART: [[Line; 12]; 12] = {
    let mut bits = [[0; 12]; 12];
    let mut place = 0;
    while place < 12 {
        let mut distance = 1;
        while distance < 12 {
            if place + distance < 12 {
                bits[place][distance] |= 1 << (place + distance);
            }
            if distance <= place {
                bits[place][distance] |= 1 << (27 - (place - distance));
            }
            distance += 1;
        }
        place += 1;
    }
    bits
};

/// The lines of the side to move and of its enemy.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// The side to move.
    pub own: &'a [Line; COUNT],
    /// Its enemy.
    pub enemy: &'a [Line; COUNT],
}

impl Sides<'_> {
    /// The squares that two slides on a line reach, given their first squares: empty squares, and the first enemy.
    #[inline(always)]
    pub const fn reach(self, line: usize, first: Line) -> Line {
        let own = self.own[line];
        let occupied = own | self.enemy[line];
        (occupied ^ occupied.wrapping_sub(first)) & !own
    }
}

/// The walls of every line on a board of this height.
pub fn walls(ranks: u8) -> [Line; COUNT] {
    let mut walls = [Line::MAX; COUNT];
    for (rank_of, by_rank) in BIT.into_iter().enumerate().take(ranks.into()) {
        for (file_of, by_file) in BIT.into_iter().enumerate() {
            let [rank, file, rising, falling] = through(file_of, rank_of);
            walls[rank] &= !by_file;
            walls[file] &= !by_rank;
            walls[rising] &= !by_file;
            walls[falling] &= !by_file;
        }
    }
    walls
}
