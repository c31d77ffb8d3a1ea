//! Promotions: what a piece becomes on the square to which it came.

use super::compile::Tables;
use super::sink::{DataMove, Sink};
use crate::game::board::Square;
use crate::game::position::Position;
use crate::game::variant::{Arrival, Piece, PieceType, Rulebook};

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
    let may_become = |kind: PieceType, limit: Option<usize>| {
        limit.is_none_or(|limit| position.count(Piece::new(piece.color, kind)) < limit)
    };
    let mut is_forced = false;
    for (index, promotion) in promotions.iter().enumerate().filter(|(_, promotion)| applies(promotion)) {
        is_forced |= promotion.forced;
        // Two rules may allow the same promotion.
        let is_known = |kind: PieceType| {
            let earlier = promotions[..index].iter().filter(applies).flat_map(|earlier| &earlier.to);
            earlier.into_iter().any(|&(other, limit)| other == kind && may_become(kind, limit))
        };
        for &(kind, limit) in &promotion.to {
            if may_become(kind, limit) && !is_known(kind) {
                let becomes = Piece::new(piece.color, kind);
                sink.push(DataMove { mv: mv.mv.placing(square, becomes), ..mv });
            }
        }
    }
    if !is_forced {
        sink.push(mv);
    }
}
