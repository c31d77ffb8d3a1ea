//! Selects the clauses to cite in a randomly assembled case: those with an effect on its moves.

use crate::mistakes::known::RulebookMutant;
use vperft::inner::backend::{Backend, BackendError};

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use vperft::inner::corpus::check::mover;
use vperft::inner::game::notation::Entry;
use vperft::inner::game::variant::{Clause, Variant, VariantId};

/// The maximum number of clauses that such a case cites.
const MAX_CITED: usize = 6;

/// The rules of a variant without each of its clauses and the shared ones.
pub(super) struct RulesWithoutClause {
    variant: VariantId,
    rules: Vec<(Clause, Box<dyn Backend>)>,
}

/// A clause, with the number of moves of each piece that differ without it.
struct ActingClause {
    clause: Clause,
    moves: BTreeMap<String, usize>,
}

impl ActingClause {
    /// How specific the clause is to a piece: it affects many of its moves and few of other pieces.
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

    /// The clauses to cite for a position that shows these pieces, given by label, the most important first.
    ///
    /// Takes one clause per piece in turn, the most specific first: pieces in `shown`, then pieces with
    /// special moves, then the others. Shared clauses are cited only if no other clause has an effect. If
    /// `is_deep`, that is, if the case counts two plies, children are compared too.
    ///
    /// # Errors
    /// Returns an error if the backend, which must be correct, gives no answer.
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
                // If the rules refuse the position, they say nothing about its moves.
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
                // The sort is stable: among clauses of equal weight the first in the file comes first.
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

    /// The pieces whose clauses are cited, in order.
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

/// Moves, with their children if those were asked for.
type Moves = BTreeMap<String, String>;

/// The moves of a position, with their children if `is_deep`.
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

/// The number of differing moves of each piece: missing, additional, or with another child.
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
        let mut backend = vperft::inner::generators::reference::all(&vperft::inner::game::variant::Standard);
        let cited = RulesWithoutClause::new(variant).cited(&mut backend, vfen, &shown, true).expect(vfen);
        assert_eq!(cited, expected, "{vfen}");
    }

    #[test]
    fn shown_pieces_come_first() {
        let vfen = "5k4/10/10/10/10/3pP5/2r7/10/10/4K5 b - e4 0 1";
        check(VariantId::RYUGI, vfen, &["R"], &["RYU-ROOK", "RYU-PAWN-1", "RYU-KING", "RYU-EP"]);
        check(VariantId::RYUGI, vfen, &[], &["RYU-PAWN-1", "RYU-KING", "RYU-ROOK", "RYU-EP"]);
    }
}
