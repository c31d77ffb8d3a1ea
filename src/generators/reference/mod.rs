//! The built-in backend that implements the rules text literally, to be read next to `suites/<variant>/RULES.md`.
//!
//! Every variant has a file and every piece a function, which cites its clause. A [`Game`] has the parts that differ between variants.
//! [`Reference`] is the frame that they share: legality by trying each move (GEN-CHECK), decided games (GEN-OVER), identity (GEN-REPEAT).
//! Moves are never taken back, and no code is clever. This module shares no move generation with another backend.

mod altered;
mod castling;
mod cetran3;
mod frame;
mod mover;
mod outcome;
mod pawn;
mod play;
mod rococo;
mod ryugi;
mod sandbox;
mod sink;
mod vanguard;

#[doc(hidden)]
pub use altered::altered;
pub use cetran3::Cetran3;
pub use frame::{Game, Reference};
pub use mover::Mover;
pub use rococo::Rococo;
pub use ryugi::Ryugi;
pub use sandbox::Sandbox;
pub use sink::MoveSink;
pub use vanguard::Vanguard;

use crate::backend::{Backend as _, Dispatch, Options, Registry};
use crate::game::variant::{ModifiedRulebook, Rulebook, Standard, VariantId};

/// Its name and version, as provenance has it.
const IDENTITY: &str = concat!("reference@", env!("CARGO_PKG_VERSION"));

/// Adds this backend to the registry, as `reference`.
pub fn register(registry: &mut Registry) {
    registry.add_built_in("reference", |options: &Options| {
        Ok(if options.is_standard() {
            Box::new(all(&Standard))
        } else {
            Box::new(all(&ModifiedRulebook::new(options.rulings.clone(), options.off)))
        })
    });
}

/// Whether this backend has rules of a variant.
pub fn has_rules(variant: VariantId) -> bool {
    all(&Standard).variants().contains(&variant)
}

/// The rules of all variants under one rulebook.
pub fn all<B: Rulebook + Clone + 'static>(book: &B) -> Dispatch {
    macro_rules! under {
        ($game:ident) => {{
            let book = book.clone();
            move || Reference($game { book: book.clone() })
        }};
    }
    Dispatch::new(IDENTITY.to_owned())
        .with(VariantId::VANGUARD, under!(Vanguard))
        .with(VariantId::RYUGI, under!(Ryugi))
        .with(VariantId::CETRAN3, under!(Cetran3))
        .with(VariantId::ROCOCO, under!(Rococo))
        .with(VariantId::SANDBOX, under!(Sandbox))
}

/// Work on the typed rules of any variant.
pub trait Visitor {
    /// The result.
    type Output;

    /// Does the work.
    fn visit<G: Game + 'static>(self, rules: Reference<G>) -> Self::Output;
}

/// Does work on the typed rules of a variant under the default readings. `None` if this backend does not have the variant.
pub fn visit<V: Visitor>(variant: VariantId, visitor: V) -> Option<V::Output> {
    let book = Standard;
    Some(match variant {
        VariantId::VANGUARD => visitor.visit(Reference(Vanguard { book })),
        VariantId::RYUGI => visitor.visit(Reference(Ryugi { book })),
        VariantId::CETRAN3 => visitor.visit(Reference(Cetran3 { book })),
        VariantId::ROCOCO => visitor.visit(Reference(Rococo { book })),
        VariantId::SANDBOX => visitor.visit(Reference(Sandbox { book })),
        _ => return None,
    })
}
