//! JSON, JSON lines, TOML and YAML: objects with a position, wherever they are.
//!
//! Invariant: the keys say what a value is. A number below a known key is read or refused with its path; other keys are not looked at,
//! unless objects with positions are below them.

use super::entry::{Brackets, Collector, Entry, PLAYED, Place, Refusal, Row, depth_of};
use super::number::number;
use super::vocabulary::Label;
use super::{fen, statement};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use vperft::inner::support::distinct_keys::DistinctKeys;

/// Reads a text that is one document, or has one on each line. Returns whether it is one.
pub(super) fn read_documents(text: &str, collector: &mut Collector<'_>) -> bool {
    let trimmed = text.trim_start();
    // A PGN begins with a bracket too.
    let may_be_json = trimmed.starts_with('{')
        || trimmed.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', '[', '"', ']']));
    if may_be_json {
        let is_object = |line: &str| serde_json::from_str::<Map<String, Value>>(line).is_ok();
        return match serde_json::from_str::<Value>(text) {
            Ok(value) if is_document(&value) => {
                match serde_json::from_str::<DistinctKeys>(text) {
                    Ok(_) => Walk { collector, line: 0 }.document(&value),
                    Err(error) => collector.refuse(&Place::line(error.line()), "", error.to_string()),
                }
                true
            }
            Ok(_) => false,
            Err(_) if text.lines().any(is_object) => {
                read_lines(text, collector);
                true
            }
            // Source text may begin as JSON does. If it breaks off, so may its last number.
            Err(error)
                if error.is_eof() && trimmed.starts_with(['{', '[']) && first_key_is_quoted(trimmed) =>
            {
                collector.refuse(&Place::line(error.line()), "", error.to_string());
                true
            }
            Err(_) => toml(text).is_some_and(|value| {
                Walk { collector, line: 0 }.document(&value);
                true
            }),
        };
    }
    let value = toml(text).or_else(|| yaml(text).filter(is_document));
    value.is_some_and(|value| {
        Walk { collector, line: 0 }.document(&value);
        true
    })
}

/// Whether a broken text is JSON rather than source text: its first key or item is in double quotes.
fn first_key_is_quoted(text: &str) -> bool {
    text.trim_start_matches(|c: char| c.is_whitespace() || "[{".contains(c)).starts_with('"')
}

/// Reads YAML. Lines of other texts are often YAML too: only lists and objects are documents.
fn yaml(text: &str) -> Option<Value> {
    let has_key = |line: &str| {
        let line = line.trim_start().trim_start_matches("- ");
        line.split_once(':').is_some_and(|(key, _)| {
            Label::parse(key) != Label::Other || fen::is_whole(key.trim_matches(['"', '\'']))
        })
    };
    // Reading takes long, and most texts are none.
    text.lines().any(has_key).then(|| parse_yaml(text)).flatten()
}

#[cfg(feature = "documents")]
fn parse_yaml(text: &str) -> Option<Value> {
    serde_saphyr::from_str(text).ok()
}

#[cfg(feature = "documents")]
fn toml(text: &str) -> Option<Value> {
    toml_edit::de::from_str(text).ok().filter(is_document)
}

/// A page has to be small, so it reads the lines of YAML and TOML as those of any text.
#[cfg(not(feature = "documents"))]
const fn parse_yaml(_: &str) -> Option<Value> {
    None
}

#[cfg(not(feature = "documents"))]
const fn toml(_: &str) -> Option<Value> {
    None
}

/// Reads objects, one a line.
fn read_lines(text: &str, collector: &mut Collector<'_>) {
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        match serde_json::from_str::<DistinctKeys>(text) {
            Ok(DistinctKeys(value)) if has_position(&value) => Walk { collector, line }.document(&value),
            Ok(_) => collector.refuse(
                &Place::line(line),
                text,
                "expected an object with a position, such as `fen`",
            ),
            Err(error) => collector.refuse(&Place::line(line), text, error.to_string()),
        }
    }
}

/// Whether a value is a list or an object in which a position is anywhere.
fn is_document(value: &Value) -> bool {
    (value.is_object() || value.is_array()) && has_position(value)
}

/// Whether a position is anywhere in a value.
fn has_position(value: &Value) -> bool {
    match value {
        Value::String(text) => fen::is_whole(text) || fen::starts(text),
        Value::Array(items) => items.iter().any(has_position),
        Value::Object(fields) => fields.iter().any(|(key, value)| fen::starts(key) || has_position(value)),
        _ => false,
    }
}

/// The properties of positions that the objects around a value give.
#[derive(Clone, Copy, Default)]
struct Around<'v> {
    variant: Option<&'v str>,
    name: Option<&'v str>,
}

struct Walk<'c, 'o> {
    collector: &'c mut Collector<'o>,
    line: usize,
}

