//! Two backends to compare.

use super::Backend;
use crate::game::variant::VariantId;

/// Two backends to compare.
pub struct Pair {
    /// The first, whose moves continue a game.
    pub a: Box<dyn Backend>,
    /// The second.
    pub b: Box<dyn Backend>,
}

impl Pair {
    /// The variants that both have rules of, in their order.
    #[must_use]
    pub fn variants(&self) -> Vec<VariantId> {
        let others = self.b.variants();
        self.a.variants().into_iter().filter(|variant| others.contains(variant)).collect()
    }
}
