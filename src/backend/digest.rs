//! One number for what typed rules say about a position, by which two backends are compared without a text.

use crate::game::board::SquareSet;
use crate::game::classes::ClassError;
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::variant::Color;
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::hash::Hash as _;

/// The digest of a position, its status, its legal moves with the positions after them, and their count. It does not depend on the order
/// of the moves. The same answers may have different digests, if a move is written in another way as data; different answers have not.
pub(super) fn digest<R: Rules>(rules: &R, position: &R::Position) -> Result<u128, ClassError> {
    let data = rules.position_data(position)?;
    let mut moves = Vec::new();
    rules.legal_moves(position, &mut moves);
    let mut sum = 0_u128;
    for mv in &moves {
        let mut hasher = SipHasher13::new();
        rules.move_data(position, mv, &data)?.hash(&mut hasher);
        add(&rules.position_data(&rules.play(position, mv))?, &mut hasher);
        // A sum, so that a move that is listed twice counts.
        sum = sum.wrapping_add(hasher.finish128().as_u128());
    }
    let mut hasher = SipHasher13::new();
    add(&data, &mut hasher);
    rules.status(position, 1).hash(&mut hasher);
    (sum, moves.len(), rules.count_legal(position, &mut moves)).hash(&mut hasher);
    Ok(hasher.finish128().as_u128())
}

/// Adds everything that a VFEN shows.
fn add(position: &Position, hasher: &mut SipHasher13) {
    let sides: [SquareSet; 2] = Color::BOTH.map(|color| position.occupied(color));
    sides.hash(hasher);
    for color in Color::BOTH {
        position.pieces(color).for_each(|(_, kind)| kind.hash(hasher));
    }
    (position.turn, position.unmoved, position.en_passant, position.closed, position.ban).hash(hasher);
    (position.halfmove, position.fullmove).hash(hasher);
}