impl Walk<'_, '_> {
    fn document(&mut self, value: &Value) {
        let first = self.collector.suite.entries.len();
        self.value(value, "", Around::default());
        self.refuse_contradictions(first);
    }

    /// Refuses the records of a position that contradict each other: not all of them are about perft.
    fn refuse_contradictions(&mut self, first: usize) {
        let (mut known, mut both) = (BTreeMap::new(), BTreeMap::new());
        let position = |entry: &Entry| (entry.variant.clone(), entry.fen.clone());
        for entry in &self.collector.suite.entries[first..] {
            for (depth, count) in &entry.counts {
                let other = known.insert((position(entry), *depth), *count).filter(|other| other != count);
                both.extend(other.map(|other| (position(entry), (other, *count, *depth))));
            }
        }
        for entry in &mut self.collector.suite.entries[first..] {
            let Some((other, count, depth)) = both.get(&position(entry)) else { continue };
            let reason = format!(
                "the file has {other} and {count} as the count of depth {depth}; expected records of perft alone"
            );
            (entry.counts, entry.classes) = Default::default();
            self.collector.suite.refusals.push(Refusal::new(entry.place.clone(), &entry.fen, reason));
        }
    }

    fn place(&self, path: &str) -> Place {
        // A file that is one object has no path to it.
        Place { line: if path.is_empty() { self.line.max(1) } else { self.line }, path: path.to_owned() }
    }

    fn refuse(&mut self, path: &str, value: &Value, reason: &str) {
        let place = self.place(path);
        self.collector.refuse(&place, &value.to_string(), reason);
    }

