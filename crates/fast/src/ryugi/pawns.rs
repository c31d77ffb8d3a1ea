//! The moves of all Pawns at once (RYU-PAWN-1, RYU-PAWN-2, RYU-PROMOTE).

use crate::set::Set;
use vperft::inner::game::variant::Color;

/// The a file.
const LEFT: Set<2> = file(0);
/// The j file.
const RIGHT: Set<2> = file(9);
/// The start squares of the Pawns of each colour, from which they may go two squares.
const STARTS: [Set<2>; 2] = [starts(10, 24), starts(80, 74)];
/// Each colour's last rank.
pub const LAST: [Set<2>; 2] = [rank(90), rank(0)];

/// The end squares of Pawn moves, in one set for each kind of move. Within a kind, no two Pawns have the same end square.
#[derive(Clone, Copy)]
pub struct PawnSteps {
    /// One square forward.
    pub single: Set<2>,
    /// Two squares forward.
    pub double: Set<2>,
    /// Captures toward the a file.
    pub left: Set<2>,
    /// Captures toward the j file.
    pub right: Set<2>,
}

/// The moves of these Pawns of `us`, without en passant captures.
#[inline(always)]
pub fn steps(us: Color, pawns: Set<2>, occupied: Set<2>, enemy: Set<2>) -> PawnSteps {
    let starters = pawns & STARTS[us as usize];
    let (from_right, from_left) = (pawns - LEFT, pawns - RIGHT);
    if us == Color::White {
        PawnSteps {
            single: pawns.up(10) - occupied,
            double: (starters.up(10) - occupied).up(10) - occupied,
            left: from_right.up(9) & enemy,
            right: from_left.up(11) & enemy,
        }
    } else {
        PawnSteps {
            single: pawns.down(10) - occupied,
            double: (starters.down(10) - occupied).down(10) - occupied,
            left: from_right.down(11) & enemy,
            right: from_left.down(9) & enemy,
        }
    }
}

/// The number of moves of one kind of the Pawns of `us` to these squares, where a promotion counts once for every type.
#[inline(always)]
pub fn weigh(us: Color, targets: Set<2>) -> u64 {
    let last = targets & LAST[us as usize];
    let mut count = u64::from(targets.len());
    if !last.is_empty() {
        count += (super::kinds::PROMOTIONS.len() as u64 - 1) * u64::from(last.len());
    }
    count
}

const fn file(file: usize) -> Set<2> {
    let mut set = Set::EMPTY;
    let mut square = file;
    while square < 100 {
        set.insert(square);
        square += 10;
    }
    set
}

const fn rank(first: usize) -> Set<2> {
    let mut set = Set::EMPTY;
    let mut square = first;
    while square < first + 10 {
        set.insert(square);
        square += 1;
    }
    set
}

/// The start squares: a rank without the e and f files, and these two files one rank further forward.
const fn starts(first: usize, advanced: usize) -> Set<2> {
    let mut set = rank(first);
    set.remove(first + 4);
    set.remove(first + 5);
    set.insert(advanced);
    set.insert(advanced + 1);
    set
}
