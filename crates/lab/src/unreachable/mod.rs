//! Why no game can reach a position: a proof from the numbers of its pieces, or from its check or en passant square, which no last move can
//! have made.
//!
//! Games begin with a start position of the variant. Invariant: a position of a game never has a reason; one without a reason need not be
//! reachable. This module must not know how a particular variant is played.

mod last_move;
mod numbers;

#[cfg(test)]
mod tests;

use last_move::LastMove;
use numbers::Numbers;
use serde::Serialize;
use vperft::inner::game::paths::{Finish, Leg};
use vperft::inner::game::position::Position;
use vperft::inner::game::variant::{Variant, VariantId};

/// A proof that no game can reach a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unreachable {
    /// The proof in a sentence.
    pub reason: String,
    /// The id of the clause that it rests on; `None` if the variant names none.
    pub clause: Option<String>,
}

/// Finds such proofs for the positions of a variant.
pub struct Reachability {
    numbers: Numbers,
    last_move: Option<LastMove>,
}

impl Reachability {
    /// That of a variant under its default readings.
    #[must_use]
    pub fn new(variant: VariantId) -> Self {
        let variant = Variant::get(variant);
        let is_simple = moves_are_simple(variant);
        let last_move = if is_simple { LastMove::new(variant) } else { None };
        Self { numbers: Numbers::new(variant, is_simple), last_move }
    }

    /// Why no game can reach a valid position, if that can be proved.
    #[must_use]
    pub fn disproof(&self, position: &Position) -> Option<Unreachable> {
        let last_move = || self.last_move.as_ref()?.disproof(&self.numbers, position);
        self.numbers.disproof(position).or_else(last_move)
    }
}

/// Whether a move of the variant moves one piece and captures at most one, but for castling, and data say all of them.
fn moves_are_simple(variant: &Variant) -> bool {
    let is_simple = |leg: &Leg| {
        leg.finish == Finish::Move && leg.also.is_empty() && !leg.takes_passed && !leg.takes_corner
    };
    let has_effects = variant.ban.is_some() || variant.closing.is_some();
    !has_effects
        && variant.pieces.iter().all(|entry| {
            let is_other = entry.mimic || entry.relocates || entry.code.is_some() || entry.succeeds.is_some();
            !is_other && (entry.immobile || !entry.program.is_empty()) && all_legs(&entry.program, &is_simple)
        })
}

/// Whether all legs of a program have a property.
fn all_legs(program: &[Leg], has_property: &dyn Fn(&Leg) -> bool) -> bool {
    program.iter().all(|leg| has_property(leg) && all_legs(&leg.then, has_property))
}
