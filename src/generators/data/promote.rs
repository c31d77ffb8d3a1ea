//! Promotions: what a piece becomes on the square to which it came.

use super::compile::Tables;
use super::sink::{DataMove, Sink};
use crate::game::board::Square;
use crate::game::position::Position;
use crate::game::variant::{Arrival, Piece, Rulebook};

/// Sends a move with every promotion of the piece that came to a square by it.
pub(super) fn arrive<S: Sink>(
    tables: &Tables,
    position: &Position,
    book: &impl Rulebook,
    mv: DataMove,
    (by, piece, square): (Arrival, Piece, Square),
    sink: &mut S,
) {
    let promotions = &tables.kind(piece).promotions;
    let applies = |promotion: &&super::compile::Promotion| {
        (promotion.on.contains(square) || promotion.leaving && promotion.on.contains(mv.mv.from))
            && promotion.by.contains(&by)
            && promotion.clause.is_none_or(|clause| book.applies(clause))
    };
    let mut is_forced = false;
    for promotion in promotions.iter().filter(applies) {
        is_forced |= promotion.forced;
        for &(kind, limit) in &promotion.to {
            let becomes = Piece::new(piece.color, kind);
            if limit.is_none_or(|limit| position.count(becomes) < limit) {
                sink.push(DataMove { mv: mv.mv.placing(square, becomes), ..mv });
            }
        }
    }
    if !is_forced {
        sink.push(mv);
    }
}
