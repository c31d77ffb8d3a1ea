//! The trait the harness talks to.

use super::{BackendError, VariantBackend};
use crate::game::variant::{Rulings, VariantId};

/// A rules implementation that is asked in text, about one variant at a time.
pub trait Backend {
    /// Its name and version, as provenance writes it: `reference@0.1.0`.
    fn identity(&self) -> String;

    /// The variants it has rules of, in their order.
    fn variants(&self) -> Vec<VariantId> {
        VariantId::all()
    }

    /// The reading of every ruling it follows, where it says so itself; none if it follows those it was opened
    /// with.
    fn declared(&self) -> Option<Rulings> {
        None
    }

    /// The backend as it answers about one variant.
    ///
    /// # Errors
    /// If it has no rules of the variant, or cannot be asked at all.
    fn of(&mut self, variant: VariantId) -> Result<&mut dyn VariantBackend, BackendError>;
}
