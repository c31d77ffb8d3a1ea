//! The built-in backend that is written for speed. It is also the second opinion that makes expected values trustworthy.
//!
//! It uses sets of squares of exactly the width of a board, precomputed tables, bulk counting of the last two plies, and legality by
//! construction: a move is tried only if it may expose the King. Moves are never taken back; no node allocates or dispatches. Every
//! variant has a folder, for the default rulings only. It must not know
//! how other backends generate moves, or who asks.

mod cetran3;
mod frame;
mod grid;
mod keys;
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

use vperft::inner::backend::{Dispatch, Options, Registry};
use vperft::inner::game::variant::VariantId;

/// Its name and version, as provenance has it.
const IDENTITY: &str = concat!("fast@", env!("CARGO_PKG_VERSION"));

/// Adds this backend to the registry, as `fast`.
pub fn register(registry: &mut Registry) {
    registry.add_built_in("fast", |options: &Options| {
        if options.is_standard() {
            Ok(Box::new(all()))
        } else {
            Err("supports only the default rulings with every clause; use `reference` for others".into())
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

/// Work on the typed rules of any variant.
pub trait Visitor {
    /// The result.
    type Output;

    /// Does the work.
    fn visit<G: Game + 'static>(self, rules: Fast<G>) -> Self::Output;
}

/// Does work on the typed rules of a variant. `None` if this backend does not have the variant.
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
