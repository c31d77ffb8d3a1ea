//! Random edits of VFENs: each text is refused with a position in it, or has a canonical form that is valid.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use vperft::backend::{Backend as _, BackendError};
use vperft::inner::game::variant::{Standard, Variant, VariantId};
use vperft::inner::generators::reference;

/// The number of texts tried. A refused text takes well under a millisecond; a valid one longer, because its moves are generated.
const CASES: u32 = 20_000;

/// Texts to edit, in addition to the start positions. Together they use every field.
const TEXTS: [(VariantId, &str); 6] = [
    (VariantId::RYUGI, "r4k3r/P8p/10/10/10/10/Pp8/10/10/R4K3R b a10,f1,f10,j1 a3 7 12"),
    (VariantId::CETRAN3, "4k7/1P9p/12/5pP5/4P1p5/12/p9P1/4K7 w - f6 0 1"),
    (VariantId::ROCOCO, "4k5/3P6/10/10/10/10/S7c1/5L4/1w8/4K5 w - - 0 1 ban=x3+h3"),
    (VariantId::SANDBOX, "r4k3r/1P7n/1-6l1/3v6/10/4pP4/10/1P6-1/4N5/R3QK3R b a1,f1 f4 0 1"),
    (
        VariantId::VANGUARD,
        "h6k{pr}6h/16/p13{sl}p/16/16/16/16/16/16/16/16/16/16/P2{SG}10{SL}P/16/H6K8 b a1,p14 - 99 2",
    ),
    (VariantId::VANGUARD, "8k7/16/16/3{nr}12/16/16/16/16/16/16/3{BR}12/16/16/16/16/8K7 w - - 0 1"),
];

/// An edit of a text, at an index relative to its length.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index),
    Insert(Index, char),
    Replace(Index, char),
    Swap(Index, Index),
}

/// A character used in VFENs, or sometimes any other.
fn character() -> impl Strategy<Value = char> {
    let known = "0123456789-/{}*,+= wbkKqQrRpPsSlLcCaegjzx".chars().collect::<Vec<_>>();
    prop_oneof![9 => select(known), 1 => any::<char>()]
}

/// The variants that `reference` has.
fn variants() -> Vec<VariantId> {
    reference::all(&Standard).variants()
}

fn edit() -> impl Strategy<Value = Edit> {
    let place = any::<Index>;
    prop_oneof![
        place().prop_map(Edit::Delete),
        (place(), character()).prop_map(|(at, new)| Edit::Insert(at, new)),
        (place(), character()).prop_map(|(at, new)| Edit::Replace(at, new)),
        (place(), place()).prop_map(|(one, other)| Edit::Swap(one, other)),
    ]
}

/// A variant and one of its VFENs with at most three edits. More would nearly always make it malformed.
fn edited() -> impl Strategy<Value = (VariantId, String)> {
    let starts = variants()
        .into_iter()
        .flat_map(|id| Variant::get(id).starts.iter().map(move |start| (id, start.vfen.as_str())));
    let texts: Vec<_> = starts.chain(TEXTS).collect();
    (select(texts), prop::collection::vec(edit(), 0..4)).prop_map(|((id, text), edits)| {
        let mut characters: Vec<char> = text.chars().collect();
        for edit in edits {
            apply(&mut characters, edit);
        }
        (id, characters.into_iter().collect())
    })
}

/// Applies an edit. No text is so short that deletions empty it.
fn apply(characters: &mut Vec<char>, edit: Edit) {
    let length = characters.len();
    match edit {
        Edit::Delete(at) => drop(characters.remove(at.index(length))),
        Edit::Insert(at, new) => characters.insert(at.index(length + 1), new),
        Edit::Replace(at, new) => characters[at.index(length)] = new,
        Edit::Swap(one, other) => characters.swap(one.index(length), other.index(length)),
    }
}

/// Checks that the text is refused with a position in it, or that its canonical form is valid and has a list of moves.
fn is_refused_or_read(id: VariantId, vfen: &str) -> Result<(), TestCaseError> {
    let mut backend = reference::all(&Standard);
    let canonical = match backend.of(id).and_then(|view| view.read(vfen)) {
        Ok(canonical) => canonical,
        Err(BackendError::Position(error)) => {
            prop_assert!(vfen.is_char_boundary(error.offset), "offset {} in `{}`", error.offset, vfen);
            let pointer = error.pointer(vfen);
            prop_assert!(pointer.ends_with('^'), "{}", pointer);
            return Ok(());
        }
        Err(error) => return Err(TestCaseError::fail(format!("{id}, `{vfen}`: {error}"))),
    };
    prop_assert_eq!(
        backend.of(id).and_then(|view| view.read(&canonical)),
        Ok(canonical.clone()),
        "from `{}`",
        vfen
    );
    let moves = backend.of(id).and_then(|view| view.moves((&canonical).into()));
    prop_assert!(moves.is_ok(), "{}, `{}`: {:?}", id, canonical, moves);
    Ok(())
}

proptest! {
    #![proptest_config(Config { cases: CASES, failure_persistence: None, ..Config::default() })]

    #[test]
    fn edited_texts_are_refused_or_read((id, vfen) in edited()) {
        is_refused_or_read(id, &vfen)?;
    }

    #[test]
    fn any_text_is_refused_or_read(id in select(variants()), vfen in any::<String>()) {
        is_refused_or_read(id, &vfen)?;
    }
}

#[test]
fn the_initial_texts_are_valid() {
    let mut backend = reference::all(&Standard);
    for (id, vfen) in TEXTS {
        assert_eq!(backend.of(id).and_then(|view| view.read(vfen)).as_deref(), Ok(vfen), "{id}");
    }
}
