//! The order by which one position is smaller than another.

use super::edit::Candidate;
use vperft::inner::game::board::Square;
use vperft::inner::game::position;
use vperft::inner::game::variant::{Color, PieceType, Rulings, Variant};

/// The size of a position, the most important criterion first. Only equal positions have equal sizes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Size {
    /// The number of pieces.
    pub pieces: usize,
    /// The number of moves.
    pub line: usize,
    /// The sum of [`plainness`] over the pieces.
    kinds: usize,
    /// The number of rights: initial ones, en passant, a ban.
    rights: u32,
    /// The halfmove clock and the fullmove number.
    counters: (u32, u32),
    /// White is smaller than Black.
    turn: u8,
    /// The sum of the distances between the pieces.
    spread: u32,
    /// The sum of the distances from the first square.
    far: u32,
    /// Breaks ties.
    text: (String, Vec<String>),
}

impl Size {
    pub fn measure(candidate: &Candidate, rulings: &Rulings) -> Self {
        let position = &candidate.position;
        let variant = Variant::get(position.variant);
        let pieces = candidate.pieces();
        let kinds = pieces.iter().map(|(_, piece)| plainness(variant, piece.kind)).sum();
        let squares: Vec<_> = pieces.iter().map(|(square, _)| *square).collect();
        let others = [position.en_passant.is_some(), position.ban.is_some()];
        Self {
            pieces: pieces.len(),
            line: candidate.moves.len(),
            kinds,
            rights: position.unmoved.len() + others.map(u32::from).iter().sum::<u32>(),
            counters: (position.halfmove, position.fullmove),
            turn: u8::from(position.turn == Color::Black),
            spread: spread(&squares),
            far: squares.iter().map(|square| u32::from(square.file() + square.rank())).sum(),
            text: (position::print(position, rulings), candidate.moves.clone()),
        }
    }
}

/// How complex a piece type is; the simplest has the lowest number. Rules texts begin with the King and end with the
/// Pawns, so later entries of the table count as simpler. Types that imitate others or move along bent lines come last.
pub(super) fn plainness(variant: &Variant, kind: PieceType) -> usize {
    let last = variant.pieces.len();
    let Some(index) = variant.pieces.iter().position(|entry| entry.kind == kind) else { return 2 * last };
    let entry = &variant.pieces[index];
    let is_odd = entry.mimic || entry.bend.is_some();
    last - index + if is_odd { last } else { 0 }
}

/// The sum of the distances between all pairs, in King steps.
pub(super) fn spread(squares: &[Square]) -> u32 {
    let far = |one: &Square, other: &Square| {
        u32::from(one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())))
    };
    let pairs = squares
        .iter()
        .enumerate()
        .flat_map(|(index, one)| squares[..index].iter().map(move |other| far(one, other)));
    pairs.sum()
}
