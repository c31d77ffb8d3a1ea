//! The symbols of the pieces, as the paths of `web/pieces.json`.
//!
//! Every built-in kind has a symbol of its own. Other kinds get a shield with their label, whose shape shows what the
//! data of the variant says about them: a crown for royal pieces, a small shield for Pawn types. A kind of a loaded
//! variant with a known name, such as `rook`, has the known symbol.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use vperft::inner::game::variant::PieceEntry;

/// The paths of a symbol on a square of 48 units.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Symbol {
    /// The silhouette, filled and outlined in the colours of the side.
    pub body: String,
    /// Details filled in the contrasting colour.
    pub ink: Option<String>,
    /// Details drawn as lines in the contrasting colour.
    pub line: Option<String>,
}

/// The style sheet of boards, in pictures and on pages.
pub(crate) const BOARD_STYLE: &str = include_str!("../../web/board.css");

static SYMBOLS: LazyLock<BTreeMap<String, Symbol>> = LazyLock::new(|| {
    // The file is embedded, so a fault in it is a fault of the build.
    serde_json::from_str(include_str!("../../web/pieces.json")).expect("web/pieces.json holds symbols")
});

/// The name of the symbol of a kind, and whether its label is written on it.
#[must_use]
pub(crate) fn name(entry: &PieceEntry) -> (&'static str, bool) {
    match SYMBOLS.get_key_value(entry.kind.name()) {
        Some((name, _)) => (name, false),
        None if entry.royal => ("shield-royal", true),
        None if entry.pawn.is_some() => ("shield-pawn", true),
        None => ("shield", true),
    }
}

/// The symbol with this name.
///
/// # Panics
/// If [`name`] does not return this name.
#[must_use]
pub(crate) fn symbol(name: &str) -> &'static Symbol {
    &SYMBOLS[name]
}

/// The symbols of these names as JSON.
#[must_use]
pub(crate) fn as_json<'n>(names: impl IntoIterator<Item = &'n str>) -> Value {
    let all = names.into_iter().map(|name| {
        let Symbol { body, ink, line } = symbol(name);
        (name.to_owned(), serde_json::json!([body, ink, line]))
    });
    Value::Object(all.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vperft::inner::game::variant::{Variant, VariantId};

    #[test]
    fn every_built_in_kind_has_a_symbol_of_its_own() {
        for id in VariantId::BUILT_IN {
            for entry in &Variant::get(id).pieces {
                assert_eq!(name(entry), (entry.kind.name(), false), "{id}");
            }
        }
    }

    #[test]
    fn symbols_are_small() {
        for (name, symbol) in &*SYMBOLS {
            let parts = [Some(&symbol.body), symbol.ink.as_ref(), symbol.line.as_ref()];
            let size: usize = parts.into_iter().flatten().map(String::len).sum();
            assert!(size <= 1024, "{name}: {size} bytes");
        }
    }
}
