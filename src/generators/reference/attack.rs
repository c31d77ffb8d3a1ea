//! Attacks and checks in a position, for tools that describe positions.

use super::castling::is_attacked_by_any;
use super::frame::{Game, Reference, is_in_check};
use super::{Visitor, visit};
use crate::game::board::Square;
use crate::game::notation::Move;
use crate::game::position::Position;
use crate::game::rules::Rules as _;
use crate::game::variant::{Color, VariantId};

/// Whether the side that is not to move attacks the square (GEN-ATTACK). `false` for variants without built-in rules.
pub fn is_attacked(position: &Position, square: Square) -> bool {
    ask(position.variant, Query::Attacked(position, square))
}

/// Whether a side obeys check and is in check.
pub fn is_checked(position: &Position, color: Color) -> bool {
    ask(position.variant, Query::Checked(position, color))
}

/// Whether a move, legal or not, leaves the royal piece of its side capturable.
pub fn exposes_royal(position: &Position, mv: &Move) -> bool {
    ask(position.variant, Query::Exposes(position, mv))
}

/// A question about a position.
enum Query<'q> {
    Attacked(&'q Position, Square),
    Checked(&'q Position, Color),
    Exposes(&'q Position, &'q Move),
}

fn ask(variant: VariantId, query: Query<'_>) -> bool {
    visit(variant, query).unwrap_or(false)
}

impl Visitor for Query<'_> {
    type Output = bool;

    fn visit<G: Game + 'static>(self, rules: Reference<G>) -> bool {
        match self {
            Self::Attacked(position, square) => is_attacked_by_any(&rules.0, position, square),
            Self::Checked(position, color) => is_in_check(&rules.0, position, color),
            Self::Exposes(position, mv) => {
                let child = rules.play(position, mv);
                is_in_check(&rules.0, &child, position.turn)
            }
        }
    }
}
