//! The kinds of squares, whatever piece is on them.

use crate::game::board::Square;
use crate::game::position::Position;
use crate::game::variant::Variant;

/// The kinds of squares that drawings distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// A square without special rules.
    Common,
    /// An edge square (ROC-EDGE-1).
    Edge,
    /// A square that closes once it is empty (SBX-BROUHAHA) and is still open.
    Brouhaha,
    /// A square that has closed.
    Closed,
}

impl Ground {
    /// The kind of a square.
    pub fn at(position: &Position, square: Square) -> Self {
        if position.closed.contains(square) {
            return Self::Closed;
        }
        let variant = Variant::get(position.variant);
        if variant.has_edge && position.shape.is_rim(square) {
            Self::Edge
        } else if variant.closing_squares().contains(&square) {
            Self::Brouhaha
        } else {
            Self::Common
        }
    }
}

/// Whether the square is dark, like the left corner of White's first rank.
pub const fn is_dark(square: Square) -> bool {
    (square.file() + square.rank()).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Shape;
    use crate::game::variant::VariantId;

    /// The number of squares of this kind on the empty 10 x 10 board of a variant.
    fn count(variant: VariantId, kind: Ground) -> usize {
        let position = Position::empty(variant, Shape::new(10, 10));
        position.shape.squares().filter(|&square| Ground::at(&position, square) == kind).count()
    }

    #[test]
    fn only_rococo_has_edge_squares_and_only_sandbox_brouhaha_squares() {
        assert_eq!(count(VariantId::ROCOCO, Ground::Edge), 36);
        assert_eq!(count(VariantId::SANDBOX, Ground::Brouhaha), 4);
        assert_eq!(count(VariantId::RYUGI, Ground::Common), 100);
    }

    #[test]
    fn a_closed_square_is_no_longer_a_brouhaha_square() {
        let mut position = Position::empty(VariantId::SANDBOX, Shape::new(10, 10));
        let [first, second, ..] = Variant::get(VariantId::SANDBOX).closing_squares() else { panic!("four") };
        position.closed.insert(*first);
        assert_eq!(Ground::at(&position, *first), Ground::Closed);
        assert_eq!(Ground::at(&position, *second), Ground::Brouhaha);
    }
}
