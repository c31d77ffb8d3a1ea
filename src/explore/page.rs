//! The page: its template, and the data that it needs before it asks anything.

use crate::game::drawing::words;
use crate::game::variant::{Clause, Ruling, Variant, VariantId};
use crate::report::page;
use crate::support::sanitise::sanitise_within;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The template.
const PAGE: &str = include_str!("../../web/explore.html");
/// The script.
const SCRIPT: &str = concat!(
    include_str!("../../web/board.js"),
    include_str!("../../web/parts.js"),
    include_str!("../../web/says.js"),
    include_str!("../../web/count.js"),
    include_str!("../../web/setup.js"),
    include_str!("../../web/copies.js"),
    include_str!("../../web/explore.js")
);
/// The style of this page, after that of every page.
const STYLE: &str = concat!(
    include_str!("../../web/page.css"),
    include_str!("../../web/board.css"),
    include_str!("../../web/explore.css")
);
/// The most characters of the name of a backend.
const MAX_NAME: usize = 200;

/// What the page shows first. An address may name something else.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Initial {
    /// The name of the variant.
    pub variant: Option<String>,
    /// The VFEN of the root.
    pub root: Option<String>,
    /// The readings, each `NAME=VALUE`.
    pub rulings: Vec<String>,
    /// The ids of the clauses that are switched off.
    pub without: Vec<String>,
}

/// The page of an explorer of these variants with these backends, and its content security policy.
#[must_use]
pub fn page(variants: &[VariantId], backends: &[&str], initial: &Initial) -> (String, String) {
    let tables: Map<_, _> = variants.iter().map(|&id| (id.name().to_owned(), table(id))).collect();
    let backends: Vec<_> = backends.iter().map(|name| sanitise_within(name, MAX_NAME)).collect();
    let data = json!({
        "variants": tables, "symbols": page::symbols(variants), "backends": backends, "initial": initial,
        "version": env!("CARGO_PKG_VERSION"),
    });
    let policy = format!("{}; connect-src 'self'", page::policy(SCRIPT, STYLE));
    let html = page::render(
        PAGE,
        minijinja::context! {
            policy, style => STYLE, script => SCRIPT, version => env!("CARGO_PKG_VERSION"), data => page::data_block(&data),
        },
    );
    (html, policy)
}

/// A variant with its clauses and rulings.
fn table(id: VariantId) -> Value {
    let mut table = page::variant(Variant::get(id));
    let mut clauses: Vec<_> = Clause::all().filter(|clause| clause.governs(id)).collect();
    clauses.sort_by_key(|clause| clause.variant().is_none());
    let clauses = clauses.into_iter();
    table["clauses"] = clauses.map(|clause| json!([clause.id(), words(clause)])).collect();
    table["rulings"] = Ruling::of(id).map(|ruling| json!([ruling.name, ruling.readings])).collect();
    table
}
