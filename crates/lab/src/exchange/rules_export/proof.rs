//! Whether two programs move alike on boards of a variant.

use super::game::Game;
use vperft::inner::game::board::{Square, SquareSet};
use vperft::inner::game::paths::{Contents, Leg};
use vperft::inner::game::variant::{Color, Piece, PieceType};
use vperft::inner::generators::data::probe::{Probe, Target, targets};

/// The random boards for each square.
const BOARDS: u64 = 6;

/// Compares programs of a kind.
pub struct Comparison<'a> {
    pub game: &'a Game,
    pub kind: PieceType,
    /// Whether such a piece can never return to a start square, so that a piece on one has not moved.
    pub never_returns: bool,
    /// The only squares where the second program may end, if the other program confines it apart from its moves.
    pub within: Option<SquareSet>,
    /// The squares where such a piece can be. `None` for all.
    pub squares: Option<SquareSet>,
}

impl Comparison<'_> {
    /// Whether both programs have the same moves and captures: from every square, on the empty board and on some random ones.
    pub fn is_same(&self, one: &[Leg], other: &[Leg]) -> bool {
        let start = self.game.start.squares_of(Piece::new(Color::White, self.kind));
        let depends = |program: &[Leg]| program.iter().any(|leg| leg.unmoved || leg.from.is_some());
        let asks = depends(one) || depends(other);
        let can_be = |square: &Square| self.squares.is_none_or(|squares| squares.contains(*square));
        self.game.shape().squares().filter(can_be).all(|square| {
            let starts = start.contains(square);
            let states: &[bool] = match (asks, starts) {
                (false, _) => &[starts],
                (true, false) => &[false],
                (true, true) if self.never_returns => &[true],
                (true, true) => &[true, false],
            };
            states.iter().all(|unmoved| {
                (0..=BOARDS).all(|board| {
                    let probe = self.probe(square, *unmoved, board);
                    let allows = |target: &Target| {
                        self.within.is_none_or(|within| target.to.is_some_and(|to| within.contains(to)))
                    };
                    let mut moves = self.targets(other, &probe);
                    moves.retain(allows);
                    self.targets(one, &probe) == moves
                })
            })
        })
    }

    /// Whether the piece may return to its square without any change. The notation takes that as a move; the rules do not (GEN-NULL).
    pub fn makes_null_moves(&self, program: &[Leg]) -> bool {
        self.game.shape().squares().any(|square| {
            (0..=BOARDS).any(|board| {
                let moves = self.targets(program, &self.probe(square, true, board));
                let is_null = |target: &Target| {
                    target.to == Some(square) && target.captured.is_empty() && !target.exchanges
                };
                moves.iter().any(is_null)
            })
        })
    }

    fn targets(&self, program: &[Leg], probe: &Probe) -> Vec<Target> {
        let mut moves = targets(program, self.game.variant, probe);
        moves.sort_by_key(|target| {
            let captured: Vec<Square> = target.captured.into_iter().collect();
            (target.to, captured, target.exchanges)
        });
        moves
    }

    /// Board 0 is empty; the others have pieces on about a third of the squares.
    fn probe(&self, square: Square, unmoved: bool, board: u64) -> Probe {
        let shape = self.game.shape();
        let (mut friends, mut enemies) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let mut passed = None;
        for other in shape.squares().filter(|other| *other != square && board > 0) {
            match mixed(board, square, other) % 12 {
                0 | 1 => friends.insert(other),
                2 | 3 => enemies.insert(other),
                _ => {}
            }
        }
        // An enemy Pawn next to the piece that has just passed over the square behind it.
        if board % 2 == 1
            && let Some(beside) = shape.step(square, vperft::inner::game::board::Step::new(1, 0))
            && let Some(behind) = shape.step(beside, vperft::inner::game::board::Step::new(0, 1))
        {
            (friends, enemies) = (friends - SquareSet::EMPTY.with(beside), enemies.with(beside));
            let empty = SquareSet::EMPTY.with(behind);
            (friends, enemies) = (friends - empty, enemies - empty);
            passed = Some(behind);
        }
        Probe { shape, square, friends, enemies, unmoved, passed }
    }
}

/// A number that looks random, the same on every machine.
fn mixed(board: u64, square: Square, other: Square) -> u64 {
    let seed = board << 16 | u64::from(square.index()) << 8 | u64::from(other.index());
    let mut value = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    (value ^ value >> 31) >> 8
}

/// Whether a program captures en passant.
pub fn captures_passed(program: &[Leg]) -> bool {
    program.iter().any(|leg| {
        leg.end == Contents::from(vperft::inner::game::paths::Content::Passed) || captures_passed(&leg.then)
    })
}
