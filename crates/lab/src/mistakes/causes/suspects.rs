//! Whether the rules without some clauses give the same wrong answers as the tested side.

use crate::differences::clause_switch::ClauseSwitch;
use crate::differences::fuzz::{Comparison, Difference, compare_sides};
use vperft::inner::backend::Backend;
use vperft::inner::game::variant::{Clause, VariantId};
use vperft_run::expect::Expectations;

/// Compares rules without some clauses with the trusted side.
pub(super) struct Suspects<'s> {
    variant: VariantId,
    clause_switch: &'s ClauseSwitch<'s>,
    believed: Box<dyn Backend>,
    /// Whether the tested side supports statuses.
    supports_status: bool,
    /// The known failures, which are ignored.
    known: Option<&'s Expectations>,
}

impl<'s> Suspects<'s> {
    /// `believed` is a process of the trusted side that only this comparison uses.
    pub fn new(
        variant: VariantId,
        clause_switch: &'s ClauseSwitch<'s>,
        believed: Box<dyn Backend>,
        supports_status: bool,
        known: Option<&'s Expectations>,
    ) -> Self {
        Self { variant, clause_switch, believed, supports_status, known }
    }

    /// The rules without these clauses; `None` if they cannot be omitted.
    pub fn without(&self, clauses: &[Clause]) -> Option<Box<dyn Backend>> {
        self.clause_switch.without(clauses)
    }

    /// The differences between the trusted side and another at a position; `None` if they agree or cannot be compared.
    pub fn differences(
        &mut self,
        other: &mut dyn Backend,
        vfen: &str,
        deep: bool,
    ) -> Option<Vec<Difference>> {
        match compare_sides([self.believed.as_mut(), other], self.variant, vfen, deep) {
            Ok(Comparison::Different(found)) => Some(found),
            _ => None,
        }
    }

    /// Whether a suspect shows exactly these differences at a position.
    pub fn reproduces(&mut self, suspect: &mut dyn Backend, vfen: &str, found: &[Difference]) -> bool {
        let deep = found.iter().any(is_deep);
        let Some(mut shown) = self.differences(suspect, vfen, deep) else { return false };
        if !self.supports_status {
            shown.retain(|one| !is_of_status(one));
        }
        if let Some(known) = self.known {
            shown.retain(|one| one.reason(self.variant, known).is_none());
        }
        shown.len() == found.len() && shown.iter().zip(found).all(|(one, other)| is_same(one, other))
    }

    /// The clauses that explain these differences at a position: the rules without any one of them show exactly the
    /// same.
    pub fn explaining_clauses(&mut self, vfen: &str, found: &[Difference]) -> Vec<Clause> {
        let mut explaining = Vec::new();
        for clause in self.clause_switch.clauses() {
            let Some(mut suspect) = self.without(&[clause]) else { break };
            if self.reproduces(suspect.as_mut(), vfen, found) {
                explaining.push(clause);
            }
        }
        explaining
    }
}

/// Whether a difference needs more to be compared than a position and its moves.
const fn is_deep(difference: &Difference) -> bool {
    // The question without an answer may be one of those.
    matches!(difference, Difference::Count { .. } | Difference::LineStatus { .. } | Difference::Answer { .. })
}

const fn is_of_status(difference: &Difference) -> bool {
    matches!(
        difference,
        Difference::Status { .. } | Difference::ChildStatus { .. } | Difference::LineStatus { .. }
    )
}

/// Whether two differences are equal, whatever the words of an error.
fn is_same(one: &Difference, other: &Difference) -> bool {
    match (one, other) {
        (Difference::Answer { a, error, .. }, Difference::Answer { a: also, error: other, .. }) => {
            a == also && error.is_some() == other.is_some()
        }
        (one, other) => one == other,
    }
}
