//! The rulebook: the clauses that apply, and the reading of each ruling.
//!
//! `reference` asks the rulebook wherever a clause acts. The same calls serve rulings (another reading), mutants (a clause switched off)
//! and coverage (a record of the clauses that were used). [`Standard`] answers with constants, so that it costs nothing.

use super::clause::ClauseRecord;
use super::sealed::Sealed;
use super::{Clause, ClauseSet, Rulings};
use std::sync::Arc;

/// Decides whether a clause applies, and which reading of a ruling. Only this crate implements it.
pub trait Rulebook: Sealed + Sync {
    /// Whether the clause applies. Call it only where the clause decides something, because a call is recorded as use of the clause.
    fn applies(&self, clause: Clause) -> bool;

    /// Whether the clause with this id applies. A clause that is in no rules text does not apply.
    fn applies_by_id(&self, id: &str) -> bool {
        id.parse().is_ok_and(|clause| self.applies(clause))
    }

    /// The reading of every ruling.
    fn rulings(&self) -> &Rulings;

    /// Whether all of these clauses apply and their use is not recorded, so that nothing need be asked about them.
    fn applies_all(&self, _: ClauseSet) -> bool {
        false
    }
}

/// Every clause applies, and every ruling has its default reading.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standard;

impl Sealed for Standard {}

impl Rulebook for Standard {
    #[inline(always)]
    fn applies(&self, _: Clause) -> bool {
        true
    }

    #[inline(always)]
    fn rulings(&self) -> &Rulings {
        const { &Rulings::DEFAULT }
    }

    #[inline(always)]
    fn applies_all(&self, _: ClauseSet) -> bool {
        true
    }
}

/// No clause applies, so that any board can be parsed. The start position follows from these readings.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Unvalidated<'r>(pub &'r Rulings);

impl Sealed for Unvalidated<'_> {}

impl Rulebook for Unvalidated<'_> {
    fn applies(&self, _: Clause) -> bool {
        false
    }

    fn rulings(&self) -> &Rulings {
        self.0
    }
}

/// A rulebook with other readings or with clauses switched off. It may record the clauses it is asked about. Clones share the record.
#[derive(Clone, Debug)]
pub struct ModifiedRulebook {
    rulings: Rulings,
    off: ClauseSet,
    asked: Option<Arc<ClauseRecord>>,
}

impl Default for ModifiedRulebook {
    fn default() -> Self {
        Self::new(Rulings::default(), ClauseSet::default())
    }
}

impl ModifiedRulebook {
    /// A rulebook with these readings and without these clauses, with a record.
    #[must_use]
    pub fn new(rulings: Rulings, off: ClauseSet) -> Self {
        Self { asked: Some(Arc::default()), ..Self::unrecorded(rulings, off) }
    }

    /// The same without a record, for rules that only count.
    #[must_use]
    pub const fn unrecorded(rulings: Rulings, off: ClauseSet) -> Self {
        Self { rulings, off, asked: None }
    }

    /// The clauses asked about since the last call; none without a record.
    #[must_use]
    pub fn take_asked(&self) -> ClauseSet {
        self.asked.as_ref().map(|asked| asked.take()).unwrap_or_default()
    }
}

impl Sealed for ModifiedRulebook {}

impl Rulebook for ModifiedRulebook {
    fn applies(&self, clause: Clause) -> bool {
        if let Some(asked) = &self.asked {
            asked.insert(clause);
        }
        !self.off.contains(clause)
    }

    fn applies_all(&self, clauses: ClauseSet) -> bool {
        self.asked.is_none() && !self.off.intersects(clauses)
    }

    fn rulings(&self) -> &Rulings {
        &self.rulings
    }
}
