//! Rulebooks with one or several clauses switched off.

use vperft::inner::backend::Backend;
use vperft::inner::game::variant::{Clause, ClauseSet, VariantId};

/// Opens backends that follow the rules of a variant without some of their clauses.
pub struct ClauseSwitch<'s> {
    variant: VariantId,
    open: &'s dyn Fn(ClauseSet) -> Option<Box<dyn Backend>>,
}

impl<'s> ClauseSwitch<'s> {
    /// A switch for the clauses of `variant`. `open` returns a backend without the given clauses, or `None` if it
    /// cannot omit them.
    pub const fn new(variant: VariantId, open: &'s dyn Fn(ClauseSet) -> Option<Box<dyn Backend>>) -> Self {
        Self { variant, open }
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> VariantId {
        self.variant
    }

    /// The clauses that govern the variant, in the order of the rules texts.
    #[must_use]
    pub fn clauses(&self) -> Vec<Clause> {
        Clause::all().filter(|clause| clause.governs(self.variant)).collect()
    }

    /// Whether a backend can be opened without a clause.
    #[must_use]
    pub fn can_switch(&self) -> bool {
        self.clauses().first().is_some_and(|clause| self.without(&[*clause]).is_some())
    }

    /// A backend without these clauses.
    #[must_use]
    pub fn without(&self, clauses: &[Clause]) -> Option<Box<dyn Backend>> {
        let mut backend = (self.open)(clauses.iter().copied().collect())?;
        let is_known = backend.of(self.variant).is_ok();
        is_known.then_some(backend)
    }
}
