//! The known bugs as one HTML page that loads nothing from elsewhere.
//!
//! The texts are plain HTML. The script draws the boards and filters, and is allowed by its digest.

use super::BugEntry;
use crate::report::page;
use serde_json::{Map, Value, json};
use vperft::inner::game::variant::{Variant, VariantId};
use vperft::inner::support::sanitise::sanitise_within;

/// The template.
const PAGE: &str = include_str!("../../../../web/bugs.html");
/// The script.
const SCRIPT: &str = concat!(
    include_str!("../../../../web/board.js"),
    include_str!("../../../../web/parts.js"),
    include_str!("../../../../web/bugs.js")
);
/// The style of this page, after that of every page.
const STYLE: &str = concat!(
    include_str!("../../../../web/page.css"),
    include_str!("../../../../web/board.css"),
    include_str!("../../../../web/bugs.css")
);
/// The most cases that are named for each bug.
const MAX_NAMED: usize = 6;
/// The most characters of a text.
const MAX_TEXT: usize = 2000;

/// A page with a section for every variant and an entry for every bug, whose address is `#VARIANT-BUG`.
#[must_use]
pub fn bugs_as_page(entries: &[BugEntry<'_>]) -> String {
    let mut ids: Vec<VariantId> = entries.iter().map(|entry| entry.variant).collect();
    ids.dedup();
    let tables: Map<_, _> =
        ids.iter().map(|&id| (id.name().to_owned(), page::variant(Variant::get(id)))).collect();
    let positions: Vec<_> = entries.iter().map(|one| json!([one.variant, one.vfen, one.moves])).collect();
    let data = json!({ "variants": tables, "symbols": page::symbols(&ids), "bugs": positions });
    let mut numbered = entries.iter().enumerate();
    let variants: Vec<_> = entries
        .chunk_by(|one, other| one.variant == other.variant)
        .map(|bugs| section(bugs, &mut numbered))
        .collect();
    page::render(
        PAGE,
        minijinja::context! {
            policy => page::policy(SCRIPT, STYLE), style => STYLE, script => SCRIPT, version => env!("CARGO_PKG_VERSION"),
            variants, data => page::data_block(&data),
        },
    )
}

/// The bugs of a variant, which are the next of the numbered ones.
fn section<'e>(
    bugs: &[BugEntry<'_>],
    numbered: &mut impl Iterator<Item = (usize, &'e BugEntry<'e>)>,
) -> Value {
    let id = bugs[0].variant;
    let bugs: Vec<_> = numbered.by_ref().take(bugs.len()).map(|(index, entry)| bug(index, entry)).collect();
    json!({ "id": id, "title": sanitise_within(&Variant::get(id).title, MAX_TEXT), "bugs": bugs })
}

fn bug(index: usize, entry: &BugEntry<'_>) -> Value {
    let BugEntry { variant, bug, vfen, moves, cases } = entry;
    let text = |text: &str| sanitise_within(text, MAX_TEXT);
    // The case that shows it comes first.
    let mut named = vec![bug.case.as_str()];
    named.extend(cases.iter().filter(|id| **id != bug.case));
    let more = match named.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    named.truncate(MAX_NAMED);
    json!({
        "index": index, "id": text(&bug.id), "address": text(&format!("{variant}-{}", bug.id)), "title": text(&bug.title), "text": text(&bug.text),
        "seen": bug.seen.as_deref().map(text), "vfen": text(vfen), "moves": text(&moves.join(" | ")),
        "cases": text(&named.join(", ")) + &more, "command": text(&format!("vperft run {variant} --bug {}", bug.id)),
    })
}