    /// Finds the positions of a value.
    fn value(&mut self, value: &Value, path: &str, around: Around<'_>) {
        match value {
            Value::Object(fields) => self.object(fields, path, around),
            Value::Array(items) if items.first().and_then(Value::as_str).is_some_and(fen::is_whole) => {
                self.row(items, path);
            }
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.value(item, &format!("{path}[{index}]"), around);
                }
            }
            Value::String(text) if fen::starts(text) => {
                super::epd::read_epd(self.collector, &Place { line: self.line, path: path.to_owned() }, text);
            }
            _ => {}
        }
    }

    fn object(&mut self, fields: &Map<String, Value>, path: &str, around: Around<'_>) {
        let text = |label: Label| {
            let named = fields.iter().filter(|(key, _)| Label::parse(key) == label);
            named.filter_map(|(_, value)| value.as_str()).next()
        };
        let variant = text(Label::Variant).or(around.variant);
        let Some(fen) = position(fields) else {
            let is_count = |key: &String| matches!(Label::parse(key), Label::Count | Label::CountOf(_));
            let are_counts = |value: &Value| match value {
                Value::Array(items) => items.len() > 1 && items.iter().all(|item| count_of(item).is_some()),
                value => value.is_number(),
            };
            let has_counts = fields.iter().any(|(key, value)| is_count(key) && are_counts(value));
            if has_counts && !fields.values().any(has_position) && !fields.keys().any(|key| fen::starts(key))
            {
                let value = Value::Object(fields.clone());
                return self.refuse(path, &value, "counts without a position; expected a key `fen`");
            }
            for (key, value) in fields {
                let path = join(path, key);
                // `startpos` may be the name of an object with a position.
                if fen::is_whole(key) && (key != fen::START || !has_position(value)) {
                    let entry = Entry::new(self.place(&path), key);
                    let index = self.collector.add(Entry { variant: variant.map(str::to_owned), ..entry });
                    self.counts(index, value, &path, Some(Label::Count), None);
                } else {
                    self.value(value, &path, Around { variant, name: Some(key) });
                }
            }
            return;
        };
        let id = text(Label::Id).or(around.name);
        let entry = Entry::new(self.place(path), fen);
        let (id, variant) = (id.map(str::to_owned), variant.map(str::to_owned));
        let index = self.collector.add(Entry { id, variant, ..entry });
        self.fields(index, fields, path, None);
    }

    /// Adds the counts of an object about a position.
    fn fields(&mut self, index: usize, fields: &Map<String, Value>, path: &str, depth: Option<u32>) {
        let of = |wanted: Label| {
            let found = fields.iter().find(|(key, _)| Label::parse(key) == wanted);
            found.map(|(_, value)| value)
        };
        let depths = of(Label::Depth);
        // A list next to a depth and a count may be of the legal moves, or of those that lead to the position of the count.
        let has_count = depths.is_some() && of(Label::Count).is_some();
        let is_played = |(key, value): &(&String, &Value)| match value {
            Value::String(text) => Label::parse(key) == Label::Moves && !text.trim().is_empty(),
            value => value.is_array() && *key == "moves" && has_count,
        };
        if let Some((key, value)) = fields.iter().find(is_played) {
            self.collector.suite.entries[index].is_refused = true;
            return self.refuse(&join(path, key), value, PLAYED);
        }
        // `depths: [1, 2]` with `nodes: [20, 400]`.
        if let (Some(Value::Array(depths)), Some(Value::Array(counts))) = (depths, of(Label::Count))
            && depths.len() == counts.len()
        {
            let pairs = depths.iter().zip(counts);
            let pairs = pairs.map(|(depth, count)| Value::Array(vec![depth.clone(), count.clone()]));
            return self.counts(index, &Value::Array(pairs.collect()), path, Some(Label::Count), None);
        }
        let own = match depths {
            Some(value @ (Value::Number(_) | Value::String(_))) => match depth_of_value(value) {
                Some(depth) => Some(depth),
                None => return self.refuse(path, value, "expected a depth of at most 20"),
            },
            _ => depth,
        };
        for (key, value) in fields {
            let path = join(path, key);
            match Label::parse(key) {
                Label::Depth if value.is_object() || value.is_array() && of(Label::Count).is_none() => {
                    self.counts(index, value, &path, Some(Label::Count), None);
                }
                Label::Depth | Label::Position | Label::Id | Label::Variant => {}
                Label::Divide(depth) => self.divide(index, value, &path, depth.or(own)),
                Label::Moves => self.moves(index, value, &path, own),
                label @ (Label::Count | Label::CountOf(_) | Label::Class(_)) => {
                    let other = fields.iter().find(|(key, depth)| {
                        let is_length = |items: &Vec<Value>| depth.as_u64() == Some(items.len() as u64);
                        Label::is_other_depth(key)
                            && depth.as_u64().is_some_and(|depth| depth != 1)
                            && value.as_array().is_some_and(|items| !is_length(items))
                    });
                    match other {
                        Some((key, depth)) => self.refuse(&path, value, &statement::other_depth(key, depth)),
                        None => self.counts(index, value, &path, Some(label), own),
                    }
                }
                Label::Other if holds_counts(value) => self.counts(index, value, &path, None, own),
                Label::Other => self.value(value, &path, Around::default()),
            }
        }
    }

    /// Adds the counts of a value: a count, counts by depth, a list, or objects with a depth each.
    fn counts(&mut self, index: usize, value: &Value, path: &str, label: Option<Label>, depth: Option<u32>) {
        let depth = match label {
            Some(Label::CountOf(depth)) => Some(depth),
            _ => depth,
        };
        match value {
            Value::Null => {}
            Value::Bool(_) if label.is_none() => {}
            Value::Object(fields) => {
                // `expected: [{move: e4}]` in an object is read as a list below.
                self.fields(index, fields, path, depth);
            }
            Value::Array(items)
                if items.iter().all(|item| item.get("move").is_some()) && !items.is_empty() =>
            {
                self.moves(index, value, path, None);
            }
            // An unknown count must not shift the counts of the next depths.
            Value::Array(items)
                if items.windows(2).any(|pair| pair[0].is_null() && count_of(&pair[1]).is_some()) =>
            {
                self.refuse(
                    path,
                    value,
                    "an empty place in front of a count; expected depths, each with its count",
                );
            }
            Value::Array(items) if items.iter().all(|item| count_of(item).is_some() || item.is_null()) => {
                let numbers: Vec<_> = items.iter().filter_map(count_of).collect();
                let place = self.place(path);
                match (depth, &numbers[..]) {
                    (_, []) => {}
                    (Some(_), [_]) => {
                        self.refuse(path, value, "a list of one count beside a depth; expected the count")
                    }
                    (None, [count]) if label.is_some() => {
                        self.collector.count(index, &place, path, 1_u32, *count)
                    }
                    _ => self.collector.suite.entries[index].bare.push(Row {
                        place,
                        numbers,
                        brackets: Brackets::Yes,
                    }),
                }
            }
            Value::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    let path = format!("{path}[{at}]");
                    match item {
                        Value::Array(pair) => match &pair[..] {
                            [_, Value::Null] => {}
                            [depth, count] if depth_of_value(depth).is_some() => {
                                let depth = depth_of_value(depth).unwrap_or_default();
                                self.counts(index, count, &path, Some(Label::CountOf(depth)), None);
                            }
                            _ => self.refuse(&path, item, "expected a depth and its count"),
                        },
                        Value::Object(fields) => self.fields(index, fields, &path, None),
                        Value::String(text) => match super::epd::labelled(text) {
                            Some(found) => {
                                let place = self.place(&path);
                                for (depth, count) in found {
                                    self.collector.count(index, &place, text, depth, count);
                                }
                            }
                            None => self.refuse(&path, item, "expected a depth and its count"),
                        },
                        _ => self.refuse(&path, item, "expected a depth and its count"),
                    }
                }
            }
            value => match (count_of(value), depth, label) {
                (None, ..) => self.refuse(path, value, "expected a count"),
                (Some(_), None, _) => {
                    self.refuse(path, value, "a count without a depth; expected a key `depth` beside it")
                }
                (Some(count), Some(depth), label) => {
                    let (place, text) = (self.place(path), value.to_string());
                    match label {
                        Some(Label::Class(class)) => {
                            self.collector.class(index, &place, &text, depth, (class, count));
                        }
                        _ => self.collector.count(index, &place, &text, depth, count),
                    }
                }
            },
        }
    }

    /// Adds legal moves: their number, their list, or a divide.
    fn moves(&mut self, index: usize, value: &Value, path: &str, depth: Option<u32>) {
        let name = |item: &Value| {
            let name = item.as_str().or_else(|| item.get("move")?.as_str());
            name.map(str::to_owned)
        };
        match value {
            Value::Number(_) => self.counts(index, value, path, Some(Label::CountOf(1)), None),
            Value::Array(items) => match items.iter().map(name).collect::<Option<Vec<_>>>() {
                Some(moves) => {
                    let entry = &mut self.collector.suite.entries[index];
                    entry.legal = Some(moves);
                }
                None => self.refuse(path, value, "expected a list of moves"),
            },
            Value::Object(_) => self.divide(index, value, path, depth),
            _ => {}
        }
    }

    /// Adds the counts below the moves, and their sum.
    fn divide(&mut self, index: usize, value: &Value, path: &str, depth: Option<u32>) {
        let Value::Object(rows) = value else {
            return self.refuse(path, value, "expected an object of moves with their counts");
        };
        if rows.is_empty() {
            return;
        }
        let Some(depth) = depth else {
            return self.refuse(
                path,
                value,
                "counts of moves without a depth; expected a key such as `divide_d3`",
            );
        };
        let row = |(mv, value): (&String, &Value)| Some((mv.clone(), count_of(value)?));
        let Some(rows) = rows.iter().map(row).collect::<Option<Vec<_>>>() else {
            return self.refuse(path, value, "expected a count for every move");
        };
        let place = self.place(path);
        super::divide::add(self.collector, index, &place, depth, rows, None);
    }

    /// Reads a position with numbers behind it.
    fn row(&mut self, items: &[Value], path: &str) {
        let (Some(Value::String(fen)), rest) = (items.first(), &items[1..]) else { return };
        let index = self.collector.add(Entry::new(self.place(path), fen));
        let numbers: Vec<_> = rest.iter().filter_map(count_of).collect();
        match rest {
            [value @ (Value::Array(_) | Value::Object(_))] => {
                self.counts(index, value, path, Some(Label::Count), None);
            }
            _ if numbers.len() == rest.len() && !numbers.is_empty() => {
                let place = self.place(path);
                self.collector.suite.entries[index].bare.push(Row::new(place, numbers));
            }
            _ => self.refuse(path, &Value::Array(items.to_vec()), "expected counts behind the position"),
        }
    }
}

