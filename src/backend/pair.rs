//! Two backends that are asked the same.

use super::Backend;
use crate::game::variant::VariantId;

/// Two backends to compare.
pub struct Pair {
    /// The first, which also says how games go on.
    pub a: Box<dyn Backend>,
    /// The second.
    pub b: Box<dyn Backend>,
}

impl Pair {
    /// The variants both have rules of, in their order.
    #[must_use]
    pub fn variants(&self) -> Vec<VariantId> {
        let others = self.b.variants();
        self.a.variants().into_iter().filter(|variant| others.contains(variant)).collect()
    }
}
