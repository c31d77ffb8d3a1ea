//! Rules of several variants as one backend.

use super::{Backend, BackendError, InProcess, VariantBackend};
use crate::game::rules::Rules;
use crate::game::variant::VariantId;
use std::collections::BTreeMap;

/// Rules of one variant, made at the first question, so that a question does not wait for the tables of other variants.
struct LazyRules {
    make: Box<dyn Fn() -> Box<dyn VariantBackend>>,
    made: Option<Box<dyn VariantBackend>>,
}

/// A backend of typed rules, one for each of its variants.
pub struct Dispatch {
    identity: String,
    rules: BTreeMap<VariantId, LazyRules>,
}

impl Dispatch {
    /// A backend of this name and version, without variants.
    #[must_use]
    pub const fn new(identity: String) -> Self {
        Self { identity, rules: BTreeMap::new() }
    }

    /// Adds the rules of a variant.
    #[must_use]
    pub fn with<R: Rules + 'static>(mut self, variant: VariantId, rules: impl Fn() -> R + 'static) -> Self {
        let identity = self.identity.clone();
        self.add(variant, move || Box::new(InProcess::new(identity.clone(), rules())));
        self
    }

    /// Adds the backend of a variant.
    pub(crate) fn add(&mut self, variant: VariantId, make: impl Fn() -> Box<dyn VariantBackend> + 'static) {
        self.rules.insert(variant, LazyRules { make: Box::new(make), made: None });
    }
}

impl Backend for Dispatch {
    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn variants(&self) -> Vec<VariantId> {
        self.rules.keys().copied().collect()
    }

    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError> {
        match self.rules.get_mut(&variant) {
            Some(LazyRules { make, made }) => Ok(made.get_or_insert_with(make).as_mut()),
            None => Err(BackendError::Unsupported(format!("no rules of {variant}"))),
        }
    }
}
