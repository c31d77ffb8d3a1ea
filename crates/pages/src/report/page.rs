//! HTML pages that load nothing from elsewhere: templates, the policy that allows only their own script and style, and the data that the
//! board of a page needs.

use super::symbols;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeSet;
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::support::sanitise::{sanitise, sanitise_within};

/// The style of every page.
pub(crate) const STYLE: &str =
    concat!(include_str!("../../web/page.css"), include_str!("../../web/board.css"));

/// Fills in a template. Every text is escaped, and its unprintable characters are replaced.
///
/// # Panics
/// If the embedded template is broken, which a test would show.
#[must_use]
pub(crate) fn render(template: &'static str, context: impl Serialize) -> String {
    let mut pages = minijinja::Environment::new();
    pages.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            minijinja::escape_formatter(out, state, &sanitise(text).as_ref().into())
        }
        _ => minijinja::escape_formatter(out, state, value),
    });
    pages.add_template("page.html", template).expect("the embedded template is well-formed");
    let page = pages.get_template("page.html").expect("it was just added");
    page.render(context).expect("the template names what is there")
}

/// The content security policy of a page with this script and this style. It may load nothing.
#[must_use]
pub(crate) fn policy(script: &str, style: &str) -> String {
    let [script, style] =
        [script, style].map(|text| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text))));
    format!(
        "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"
    )
}

/// A JSON document for a data block of a page, which no text in it can end.
#[must_use]
pub(crate) fn data_block(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// The most characters of the name of a variant or a piece.
const MAX_NAME: usize = 600;

/// The data of a variant that the board of a page needs.
#[must_use]
pub(crate) fn variant(variant: &Variant) -> Value {
    let files: String = (0..variant.labels.files()).map(|file| variant.labels.file(file)).collect();
    let pieces: Map<_, _> = variant
        .pieces
        .iter()
        .map(|entry| {
            let (symbol, is_lettered) = symbols::name(entry);
            (entry.label.clone(), json!([sanitise_within(&entry.name, MAX_NAME), symbol, is_lettered]))
        })
        .collect();
    let closing: Vec<_> =
        variant.closing_squares().iter().map(|&square| variant.labels.square(square)).collect();
    json!({
        "title": sanitise_within(&variant.title, MAX_NAME), "files": files, "first": variant.labels.rank(0), "edge": variant.has_edge,
        "closing": closing, "pieces": pieces,
    })
}

/// The symbols of the pieces of these variants.
#[must_use]
pub(crate) fn symbols(variants: &[VariantId]) -> Value {
    let entries = variants.iter().flat_map(|&id| &Variant::get(id).pieces);
    let names: BTreeSet<_> = entries.map(|entry| symbols::name(entry).0).collect();
    symbols::as_json(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn no_text_becomes_markup() {
        let hostile = "</script><b>\u{202e}\u{7}";
        let page = render("{{ text }}", serde_json::json!({ "text": hostile }));
        assert_eq!(page, "&lt;&#x2f;script&gt;&lt;b&gt;\u{fffd}\u{fffd}");
        assert!(!data_block(&Value::from(hostile)).contains('<'));
    }

    #[test]
    fn the_policy_names_the_digests() {
        // The digest of the empty text.
        let empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
        assert!(policy("", "a").contains(&format!("script-src {empty};")));
        assert!(policy("a", "").contains(&format!("style-src {empty};")));
    }
}
