//! The built-in backend that plays what `variant.json` says, for any variant whose pieces have `moves`.
//!
//! It walks path programs, plays moves by copying positions, and finds legal moves by playing them. The other generators are programs
//! of their own for some variants; this one knows no variant. It shares boards, positions and notation with them, and no move generation.

mod attack;
mod backend;
mod castling;
mod compile;
mod frame;
mod outcome;
mod play;
pub(crate) mod probe;
mod promote;
mod reach;
mod sink;
mod walk;

pub use compile::Change;
pub(crate) use compile::area_squares;
pub use frame::{Data, DataMove};

use crate::backend::{Backend as _, Dispatch, Options, Registry};
use crate::game::variant::{ModifiedRulebook, Rulebook, Standard, Variant, VariantId};

/// The name of this backend.
pub const NAME: &str = "data";

/// Its name and version, as provenance has it.
const IDENTITY: &str = concat!("data@", env!("CARGO_PKG_VERSION"));

/// Adds this backend to the registry, as `data`.
pub fn register(registry: &mut Registry) {
    registry.add_built_in(NAME, |options: &Options| {
        Ok(if options.is_standard() {
            Box::new(all(&Standard))
        } else {
            Box::new(all(&ModifiedRulebook::new(options.rulings.clone(), options.off)))
        })
    });
}

/// Whether this backend has rules of a variant.
pub fn has_rules(variant: VariantId) -> bool {
    Variant::get(variant).has_data()
}

/// The rules of all variants that have data, under one rulebook.
pub fn all<B: Rulebook + Clone + 'static>(book: &B) -> Dispatch {
    fill(Dispatch::new(IDENTITY.to_owned()), book)
}

/// A backend with rules from data for the variants that it does not have.
pub fn fill<B: Rulebook + Clone + 'static>(dispatch: Dispatch, book: &B) -> Dispatch {
    let known = dispatch.variants();
    let missing =
        VariantId::all().into_iter().filter(|variant| has_rules(*variant) && !known.contains(variant));
    missing.fold(dispatch, |dispatch, variant| add(dispatch, variant, book))
}

/// Adds the rules of a variant to a backend.
fn add<B: Rulebook + Clone + 'static>(mut dispatch: Dispatch, variant: VariantId, book: &B) -> Dispatch {
    let book = book.clone();
    dispatch.add(variant, move || {
        Box::new(backend::DataBackend::new(IDENTITY, Data::new(variant, book.clone()), book.clone()))
    });
    dispatch
}
