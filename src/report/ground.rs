//! What kind of square it is, apart from who stands on it.

use crate::board::Square;
use crate::position::{BROUHAHA, Position};
use crate::variant::VariantId;

/// The kinds of square that drawings tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// A square without a rule of its own.
    Common,
    /// A square of Rococo's rim (ROC-EDGE-1).
    Edge,
    /// A square of Sandbox that closes once it is empty (SBX-BROUHAHA) and is still open.
    Brouhaha,
    /// A square that has closed.
    Closed,
}

impl Ground {
    /// The kind of a square.
    pub fn of(position: &Position, square: Square) -> Self {
        if position.closed.contains(square) {
            return Self::Closed;
        }
        match position.variant {
            VariantId::Rococo if position.shape.is_rim(square) => Self::Edge,
            VariantId::Sandbox if BROUHAHA.contains(&square) => Self::Brouhaha,
            _ => Self::Common,
        }
    }
}

/// Whether the square is one of the dark ones; the left corner of White's first rank is.
pub(super) const fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Shape;

    /// How many squares of a variant's empty 10 x 10 board are of this kind.
    fn count(variant: VariantId, kind: Ground) -> usize {
        let position = Position::empty(variant, Shape::new(10, 10));
        position.shape.squares().filter(|&square| Ground::of(&position, square) == kind).count()
    }

    #[test]
    fn only_rococo_has_edge_squares_and_only_sandbox_brouhaha_squares() {
        assert_eq!(count(VariantId::Rococo, Ground::Edge), 36);
        assert_eq!(count(VariantId::Sandbox, Ground::Brouhaha), 4);
        assert_eq!(count(VariantId::Ryugi, Ground::Common), 100);
    }

    #[test]
    fn a_closed_square_is_no_longer_a_brouhaha_square() {
        let mut position = Position::empty(VariantId::Sandbox, Shape::new(10, 10));
        position.closed.insert(BROUHAHA[0]);
        assert_eq!(Ground::of(&position, BROUHAHA[0]), Ground::Closed);
        assert_eq!(Ground::of(&position, BROUHAHA[1]), Ground::Brouhaha);
    }
}
