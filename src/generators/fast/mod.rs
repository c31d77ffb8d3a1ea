//! The built-in backend that is written for speed, and the second opinion without which no expected value is
//! trustworthy.
//!
//! Sets of squares of exactly the width a board needs, precomputed tables, bulk counting at the last ply, and
//! legality by construction: a move is tried only if it touches what can matter to the King. Boards are
//! copied, never undone; nothing is allocated and nothing dispatched per node. One folder a variant, under
//! the default rulings only. This module shares no move generation with any other backend.

mod cetran3;
mod frame;
mod grid;
mod keys;
mod kinds;
#[cfg(test)]
mod property;
mod rays;
mod rococo;
mod ryugi;
mod sandbox;
mod set;
mod vanguard;

pub use cetran3::Cetran3;
pub use frame::{Fast, Game};
pub use rococo::Rococo;
pub use ryugi::Ryugi;
pub use sandbox::Sandbox;
pub use vanguard::Vanguard;

use crate::backend::{Dispatch, Options, Registry};
use crate::game::variant::VariantId;

/// Its name and version, as provenance writes it.
const IDENTITY: &str = concat!("fast@", env!("CARGO_PKG_VERSION"));

/// Adds this backend to the registry, as `fast`.
pub fn register(registry: &mut Registry) {
    registry.add_built_in("fast", |options: &Options| {
        if options.is_standard() {
            Ok(Box::new(all()))
        } else {
            Err("follows the default rulings and every clause only; take `reference` for others".into())
        }
    });
}

/// The rules of all variants.
#[must_use]
pub fn all() -> Dispatch {
    Dispatch::new(IDENTITY.to_owned())
        .with(VariantId::VANGUARD, || Fast::new(Vanguard::default()))
        .with(VariantId::RYUGI, || Fast::new(Ryugi::default()))
        .with(VariantId::CETRAN3, || Fast::new(Cetran3::default()))
        .with(VariantId::ROCOCO, || Fast::new(Rococo::default()))
        .with(VariantId::SANDBOX, || Fast::new(Sandbox::default()))
}

/// Something to do with the typed rules of a variant, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game + 'static>(self, rules: Fast<G>) -> Self::Output;
}

/// Does something with the typed rules of a variant; none if there are no rules of it here.
pub fn visit<V: Visitor>(variant: VariantId, visitor: V) -> Option<V::Output> {
    Some(match variant {
        VariantId::VANGUARD => visitor.visit(Fast::new(Vanguard::default())),
        VariantId::RYUGI => visitor.visit(Fast::new(Ryugi::default())),
        VariantId::CETRAN3 => visitor.visit(Fast::new(Cetran3::default())),
        VariantId::ROCOCO => visitor.visit(Fast::new(Rococo::default())),
        VariantId::SANDBOX => visitor.visit(Fast::new(Sandbox::default())),
        _ => return None,
    })
}
