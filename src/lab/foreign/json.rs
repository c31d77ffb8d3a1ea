//! JSON objects with a position and its counts: one a line, or in an array, which may be a field of an object.
//!
//! The counts are fields `d1`, `d2`, ..., or `depth` and `nodes`, or an object or array of counts by depth. Divides are fields
//! `divide_d1`, `divide_d2`, ... An object may also have its position in a field `start`, and the legal moves in `expected`.

use super::{Entry, ForeignSuite, Form, LineCounter, Refusal, number, quoted};
use crate::corpus::suite::draft::offset;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The fields of counts.
const COUNTS: [&str; 8] = ["count", "counts", "depths", "expected", "nodes", "perft", "result", "results"];

/// Whether a text begins as objects or arrays do, and not as a PGN does.
pub(super) fn may_be(text: &str) -> bool {
    let mut first = text.chars().filter(|c| !c.is_whitespace());
    match first.next() {
        Some('{') => true,
        Some('[') => matches!(first.next(), Some('{' | '[')),
        _ => false,
    }
}

/// Reads objects.
pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let is_object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).is_ok();
    if !is_object(text) && text.lines().any(is_object) {
        let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        return read_objects(Form::JsonLines, lines);
    }
    let objects = match array(text) {
        Ok(objects) => objects?,
        Err(error) => {
            let refusals = vec![Refusal::new(error.line(), error.to_string())];
            return Some(ForeignSuite { form: Form::JsonArray, entries: Vec::new(), refusals });
        }
    };
    let mut lines = LineCounter::new(text);
    let objects = objects.into_iter().map(|object| (lines.line_of(offset(text, object)), object.get()));
    read_objects(Form::JsonArray, objects)
}

/// The objects of an array, of an array in an object, or the object itself. `None` if an item of the array is not an object.
fn array(text: &str) -> Result<Option<Vec<&RawValue>>, serde_json::Error> {
    let is_of_objects = |objects: &Vec<&RawValue>| objects.iter().all(|object| object.get().starts_with('{'));
    if !text.trim_start().starts_with('{') {
        return Ok(Some(serde_json::from_str(text)?).filter(is_of_objects));
    }
    let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text)?;
    let mut arrays = fields.values().filter_map(|field| serde_json::from_str(field.get()).ok());
    let array = arrays.find(|array: &Vec<&RawValue>| !array.is_empty() && is_of_objects(array));
    Ok(array.or_else(|| Some(vec![serde_json::from_str(text).ok()?])))
}

/// Reads objects, each with its line.
fn read_objects<'t>(form: Form, objects: impl Iterator<Item = (usize, &'t str)>) -> Option<ForeignSuite> {
    let mut suite = ForeignSuite { form, entries: Vec::new(), refusals: Vec::new() };
    for (line, text) in objects {
        match entry(line, text) {
            Ok(entry) => suite.entries.push(entry),
            Err(reason) => suite.refusals.push(Refusal::new(line, reason)),
        }
    }
    let has_positions = !suite.entries.is_empty();
    let has_counts = suite.entries.iter().any(|entry| !entry.counts.is_empty());
    (has_counts || !has_positions && suite.refusals.len() > 1).then_some(suite)
}

