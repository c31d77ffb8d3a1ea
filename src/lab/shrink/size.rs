//! Which of two positions is the smaller one.

use super::edit::Scene;
use crate::game::board::Square;
use crate::game::position;
use crate::game::variant::{Color, PieceType, Rulings, Variant};

/// The size of a position, what counts most first. Two positions have one size only if they are the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Size {
    /// How many men stand on the board.
    pub men: usize,
    /// How many moves lead to it from where it begins.
    pub line: usize,
    /// How plain the men are, taken together.
    kinds: usize,
    /// How many rights there are: initial ones, en passant, a ban.
    rights: u32,
    /// The halfmove clock and the fullmove number.
    counters: (u32, u32),
    /// White before Black.
    turn: u8,
    /// How far the men stand from each other.
    spread: u32,
    /// How far they stand from the first square.
    far: u32,
    /// What is left to differ.
    text: (String, Vec<String>),
}

impl Size {
    /// The size of a position.
    pub fn of(scene: &Scene, rulings: &Rulings) -> Self {
        let position = &scene.position;
        let variant = Variant::get(position.variant);
        let men = scene.men();
        let kinds = men.iter().map(|(_, piece)| plainness(variant, piece.kind)).sum();
        let squares: Vec<_> = men.iter().map(|(square, _)| *square).collect();
        let others = [position.en_passant.is_some(), position.ban.is_some()];
        Self {
            men: men.len(),
            line: scene.moves.len(),
            kinds,
            rights: position.unmoved.len() + others.map(u32::from).iter().sum::<u32>(),
            counters: (position.halfmove, position.fullmove),
            turn: u8::from(position.turn == Color::Black),
            spread: spread(&squares),
            far: squares.iter().map(|square| u32::from(square.file() + square.rank())).sum(),
            text: (position::print(position, rulings), scene.moves.clone()),
        }
    }
}

/// How plain a kind of piece is, the plainest first. Rules texts begin with the King and end with the Pawns, so a kind that stands
/// later in the table counts as plainer; what moves as others do, or on a bent way, comes behind all that do not.
pub(super) fn plainness(variant: &Variant, kind: PieceType) -> usize {
    let last = variant.pieces.len();
    let Some(index) = variant.pieces.iter().position(|entry| entry.kind == kind) else { return 2 * last };
    let entry = &variant.pieces[index];
    let is_odd = entry.mimic || entry.bend.is_some();
    last - index + if is_odd { last } else { 0 }
}

/// The sum of the distances between all pairs, counted as King steps.
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
