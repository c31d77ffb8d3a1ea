//! The order of clauses that explain the same thing: the one that fits best comes first.
//!
//! A clause that forbids comes before one that gives other pieces their moves, a clause of the variant before one that
//! all variants share, and a clause without which less changes at the position before one without which more changes.

use super::clause_switch::ClauseSwitch;
use std::collections::BTreeSet;
use vperft::inner::backend::Backend;
use vperft::inner::game::variant::Clause;

/// What the clauses explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explained {
    /// Something that the rules forbid. A clause that gives a piece its moves forbids only by an attack.
    Forbidden,
    /// Anything else.
    Other,
}

/// Orders clauses by what changes at a position without them.
pub struct ClauseOrder<'o> {
    clause_switch: &'o ClauseSwitch<'o>,
    vfen: &'o str,
    /// The same position with the other side to move.
    flipped: String,
    /// The moves with the positions after them, under all clauses, at both positions.
    right: [Moves; 2],
}

/// Moves, each with the position after it.
type Moves = BTreeSet<(String, String)>;

impl<'o> ClauseOrder<'o> {
    /// An order by what changes at a position.
    #[must_use]
    pub fn at(clause_switch: &'o ClauseSwitch<'o>, vfen: &'o str) -> Self {
        let flipped = if vfen.contains(" w ") {
            vfen.replacen(" w ", " b ", 1)
        } else {
            vfen.replacen(" b ", " w ", 1)
        };
        let mut right = clause_switch.without(&[]);
        let right =
            [vfen, &flipped].map(|vfen| moves(right.as_mut(), clause_switch, vfen).unwrap_or_default());
        Self { clause_switch, vfen, flipped, right }
    }

    /// Sorts items that several clauses explain, each item by its clauses.
    pub fn sort<T>(&self, items: &mut [T], explained: Explained, clauses: impl Fn(&T) -> &[Clause]) {
        if items.len() > 1 {
            items.sort_by_cached_key(|item| self.key(clauses(item), explained));
        }
    }

    /// Whether one of the clauses gives a piece of either side its moves: without it, legal moves disappear.
    #[must_use]
    pub fn gives_moves(&self, clauses: &[Clause]) -> bool {
        let disappears = |vfen: &str, right: &Moves, clause: Clause| {
            let mut without = self.clause_switch.without(&[clause]);
            let left = moves(without.as_mut(), self.clause_switch, vfen).unwrap_or_default();
            let left: BTreeSet<_> = left.into_iter().map(|(text, _)| text).collect();
            right.iter().any(|(text, _)| !left.contains(text))
        };
        let [here, there] = &self.right;
        clauses
            .iter()
            .any(|&clause| disappears(self.vfen, here, clause) || disappears(&self.flipped, there, clause))
    }

    /// The rank of clauses that explain something together: the best has the smallest.
    fn key(&self, clauses: &[Clause], explained: Explained) -> (bool, usize, usize) {
        let indirect = explained == Explained::Forbidden && self.gives_moves(clauses);
        let shared = clauses.iter().filter(|clause| clause.variant().is_none()).count();
        let mut without = self.clause_switch.without(clauses);
        let changed = moves(without.as_mut(), self.clause_switch, self.vfen)
            .map_or(usize::MAX, |moves| moves.symmetric_difference(&self.right[0]).count());
        (indirect, shared, changed)
    }
}

/// The moves of a position with the positions after them; `None` if there is no backend or it refuses the position.
fn moves(
    backend: Option<&mut Box<dyn Backend>>,
    clause_switch: &ClauseSwitch<'_>,
    vfen: &str,
) -> Option<Moves> {
    let view = backend?.of(clause_switch.variant()).ok()?;
    Some(view.children(vfen.into()).ok()?.into_iter().collect())
}
