//! The groups of rules by which pages compare implementations.

use serde::{Deserialize, Serialize};
use vperft::inner::game::paths::{Content, Leg};
use vperft::inner::game::variant::{Clause, RuleName, Variant};

/// A group of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// How pieces move and capture.
    Moves,
    /// Promotion, and what else becomes of pieces.
    Promotion,
    /// Captures in passing.
    EnPassant,
    Castling,
    /// Checks and pins.
    Check,
    /// Ends of the game.
    Ends,
    /// Rules that all variants share.
    Shared,
}

impl Group {
    /// The group of a clause, as the data of the variant use it. A clause about several rules belongs to the first of them.
    pub fn of_clause(table: &Variant, clause: Clause) -> Self {
        let is_own = |id: &str| id == clause.id();
        let rule = table.rule_clauses.iter().find(|(_, id)| is_own(id)).map(|(rule, _)| *rule);
        match rule {
            Some(RuleName::Check | RuleName::Exposure | RuleName::MayCheck) => return Self::Check,
            Some(RuleName::Castling | RuleName::CastlingPath | RuleName::CastlingAttack) => {
                return Self::Castling;
            }
            Some(RuleName::MustCapture) => return Self::Moves,
            Some(RuleName::Succession) => return Self::Promotion,
            Some(_) => return Self::Ends,
            None => {}
        }
        if table.promotion.iter().filter_map(|rule| rule.clause.as_deref()).any(is_own) {
            return Self::Promotion;
        }
        let of_passing = |leg: &Leg| leg.end == Content::Passed.into();
        let legs = table.pieces.iter().flat_map(|entry| &entry.program);
        if legs.filter(|leg| of_passing(leg)).filter_map(|leg| leg.clause.as_deref()).any(is_own) {
            return Self::EnPassant;
        }
        if clause.variant().is_none() { Self::Shared } else { Self::Moves }
    }

    /// The heading of the group.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Moves => "Moves of the pieces",
            Self::Promotion => "Promotion",
            Self::EnPassant => "En passant",
            Self::Castling => "Castling",
            Self::Check => "Checks and pins",
            Self::Ends => "Ends of the game",
            Self::Shared => "Rules of all variants",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use vperft::inner::game::variant::VariantId;

    #[test]
    fn clauses_are_grouped_by_what_the_data_say() {
        for (variant, id, expected) in [
            (VariantId::CHESS, "CHS-CASTLE-1", Group::Castling),
            (VariantId::CHESS, "CHS-CASTLE-3", Group::Castling),
            (VariantId::CHESS, "CHS-CHECK", Group::Check),
            (VariantId::CHESS, "CHS-DRAW", Group::Ends),
            (VariantId::CHESS, "CHS-EP", Group::EnPassant),
            (VariantId::CHESS, "CHS-KNIGHT", Group::Moves),
            (VariantId::RYUGI, "RYU-EP", Group::EnPassant),
            (VariantId::RYUGI, "RYU-PROMOTE", Group::Promotion),
            (VariantId::RYUGI, "RYU-ORDER", Group::Ends),
            (VariantId::RYUGI, "GEN-REPEAT", Group::Shared),
        ] {
            let clause = id.parse().expect(id);
            assert_eq!(Group::of_clause(Variant::get(variant), clause), expected, "{id}");
        }
    }
}
