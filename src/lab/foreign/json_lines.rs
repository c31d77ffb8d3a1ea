//! JSON objects with a position and its counts, one a line or in an array.
//!
//! The counts are fields `d1`, `d2`, ..., or `depth` and `nodes`, or an object or array of counts by depth. Divides are fields
//! `divide_d1`, `divide_d2`, ...

use super::{Entry, ForeignSuite, Form, Refusal, number, quoted};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The fields of counts.
const COUNTS: [&str; 8] = ["count", "counts", "depths", "expected", "nodes", "perft", "result", "results"];

/// Reads an object a line.
pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
    read_objects(Form::JsonLines, lines)
}

/// Reads an array of objects.
pub(super) fn read_array(text: &str) -> Option<ForeignSuite> {
    let objects: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    let (mut line, mut offset) = (1, 0);
    let objects = objects.into_iter().map(|object| {
        let start = object.get().as_ptr() as usize - text.as_ptr() as usize;
        line += text[offset..start].matches('\n').count();
        offset = start;
        (line, object.get())
    });
    read_objects(Form::JsonArray, objects)
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
    suite.entries.iter().any(|entry| !entry.counts.is_empty()).then_some(suite)
}

fn entry(line: usize, text: &str) -> Result<Entry, String> {
    let object: Map<String, Value> =
        serde_json::from_str(text).map_err(|error| format!("{}: {error}", quoted(text)))?;
    let object: Map<_, _> =
        object.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
    let word = |names: &[&str]| names.iter().find_map(|name| object.get(*name)?.as_str()).map(str::to_owned);
    let fen = word(&["fen", "epd", "vfen", "position"])
        .ok_or_else(|| format!("{}: expected a field `fen`", quoted(text)))?;
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

/// Adds a count. A count of 0 is not computed yet.
fn add_count(entry: &mut Entry, name: &str, depth: u32, value: &Value) -> Result<(), String> {
    let count = count(value).ok_or_else(|| format!("`{name}` is {value}; expected a count"))?;
    if depth == 0 && count != 1 {
        return Err(format!("`{name}`: {count} at depth 0; expected 1, and legal moves at depth 1"));
    }
    if count > 0 {
        entry.counts.insert(depth, count);
    }
    Ok(())
}

fn add_divide(entry: &mut Entry, name: &str, depth: u32, value: &Value) -> Result<(), String> {
    let rows = value
        .as_object()
        .ok_or_else(|| format!("`{name}`: expected an object of moves with their counts"))?;
    let row = |(mv, value): (&String, &Value)| {
        let count = count(value).ok_or_else(|| format!("`{name}`, move `{mv}`: {value} is not a count"))?;
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

/// A count: a number, or a string of digits.
fn count(value: &Value) -> Option<u128> {
    match value {
        Value::Null => Some(0),
        Value::String(text) => number(text),
        value => value.as_u64().map(u128::from),
    }
}
