//! Everything besides the pieces that a position can have: the side to move, rights, an en passant square, a ban, closed squares.

use super::plan::Plan;
use std::ops::ControlFlow;
use vperft::inner::game::board::{Square, SquareSet, Step};
use vperft::inner::game::position;
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Color, Piece, Variant};

/// Passes on every position with these pieces, for these sides to move. The counters are those of a start position.
pub(super) fn each(
    plan: &Plan,
    turns: &[Color],
    placed: &Position,
    take: &mut dyn FnMut(&Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut position = placed.clone();
    let closing = plan.variant.closing_squares().iter().copied();
    position.closed = closing.filter(|square| placed.piece(*square).is_none()).collect();
    let rights = rights(plan, &position);
    let bans = bans(plan.variant, &position);
    for &turn in turns {
        position.turn = turn;
        for en_passant in std::iter::once(None).chain(passed(plan, &position).into_iter().map(Some)) {
            position.en_passant = en_passant;
            for ban in std::iter::once(None).chain(bans.iter().copied().map(Some)) {
                position.ban = ban;
                for unmoved in &rights {
                    position.unmoved = *unmoved;
                    take(&position)?;
                }
            }
        }
        position.en_passant = None;
    }
    ControlFlow::Continue(())
}

/// Whether a position has a right to castle, which has no mirror image.
pub(super) fn may_castle(variant: &Variant, position: &Position) -> bool {
    let Some(castling) = &variant.castling else { return false };
    let mut kinds = position.unmoved.into_iter().filter_map(|square| Some(position.piece(square)?.kind));
    kinds.any(|kind| kind == castling.king || kind == castling.rook)
}

/// The sets of squares whose pieces may hold an initial right at the same time. Pieces hold it where they start.
fn rights(plan: &Plan, position: &Position) -> Vec<SquareSet> {
    let mut sets = vec![SquareSet::EMPTY];
    for color in Color::BOTH {
        for (square, kind) in position.pieces(color) {
            let is_home = plan.start.piece(square) == Some(Piece::new(color, kind));
            if is_home && plan.variant.has_initial_right(kind) {
                sets.extend(sets.clone().into_iter().map(|set| set.with(square)));
            }
        }
    }
    sets.retain(|set| {
        let mut held = position.clone();
        held.unmoved = *set;
        position::drop_unusable(&mut held, plan.variant);
        held.unmoved == *set
    });
    sets
}

/// The pairs of squares that a ban may name.
fn bans(variant: &Variant, position: &Position) -> Vec<(Square, Square)> {
    let Some(ban) = &variant.ban else { return Vec::new() };
    let [white, black] = Color::BOTH.map(|color| position.occupied(color));
    let pairs = white
        .into_iter()
        .flat_map(|one| black.into_iter().map(move |other| (one.min(other), one.max(other))));
    pairs.filter(|pair| position::can_be_banned(position, ban, *pair)).collect()
}

/// The squares that the enemy's last move may have passed over by a double step.
fn passed(plan: &Plan, position: &Position) -> Vec<Square> {
    let Some(passing) = plan.variant.en_passant.as_ref().filter(|_| plan.variant.has_en_passant()) else {
        return Vec::new();
    };
    let pawn = Piece::new(!position.turn, passing.piece);
    let back = |square, ranks: i8| position.shape.step(square, Step::new(0, -ranks * pawn.color.forward()));
    let passed = |end| {
        let (passed, origin) = (back(end, 1)?, back(end, 2)?);
        let is_free = position.is_empty(passed) && position.piece(origin).is_none();
        (is_free && plan.variant.may_double_step(plan.start, pawn, origin)).then_some(passed)
    };
    position.squares_of(pawn).filter_map(passed).collect()
}
