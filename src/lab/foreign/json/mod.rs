//! JSON: an object with a position on each line, or one text with positions anywhere in it.
//!
//! `find` finds the positions of a text, and `entry` reads one with its counts.

mod entry;
mod find;

use super::pairs::Pairs;
use super::{ForeignSuite, Form, LineCounter, Refusal, spread};
use crate::corpus::suite::draft::offset;
use crate::game::variant::Variant;
use find::Found;
use serde_json::{Map, Value};

/// The fields of positions.
const POSITIONS: [&str; 5] = ["fen", "epd", "vfen", "position", "sfen"];

/// Whether a text begins as objects or arrays do, and not as a PGN does.
pub(super) fn may_be(text: &str) -> bool {
    let mut first = text.chars().filter(|c| !c.is_whitespace());
    match first.next() {
        Some('{') => true,
        Some('[') => matches!(first.next(), Some('{' | '[')),
        _ => false,
    }
}

/// Reads positions with their counts. A text that is not JSON may be another one with positions if it is certainly a suite.
pub(super) fn read(text: &str, variant: &Variant, is_suite: bool) -> Option<ForeignSuite> {
    let is_object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).is_ok();
    if !is_object(text) && text.lines().any(is_object) {
        let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        let found = lines.map(|(line, text)| (line, Found { name: None, text }));
        return read_found(Form::JsonLines, found, variant);
    }
    match find::positions(text) {
        Ok(found) => {
            let mut lines = LineCounter::new(text);
            let found = found.into_iter().map(|found| (lines.line_of(offset(text, found.text)), found));
            read_found(Form::JsonArray, found, variant)
        }
        Err(error) => {
            let refusals = vec![Refusal::new(error.line(), error.to_string())];
            let refused = ForeignSuite { refusals, ..ForeignSuite::new(Form::JsonArray) };
            // Source text may begin as JSON does. If it breaks off, so may its last number.
            let may_be_source = is_suite && !error.is_eof();
            Some(may_be_source.then(|| spread::read(text, variant)).flatten().unwrap_or(refused))
        }
    }
}

/// Reads positions, each with its line.
fn read_found<'t>(
    form: Form,
    found: impl Iterator<Item = (usize, Found<'t>)>,
    variant: &Variant,
) -> Option<ForeignSuite> {
    let mut pairs = Pairs::new(variant);
    let mut suite = ForeignSuite::new(form);
    for (line, found) in found {
        match entry::read(line, &found, &mut pairs) {
            Ok(entry) => suite.entries.push(entry),
            Err(reason) => suite.refusals.push(Refusal::new(line, reason)),
        }
    }
    let has_positions = !suite.entries.is_empty();
    let has_counts = suite.entries.iter().any(|entry| !entry.counts.is_empty());
    (has_counts || !has_positions && suite.refusals.len() > 1).then_some(suite)
}
