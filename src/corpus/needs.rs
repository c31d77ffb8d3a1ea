//! What the positions of cases ask of rules code: the kinds of their pieces, and the fields that hold something. From it follows in which
//! order the parts of rules are best written.
//!
//! Invariant: this reads boards and fields, and knows no rule. A position whose board cannot be read asks for nothing known.

use crate::game::position::parse;
use crate::game::variant::{Clause, Color, Piece, PieceType, Rulings, Unvalidated, Variant, VariantId};
use std::collections::{BTreeMap, BTreeSet};

/// Something that rules code has to know to answer about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Pieces of a kind on the board.
    Piece(PieceType),
    /// Pieces with an initial right.
    Unmoved,
    /// An en passant square.
    EnPassant,
    /// Squares that have closed.
    Closed,
    /// An exchange that may not be taken back.
    Ban,
}

impl Need {
    /// Its name: the label of a piece, or words.
    #[must_use]
    pub fn name(self, variant: &Variant) -> &str {
        match self {
            Self::Piece(kind) => variant.label(Piece::new(Color::White, kind)),
            Self::Unmoved => "unmoved pieces",
            Self::EnPassant => "en passant squares",
            Self::Closed => "closed squares",
            Self::Ban => "bans",
        }
    }

    /// The clauses about the pieces of a kind; none of a field.
    #[must_use]
    pub fn clauses(self, variant: &Variant) -> Vec<Clause> {
        match self {
            Self::Piece(kind) => variant.clauses_of(kind),
            _ => Vec::new(),
        }
    }
}

/// The needs of a position. `None` if it cannot be read.
#[must_use]
pub fn needs(variant: VariantId, vfen: &str) -> Option<BTreeSet<Need>> {
    let position = parse(vfen, Variant::get(variant), &Unvalidated(&Rulings::default())).ok()?;
    let kinds = Color::BOTH.into_iter().flat_map(|color| position.pieces(color));
    let fields = [
        (Need::Unmoved, !position.unmoved.is_empty()),
        (Need::EnPassant, position.en_passant.is_some()),
        (Need::Closed, !position.closed.is_empty()),
        (Need::Ban, position.ban.is_some()),
    ];
    let fields = fields.into_iter().filter(|(_, holds)| *holds).map(|(need, _)| need);
    Some(kinds.map(|(_, kind)| Need::Piece(kind)).chain(fields).collect())
}

/// Needs to add, and the number of further cases that code can then answer, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The needs.
    pub needs: BTreeSet<Need>,
    /// The number of cases.
    pub cases: usize,
}

/// The order in which needs are best added to the known ones, until all positions can be answered about. The next is always the one that
/// most positions lack; a position that lacks one need more counts half as much.
#[must_use]
pub fn order(known: &BTreeSet<Need>, positions: &[BTreeSet<Need>]) -> Vec<Step> {
    const MAX_LACKING: usize = 31;
    let mut lacking: Vec<_> = positions.iter().map(|needs| needs - known).collect();
    let (mut steps, mut added) = (Vec::new(), BTreeSet::new());
    loop {
        lacking.retain(|needs| !needs.is_empty());
        let mut weights = BTreeMap::<Need, u64>::new();
        for needs in &lacking {
            let weight = 1 << MAX_LACKING.saturating_sub(needs.len());
            needs.iter().for_each(|need| *weights.entry(*need).or_default() += weight);
        }
        let Some((&next, _)) = weights.iter().rev().max_by_key(|(_, weight)| **weight) else { return steps };
        for needs in &mut lacking {
            needs.remove(&next);
        }
        added.insert(next);
        let cases = lacking.iter().filter(|needs| needs.is_empty()).count();
        if cases > 0 {
            steps.push(Step { needs: std::mem::take(&mut added), cases });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_needs_with_most_cases_come_first() {
        let chess = Variant::get(VariantId::CHESS);
        let position = |vfen| needs(VariantId::CHESS, vfen).expect(vfen);
        let positions = [
            "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K2R w * - 0 1",
            "4k3/8/8/8/8/8/4Q3/R3K3 w - - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ];
        let steps = order(&BTreeSet::new(), &positions.map(position));
        let named = |step: &Step| {
            (step.needs.iter().map(|need| need.name(chess)).collect::<Vec<_>>().join(" "), step.cases)
        };
        let expected = [("K R", 2), ("Q", 1), ("unmoved pieces", 1), ("P en passant squares", 1)];
        assert_eq!(
            steps.iter().map(named).collect::<Vec<_>>(),
            expected.map(|(needs, cases)| (needs.to_owned(), cases))
        );
        assert_eq!(needs(VariantId::CHESS, "4k3/8/8 w - - 0 1"), None);
    }
}
