//! JSON lines: one object a position, with `fen`, counts `d1`, `d2`, ... and divides `divide_d1`, `divide_d2`, ...

use super::{Entry, ForeignSuite, Form, Refusal, number, quoted};
use serde_json::{Map, Value};

pub(super) fn read(text: &str) -> Option<ForeignSuite> {
    let mut suite = ForeignSuite { form: Form::JsonLines, entries: Vec::new(), refusals: Vec::new() };
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
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
    let word = |names: &[&str]| names.iter().find_map(|name| object.get(*name)?.as_str()).map(str::to_owned);
    let fen = word(&["fen", "epd", "vfen", "position"])
        .ok_or_else(|| format!("{}: expected a field `fen`", quoted(text)))?;
    let mut entry =
        Entry { id: word(&["id", "name"]), variant: word(&["variant"]), ..Entry::new(line, &fen) };
    for (name, value) in &object {
        if let Some(depth) = name.strip_prefix(['d', 'D']).and_then(|depth| depth.parse().ok()) {
            // A count of 0 is not computed yet.
            let count = count(value).ok_or_else(|| format!("`{name}` is {value}; expected a count"))?;
            if count > 0 {
                entry.counts.insert(depth, count);
            }
        } else if let Some(depth) = name.strip_prefix("divide_d").and_then(|depth| depth.parse().ok()) {
            let rows = value
                .as_object()
                .ok_or_else(|| format!("`{name}`: expected an object of moves with their counts"))?;
            let row = |(mv, value): (&String, &Value)| {
                Ok((
                    mv.clone(),
                    count(value).ok_or_else(|| format!("`{name}`, move `{mv}`: {value} is not a count"))?,
                ))
            };
            let rows: Vec<_> = rows.iter().map(row).collect::<Result<_, String>>()?;
            if !rows.is_empty() {
                entry.divides.insert(depth, rows);
            }
        }
    }
    for (depth, rows) in &entry.divides {
        let sum = rows.iter().try_fold(0_u128, |sum, (_, count)| sum.checked_add(*count));
        match entry.counts.get(depth) {
            Some(total) if sum != Some(*total) => {
                return Err(format!(
                    "`divide_d{depth}` adds up to {}, and `d{depth}` is {total}",
                    sum.unwrap_or(u128::MAX)
                ));
            }
            Some(_) => {}
            None => {
                entry
                    .counts
                    .insert(*depth, sum.ok_or("the counts of a divide add up to more than 2^128 - 1")?);
            }
        }
    }
    Ok(entry)
}

/// A count: a number, or a string of digits.
fn count(value: &Value) -> Option<u128> {
    match value {
        Value::Null => Some(0),
        Value::String(text) => number(text),
        value => value.as_u64().map(u128::from),
    }
}