/// The position of an object: its own, or that of an object below `position` or `start`.
fn position(fields: &Map<String, Value>) -> Option<&str> {
    // `start` has a position, and `expected` the list of its moves.
    let is_start = |key: &str| key == "start" && fields.contains_key("expected");
    let is_name = |key: &str, value: &Value| key == fen::START && !value.is_string();
    let own = fields
        .iter()
        .filter(|(key, value)| Label::parse(key) == Label::Position && !is_name(key, value) || is_start(key));
    own.filter_map(|(_, value)| value.as_str().or_else(|| value.get("fen")?.as_str()))
        .find(|text| fen::is_whole(text) || fen::starts(text))
}

/// Whether a value has counts by depth, below any key.
fn holds_counts(value: &Value) -> bool {
    match value {
        Value::Object(fields) => {
            let labels: Vec<_> = fields.keys().map(|key| Label::parse(key)).collect();
            let is_count = |label: &Label| matches!(label, Label::CountOf(_));
            position(fields).is_none()
                && (!labels.is_empty() && labels.iter().all(is_count)
                    || labels.contains(&Label::Depth) && labels.contains(&Label::Count))
        }
        Value::Array(items) => {
            !items.is_empty() && items.iter().all(|item| item.is_object() && holds_counts(item))
        }
        _ => false,
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// A count: a number, or a string of digits.
fn count_of(value: &Value) -> Option<u128> {
    match value {
        Value::String(text) => number(text),
        value => value.as_u64().map(u128::from),
    }
}

fn depth_of_value(value: &Value) -> Option<u32> {
    match value {
        Value::String(text) => depth_of(text),
        value => value.as_u64().and_then(|depth| depth_of(&depth.to_string())),
    }
}
