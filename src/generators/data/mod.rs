//! The built-in backend that plays what `variant.json` says, for any variant whose pieces have `moves`.
//!
//! It walks path programs, and plays moves by copying positions. Legs that need nothing but empty squares on their way are sets of squares,
//! too, by which the last ply is counted and attacks are seen without walks. A move is legal if the walks of the enemies do not capture the King after
//! it. Walks depend on the squares that they look at and on nothing else, so that a move that changes none of the squares that decide
//! that the King is safe is legal, and only the others are played. The other generators are programs of their own for some variants; this
//! one knows no variant. It shares boards, positions and notation with them, and no move generation.

mod attack;
mod backend;
mod castling;
mod compile;
mod ends;
mod frame;
mod goals;
mod outcome;
mod plain;
mod play;
#[doc(hidden)]
pub mod probe;
mod promote;
mod reach;
mod sink;
mod walk;

pub use compile::Change;
pub use ends::Ends;
pub use frame::{Data, DataMove};

use crate::backend::{Backend as _, Dispatch, Options, Registry};
use crate::game::variant::{ModifiedRulebook, Rulebook, Standard, Variant, VariantId};
use crate::generators::Alteration;

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

/// The rules of one variant under a rulebook, with changes of its data, and with pseudo-legal moves left out.
pub fn altered<B: Rulebook + Clone + 'static>(
    variant: VariantId,
    book: &B,
    changes: &[Change],
    alteration: Option<&Alteration>,
) -> Dispatch {
    let (book, changes, alteration) = (book.clone(), changes.to_vec(), alteration.cloned());
    let mut dispatch = Dispatch::new(IDENTITY.to_owned());
    dispatch.add(variant, move || {
        let rules = Data::new(variant, book.clone());
        let changed = changes.iter().fold(rules, |rules, change| rules.changed(change));
        let rules = alteration.iter().fold(changed, |rules, alteration| rules.altered(alteration));
        Box::new(backend::DataBackend::new(IDENTITY, rules, book.clone()))
    });
    dispatch
}

/// Adds the rules of a variant to a backend.
fn add<B: Rulebook + Clone + 'static>(mut dispatch: Dispatch, variant: VariantId, book: &B) -> Dispatch {
    let book = book.clone();
    dispatch.add(variant, move || {
        Box::new(backend::DataBackend::new(IDENTITY, Data::new(variant, book.clone()), book.clone()))
    });
    dispatch
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use std::sync::Arc;

    /// The same promotion by two rules is one move.
    #[test]
    fn equal_promotions_are_one_move() {
        let rules = &Variant::get(VariantId::CHESS).promotion;
        let twice = Change::Promotion([&rules[..], rules].concat());
        let mut sides = [all(&Standard), altered(VariantId::CHESS, &Standard, &[twice], None)];
        let moves = sides.each_mut().map(|side| {
            let view = side.of(VariantId::CHESS).expect("it has rules of chess");
            view.moves("1r6/P7/8/8/8/8/8/k1K5 w - - 0 1".into()).expect("the position is valid")
        });
        assert_eq!(moves[1], moves[0]);
        assert!(moves[0].iter().filter(|mv| mv.starts_with('P')).count() == 8, "{moves:?}");
    }

    /// Without the Knights' moves there is no check by a Knight either.
    #[test]
    fn an_alteration_changes_moves_and_attacks() {
        let alteration: Alteration = Arc::new(|_, mv| (mv.piece.kind.name() != "knight").then_some(*mv));
        let mut sides = [all(&Standard), altered(VariantId::CHESS, &Standard, &[], Some(&alteration))];
        for (vfen, expected) in [
            (
                "8/2N5/k7/8/8/8/8/K7 b - - 0 1",
                ["k a6-a5 k a6-a7 k a6-b6 k a6-b7", "k a6-a5 k a6-a7 k a6-b5 k a6-b6 k a6-b7"],
            ),
            (
                "k7/8/8/8/8/8/7p/K6N w - - 0 1",
                ["K a1-a2 K a1-b1 K a1-b2 N h1-f2 N h1-g3", "K a1-a2 K a1-b1 K a1-b2"],
            ),
        ] {
            let answers = sides.each_mut().map(|side| {
                let moves = side.of(VariantId::CHESS).and_then(|view| view.moves(vfen.into()));
                moves.map_or_else(
                    |error| error.to_string(),
                    |mut moves| {
                        moves.sort();
                        moves.join(" ")
                    },
                )
            });
            assert_eq!(answers, expected.map(str::to_owned), "{vfen}");
        }
    }
}
