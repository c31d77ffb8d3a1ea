//! Which clauses a case cites that was put together by chance: those that act on what it shows.

use super::rulebook_mutant::RulebookMutant;
use crate::backend::{Backend, BackendError};

use crate::corpus::check::mover;
use crate::game::notation::Entry;
use crate::game::variant::{Clause, Variant, VariantId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How many clauses such a case cites at most.
const MAX_CITED: usize = 6;

/// The rules of a variant without each of its clauses, and those that all variants share.
pub(super) struct RulesWithoutClause {
    variant: VariantId,
    rules: Vec<(Clause, Box<dyn Backend>)>,
}

/// A clause, and of each piece how many moves are missing, new or lead elsewhere without it.
struct ActingClause {
    clause: Clause,
    moves: BTreeMap<String, usize>,
}

impl ActingClause {
    /// How much the clause is about a piece: many of its moves, and few of others.
    fn weight(&self, piece: &str) -> usize {
        let all: usize = self.moves.values().sum();
        self.moves.get(piece).map_or(0, |own| own * own * 1000 / all)
    }
}

impl RulesWithoutClause {
    pub fn new(variant: VariantId) -> Self {
        let clauses = Clause::all().filter(|clause| clause.governs(variant));
        let rules = clauses.map(|clause| (clause, RulebookMutant::Off(clause).backend())).collect();
        Self { variant, rules }
    }

    /// The clauses to cite of a position that shows these pieces, named by their labels, the one it is about first: of each piece
    /// shown the clause that is most about it, then of each other that does more than go somewhere, then of the rest; and then again.
    /// What every variant shares is cited where nothing else acts. Where moves lead is looked at if a
    /// case `is_deep` enough to show it, that is, counts two plies.
    ///
    /// # Errors
    /// If the backend, which is a correct one, gives no answer.
    pub fn cited(
        &mut self,
        backend: &mut dyn Backend,
        vfen: &str,
        shown: &[String],
        is_deep: bool,
    ) -> Result<Vec<&'static str>, BackendError> {
        let right = moves_of(backend, self.variant, vfen, is_deep)?;
        let mut acting: Vec<_> = self
            .rules
            .iter_mut()
            .map(|(clause, rules)| {
                let wrong = moves_of(rules.as_mut(), self.variant, vfen, is_deep);
                // Whoever refuses the position shows nothing of its moves.
                let moves = wrong.map_or_else(|_| BTreeMap::new(), |wrong| differing_moves(&right, &wrong));
                ActingClause { clause: *clause, moves }
            })
            .filter(|acting| !acting.moves.is_empty())
            .collect();
        if acting.iter().any(|acting| acting.clause.variant().is_some()) {
            acting.retain(|acting| acting.clause.variant().is_some());
        }
        let pieces = self.pieces(&right, shown);
        let mut own: Vec<Vec<&ActingClause>> = pieces
            .iter()
            .map(|piece| {
                let mut own: Vec<_> = acting.iter().filter(|acting| acting.weight(piece) > 0).collect();
                // The sort is stable: of clauses of the same weight the first of the file comes first.
                own.sort_by_key(|acting| Reverse(acting.weight(piece)));
                own.reverse();
                own
            })
            .collect();
        let mut cited = Vec::new();
        while cited.len() < MAX_CITED && own.iter().any(|own| !own.is_empty()) {
            for own in &mut own {
                let next =
                    std::iter::from_fn(|| own.pop()).find(|acting| !cited.contains(&acting.clause.id()));
                cited.extend(next.map(|acting| acting.clause.id()));
            }
        }
        cited.truncate(MAX_CITED);
        Ok(cited)
    }

    /// The pieces whose clauses are looked for, in their order.
    fn pieces(&self, moves: &Moves, shown: &[String]) -> Vec<String> {
        let variant = Variant::get(self.variant);
        let is_plain = |text: &&String| Entry::parse(variant, text).is_ok_and(|entry| entry.is_plain());
        let (plain, special): (Vec<_>, Vec<_>) = moves.keys().partition(is_plain);
        let movers = special.into_iter().chain(plain).filter_map(|text| mover(text));
        let mut pieces = Vec::new();
        for piece in shown.iter().map(|label| label.to_uppercase()).chain(movers) {
            if !pieces.contains(&piece) {
                pieces.push(piece);
            }
        }
        pieces
    }
}

/// Moves, and where they lead as far as that was asked.
type Moves = BTreeMap<String, String>;

/// The moves of a position, and where they lead if that is looked at.
fn moves_of(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    is_deep: bool,
) -> Result<Moves, BackendError> {
    let view = backend.of(variant)?;
    if is_deep {
        return Ok(view.children(vfen.into())?.into_iter().collect());
    }
    Ok(view.moves(vfen.into())?.into_iter().map(|text| (text, String::new())).collect())
}

/// How many moves of each piece differ: one is missing, new, or leads elsewhere.
fn differing_moves(right: &Moves, wrong: &Moves) -> BTreeMap<String, usize> {
    let differs = |text: &&String| right.get(*text) != wrong.get(*text);
    let texts: BTreeSet<_> = right.keys().chain(wrong.keys()).filter(differs).collect();
    let mut moves = BTreeMap::new();
    for piece in texts.into_iter().filter_map(|text| mover(text)) {
        *moves.entry(piece).or_default() += 1;
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variant: VariantId, vfen: &str, shown: &[&str], expected: &[&str]) {
        let shown: Vec<_> = shown.iter().map(|label| (*label).to_owned()).collect();
        let mut backend = crate::generators::reference::all(&crate::game::variant::Standard);
        let cited = RulesWithoutClause::new(variant).cited(&mut backend, vfen, &shown, true).expect(vfen);
        assert_eq!(cited, expected, "{vfen}");
    }

    #[test]
    fn what_is_shown_comes_first() {
        let vfen = "5k4/10/10/10/10/3pP5/2r7/10/10/4K5 b - e4 0 1";
        check(VariantId::RYUGI, vfen, &["R"], &["RYU-ROOK", "RYU-PAWN-1", "RYU-KING", "RYU-EP"]);
        check(VariantId::RYUGI, vfen, &[], &["RYU-PAWN-1", "RYU-KING", "RYU-ROOK", "RYU-EP"]);
    }
}