fn entry(line: usize, text: &str) -> Result<Entry, String> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| format!("{}: {error}", quoted(text)))?;
    let object: Map<_, _> =
        object.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
    if let Some(Value::Object(start)) = object.get("start") {
        return listed(line, start, object.get("expected"));
    }
    let word = |names: &[&str]| names.iter().find_map(|name| object.get(*name)?.as_str()).map(str::to_owned);
    let fen = word(&["fen", "epd", "vfen", "position"]).ok_or_else(|| {
        let one_line: Vec<_> = text.split_whitespace().collect();
        format!("{}: expected a field `fen`", quoted(&one_line.join(" ")))
    })?;
    let mut entry =
        Entry { id: word(&["id", "name"]), variant: word(&["variant"]), ..Entry::new(line, &fen) };
    let depth = object.get("depth").and_then(Value::as_u64).and_then(|depth| depth.try_into().ok());
    for (name, value) in &object {
        if let Some(depth) = name.strip_prefix('d').and_then(|depth| depth.parse().ok()) {
            add_count(&mut entry, name, depth, value)?;
        } else if let Some(depth) = name.strip_prefix("divide_d").and_then(|depth| depth.parse().ok()) {
            add_divide(&mut entry, name, depth, value)?;
        } else if COUNTS.contains(&name.as_str()) {
            match (value, depth) {
                (Value::Object(counts), _) => {
                    for (depth, value) in counts {
                        let depth = depth.trim_start_matches(|c: char| !c.is_ascii_digit()).parse();
                        let depth = depth.map_err(|_| format!("`{name}`: expected counts by depth"))?;
                        add_count(&mut entry, name, depth, value)?;
                    }
                }
                (Value::Array(counts), _) => {
                    for (depth, value) in (1..).zip(counts) {
                        add_count(&mut entry, name, depth, value)?;
                    }
                }
                (value, Some(depth)) => add_count(&mut entry, name, depth, value)?,
                (_, None) => {}
            }
        }
    }
    add_totals(&mut entry)?;
    Ok(entry)
}

/// A position with the list of its legal moves, each in a field `move`.
fn listed(line: usize, start: &Map<String, Value>, moves: Option<&Value>) -> Result<Entry, String> {
    let fen = start.get("fen").and_then(Value::as_str).ok_or("`start`: expected a field `fen`")?;
    let rows = moves.and_then(Value::as_array).into_iter().flatten();
    let rows: Option<Vec<_>> = rows.map(|row| Some((row.get("move")?.as_str()?.to_owned(), 1))).collect();
    let rows = rows.ok_or("`expected`: expected objects with a field `move`")?;
    let mut entry = Entry::new(line, fen);
    entry.counts.insert(1, rows.len() as u128);
    entry.divides.insert(1, rows);
    Ok(entry)
}

/// Adds a count, unless it is null.
fn add_count(entry: &mut Entry, name: &str, depth: u32, value: &Value) -> Result<(), String> {
    let count = count(value).ok_or_else(|| format!("`{name}` is {value}; expected a count"))?;
    if depth == 0 && count.is_some_and(|count| count != 1) {
        return Err(format!("`{name}` is {value} at depth 0; expected 1, and legal moves at depth 1"));
    }
    entry.counts.extend(count.map(|count| (depth, count)));
    Ok(())
}

fn add_divide(entry: &mut Entry, name: &str, depth: u32, value: &Value) -> Result<(), String> {
    let rows = value
        .as_object()
        .ok_or_else(|| format!("`{name}`: expected an object of moves with their counts"))?;
    let row = |(mv, value): (&String, &Value)| {
        let count =
            count(value).flatten().ok_or_else(|| format!("`{name}`, move `{mv}`: {value} is not a count"))?;
        Ok((mv.clone(), count))
    };
    let rows: Vec<_> = rows.iter().map(row).collect::<Result<_, String>>()?;
    if !rows.is_empty() {
        entry.divides.insert(depth, rows);
    }
    Ok(())
}

/// Adds the totals of divides as counts, and compares them with the given ones.
fn add_totals(entry: &mut Entry) -> Result<(), String> {
    for (depth, rows) in &entry.divides {
        let sum = rows.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(*count));
        match entry.counts.get(depth) {
            Some(total) if sum != Some(*total) => {
                let sum = sum.unwrap_or(u128::MAX);
                return Err(format!("`divide_d{depth}` adds up to {sum}, and `d{depth}` is {total}"));
            }
            Some(_) => {}
            None => {
                let sum = sum.ok_or("the counts of a divide add up to more than 2^128 - 1")?;
                entry.counts.insert(*depth, sum);
            }
        }
    }
    Ok(())
}

/// A count: a number, a string of digits, or null for one that is not known.
fn count(value: &Value) -> Option<Option<u128>> {
    match value {
        Value::Null => Some(None),
        Value::String(text) => number(text).map(Some),
        value => value.as_u64().map(|count| Some(count.into())),
    }
}
