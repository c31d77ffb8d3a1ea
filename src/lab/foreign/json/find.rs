//! Finds positions in a JSON text: objects with a field for one, values whose name is one, and arrays that begin with one.

use super::super::is_board;
use super::POSITIONS;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A value with a position.
pub(super) struct Found<'t> {
    /// The name of the value: its position, or a word for it.
    pub name: Option<String>,
    /// The value.
    pub text: &'t str,
}

/// The positions of a text, in their order.
pub(super) fn positions(text: &str) -> serde_json::Result<Vec<Found<'_>>> {
    let mut found = Vec::new();
    walk(None, serde_json::from_str(text)?, &mut found)?;
    // The fields of an object were sorted by their names.
    found.sort_by_key(|found| found.text.as_ptr());
    Ok(found)
}

fn walk<'t>(name: Option<String>, value: &'t RawValue, found: &mut Vec<Found<'t>>) -> serde_json::Result<()> {
    let text = value.get();
    if name.as_deref().is_some_and(is_board) {
        found.push(Found { name, text });
    } else if text.starts_with('{') {
        let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text)?;
        if has_position(&fields) {
            found.push(Found { name, text });
        } else {
            for (name, value) in fields {
                walk(Some(name), value, found)?;
            }
        }
    } else if text.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text)?;
        if items.first().is_some_and(|first| is_position(first)) {
            found.push(Found { name, text });
        } else {
            walk_items(&items, found)?;
        }
    }
    Ok(())
}

/// Finds positions in the items of an array. If there are any, objects without one are found too, to be refused.
fn walk_items<'t>(items: &[&'t RawValue], found: &mut Vec<Found<'t>>) -> serde_json::Result<()> {
    let before = found.len();
    let mut others = Vec::new();
    for item in items {
        let known = found.len();
        walk(None, item, found)?;
        if found.len() == known && item.get().starts_with('{') {
            others.push(Found { name: None, text: item.get() });
        }
    }
    if found.len() > before {
        found.extend(others);
    }
    Ok(())
}

/// Whether an object has a field with a position, perhaps in an object of its own.
fn has_position(fields: &BTreeMap<String, &RawValue>) -> bool {
    let has = |name: &str| fields.keys().any(|field| field.eq_ignore_ascii_case(name));
    fields.iter().any(|(name, value)| {
        let is_inner = || {
            let inner: Option<BTreeMap<String, &RawValue>> = serde_json::from_str(value.get()).ok();
            inner.is_some_and(|inner| inner.get("fen").is_some_and(|fen| fen.get().starts_with('"')))
        };
        match name.to_ascii_lowercase().as_str() {
            "start" => has("expected") && is_inner(),
            "position" if is_inner() => true,
            name => POSITIONS.contains(&name) && value.get().starts_with('"'),
        }
    })
}

fn is_position(value: &RawValue) -> bool {
    serde_json::from_str::<String>(value.get()).is_ok_and(|text| is_board(&text) || text == "startpos")
}
