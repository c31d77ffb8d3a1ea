//! The trait of a backend.

use super::{BackendError, VariantBackend};
use crate::game::variant::{Rulings, VariantId};

/// An implementation of rules that answers in text, about one variant at a time.
pub trait Backend {
    /// The name and version, as provenance records them: `reference@0.1.0`.
    fn identity(&self) -> String;

    /// The variants that the backend has rules of, in their order.
    fn variants(&self) -> Vec<VariantId> {
        VariantId::all()
    }

    /// The readings that the backend itself declares; `None` if it follows those in the options.
    fn declared(&self) -> Option<Rulings> {
        None
    }

    /// A note about texts of the backend that are not canonical and are translated.
    fn translated(&self) -> Option<String> {
        None
    }

    /// The backend of one variant.
    ///
    /// # Errors
    /// If the backend has no rules of the variant, or cannot be asked at all.
    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError>;
}
