//! Reads a JSON value with a position and its counts.
//!
//! The counts are fields `d1`, `d2`, ..., or `depth` and `nodes`, or an object or an array of counts by depth. Divides are fields
//! `divide_d1`, `divide_d2`, ... An object may also have its position in a field `start`, and the legal moves in `expected`.

use super::super::pairs::Pairs;
use super::super::{Entry, depth_behind, is_board, number, quoted};
use super::POSITIONS;
use super::find::Found;
use serde_json::{Map, Value};

/// The fields of counts, without underscores.
const COUNTS: [&str; 13] = [
    "count",
    "counts",
    "depths",
    "expected",
    "expectedcount",
    "expectednodes",
    "leaves",
    "nodecount",
    "nodes",
    "perft",
    "result",
    "results",
    "total",
];

/// Reads a value of a line.
pub(super) fn read(line: usize, found: &Found<'_>, pairs: &mut Pairs<'_>) -> Result<Entry, String> {
    let value: Value =
        serde_json::from_str(found.text).map_err(|error| format!("{}: {error}", quoted(found.text)))?;
    let fen = found.name.as_deref().filter(|name| is_board(name));
    match (value, fen) {
        (Value::Object(fields), _) => object(line, found, fields, pairs),
        (Value::Array(row), None) => {
            let (fen, counts) = row.split_first().ok_or("expected a position")?;
            let mut entry = Entry::new(line, fen.as_str().unwrap_or_default());
            let counts: Option<Vec<_>> = counts.iter().map(|value| count(value).flatten()).collect();
            let counts =
                counts.ok_or_else(|| format!("{}: expected counts behind the position", shown(found)))?;
            entry.counts = pairs.counts(&entry.fen, &counts);
            entry.is_guessed = true;
            Ok(entry)
        }
        (value @ Value::Array(_), Some(fen)) => {
            let mut entry = Entry::new(line, fen);
            add_counts(&mut entry, fen, None, &value, pairs)?;
            Ok(entry)
        }
        _ => Err(format!("{}: expected counts by depth", shown(found))),
    }
}

/// A value, to quote it.
fn shown(found: &Found<'_>) -> String {
    quoted(&found.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn object(
    line: usize,
    found: &Found<'_>,
    fields: Map<String, Value>,
    pairs: &mut Pairs<'_>,
) -> Result<Entry, String> {
    let fields: Map<_, _> =
        fields.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
    if let (Some(Value::Object(start)), Some(Value::Array(moves))) =
        (fields.get("start"), fields.get("expected"))
    {
        return listed(line, start, moves);
    }
    let word = |names: &[&str]| {
        let text = |name: &&str| {
            let value = fields.get(*name)?;
            value.as_str().or_else(|| value.get("fen")?.as_str())
        };
        names.iter().find_map(text).map(str::to_owned)
    };
    let (fen, name) = match found.name.clone() {
        Some(name) if is_board(&name) => (Some(name), None),
        name => (word(&POSITIONS), name),
    };
    let fen = fen.ok_or_else(|| format!("{}: expected a field `fen`", shown(found)))?;
    let id = word(&["id", "name"]).or(name);
    let mut entry = Entry { id, variant: word(&["variant"]), ..Entry::new(line, &fen) };
    let depth = depth(&fields);
    for (name, value) in &fields {
        if let Some(depth) = name.strip_prefix("divide_d").and_then(|depth| depth.parse().ok()) {
            add_divide(&mut entry, name, depth, value)?;
        } else if let Some(depth) = depth_of(name) {
            add_counts(&mut entry, name, Some(depth), value, pairs)?;
        } else if is_count(name) {
            add_counts(&mut entry, name, depth, value, pairs)?;
        }
    }
    add_totals(&mut entry)?;
    Ok(entry)
}

/// A position with the list of its legal moves, each in a field `move`.
fn listed(line: usize, start: &Map<String, Value>, moves: &[Value]) -> Result<Entry, String> {
    let fen = start.get("fen").and_then(Value::as_str).ok_or("`start`: expected a field `fen`")?;
    let rows: Option<Vec<_>> =
        moves.iter().map(|row| Some((row.get("move")?.as_str()?.to_owned(), 1))).collect();
    let rows = rows.ok_or("`expected`: expected objects with a field `move`")?;
    let mut entry = Entry::new(line, fen);
    entry.counts.insert(1, rows.len() as u128);
    entry.divides.insert(1, rows);
    Ok(entry)
}

fn is_count(name: &str) -> bool {
    COUNTS.contains(&name.replace('_', "").to_ascii_lowercase().as_str())
}

/// The depth that an object names in a field of its own.
fn depth(fields: &Map<String, Value>) -> Option<u32> {
    let depth = ["depth", "ply", "plies"].iter().find_map(|name| fields.get(*name)?.as_u64())?;
    depth.try_into().ok()
}

/// The depth in the name of a field: `3`, `d3`, `depth_3`, `perft(3)`.
fn depth_of(name: &str) -> Option<u32> {
    depth_behind(&["perft", "depth", "ply", "d", ""], &name.to_ascii_lowercase())
}

/// Adds the counts of a value. The depth is that of a single count.
fn add_counts(
    entry: &mut Entry,
    name: &str,
    depth: Option<u32>,
    value: &Value,
    pairs: &mut Pairs<'_>,
) -> Result<(), String> {
    let expected = || format!("`{name}`: expected counts by depth");
    match value {
        Value::Object(fields) => {
            let depth = self::depth(fields).or(depth);
            let count = fields.iter().find(|(name, _)| is_count(name));
            if let Some((depth, (name, value))) = depth.zip(count) {
                return add_count(entry, name, depth, value);
            }
            for (depth, value) in fields {
                let depth = depth_of(depth).ok_or_else(expected)?;
                add_counts(entry, name, Some(depth), value, pairs)?;
            }
        }
        Value::Array(items) if items.iter().all(|item| count(item).is_some()) => {
            let first = items.first().and_then(|first| count(first).flatten());
            let first = first.map_or(1, |first| pairs.first_depth(&entry.fen, first));
            entry.is_guessed = true;
            for (depth, value) in (first..).zip(items) {
                add_count(entry, name, depth, value)?;
            }
        }
        Value::Array(items) => {
            for item in items {
                match item {
                    Value::Object(_) => add_counts(entry, name, None, item, pairs)?,
                    Value::Array(pair) => {
                        let [depth, count] = &pair[..] else { return Err(expected()) };
                        let depth = depth.as_u64().and_then(|depth| depth.try_into().ok());
                        add_count(entry, name, depth.ok_or_else(expected)?, count)?;
                    }
                    _ => return Err(expected()),
                }
            }
        }
        value => {
            if let Some(depth) = depth {
                add_count(entry, name, depth, value)?;
            }
        }
    }
    Ok(())
}

/// Adds a count, unless it is null.
fn add_count(entry: &mut Entry, name: &str, depth: u32, value: &Value) -> Result<(), String> {
    let count = count(value).ok_or_else(|| format!("`{name}` is {value}; expected a count"))?;
    match entry.counts.get(&depth).zip(count).filter(|(first, count)| *first != count) {
        Some((first, count)) => Err(format!("two counts for depth {depth}, {first} and {count}")),
        None => {
            entry.counts.extend(count.map(|count| (depth, count)));
            Ok(())
        }
    }
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
