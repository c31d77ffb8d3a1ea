//! Several rules behind one name.

use super::{Backend, BackendError, InProcess, VariantBackend};
use crate::game::rules::Rules;
use crate::game::variant::VariantId;
use std::collections::BTreeMap;

/// Rules of one variant that are made when they are first asked, so that a question about one variant does not wait for
/// the tables of all.
struct Later {
    make: Box<dyn Fn() -> Box<dyn VariantBackend>>,
    made: Option<Box<dyn VariantBackend>>,
}

/// A backend of typed rules, one for each of its variants.
pub struct Dispatch {
    identity: String,
    rules: BTreeMap<VariantId, Later>,
}

impl Dispatch {
    /// A backend of this name and version, without any variant as yet.
    #[must_use]
    pub const fn new(identity: String) -> Self {
        Self { identity, rules: BTreeMap::new() }
    }

    /// The same backend, which has these rules answer for their variant.
    #[must_use]
    pub fn with<R: Rules + 'static>(mut self, variant: VariantId, rules: impl Fn() -> R + 'static) -> Self {
        let identity = self.identity.clone();
        self.add(variant, move || Box::new(InProcess::new(identity.clone(), rules())));
        self
    }

    /// Has what is made so answer for a variant.
    pub(super) fn add(&mut self, variant: VariantId, make: impl Fn() -> Box<dyn VariantBackend> + 'static) {
        self.rules.insert(variant, Later { make: Box::new(make), made: None });
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
            Some(Later { make, made }) => Ok(made.get_or_insert_with(make).as_mut()),
            None => Err(BackendError::Unsupported(format!("no rules of {variant}"))),
        }
    }
}
