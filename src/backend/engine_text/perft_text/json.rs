//! Reads JSON: moves with their counts in objects and arrays, as programs and `vperft divide` print them.
//!
//! Invariant: keys that an object has twice stay twice, since a move that is listed twice is a finding.

use super::words::{is_depth, is_measure, is_move_name, is_total, of_depth};
use super::{IsMove, Line, Row, Total, TotalKind, number};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A JSON document. Numbers are texts.
enum Json {
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
    Number(String),
    Text(String),
    Other,
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(format!("{value:?}")))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        Ok(Json::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut all = Vec::new();
        while let Some(field) = fields.next_entry()? {
            all.push(field);
        }
        Ok(Json::Object(all))
    }
}

/// A part of a document that is read like a line, or the name of the table below it.
pub(super) enum Part {
    Line(Line),
    Heading(String),
}

/// The parts of a JSON document; `None` if the text is not one, or has no move and no total.
pub(super) fn parts(line: usize, text: &str, is_move: IsMove<'_>) -> Option<Vec<Part>> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let document: Json = serde_json::from_str(text).ok()?;
    let mut reader = Reader { line, is_move, parts: Vec::new() };
    reader.read(&document);
    let holds =
        |part: &Part| matches!(part, Part::Line(line) if line.holds_moves() || !line.totals.is_empty());
    reader.parts.iter().any(holds).then_some(reader.parts)
}

struct Reader<'a> {
    line: usize,
    is_move: IsMove<'a>,
    parts: Vec<Part>,
}

impl Json {
    /// A number, or a count in a text: those that JavaScript cannot hold are texts.
    fn number(&self) -> Option<&str> {
        match self {
            Self::Number(text) => Some(text),
            Self::Text(text) => number::count(text).map(|_| text.as_str()),
            _ => None,
        }
    }
}

/// Whether a key names a number that is no count.
fn is_other(key: &str) -> bool {
    let key = key.to_lowercase();
    is_depth(&key) && key != "perft"
        || key.split(['_', ' ']).any(is_measure)
        || matches!(key.as_str(), "index" | "id")
}

impl Reader<'_> {
    /// Adds a move with its counts, each with its name.
    fn row<'j>(
        &mut self,
        label: &str,
        counts: impl Iterator<Item = (Option<&'j str>, &'j Json)>,
        depth: Option<u32>,
    ) {
        let mut row = Row::new(self.line, label);
        let mut line = Line::default();
        for (name, value) in counts {
            let Some(text) = value.number() else { continue };
            match number::count(text) {
                Some(count) => {
                    row.counts.push(Some(count));
                    row.names.push(name.map(str::to_owned));
                }
                None => line.unread = line.unread.or_else(|| Some((label.to_owned(), text.to_owned()))),
            }
        }
        row.depth = depth;
        if row.counts.is_empty() {
            line.unread.get_or_insert_with(|| (label.to_owned(), String::new()));
        } else if line.unread.is_none() {
            line.rows.push(row);
        }
        self.parts.push(Part::Line(line));
    }

    fn read(&mut self, value: &Json) {
        match value {
            Json::Object(fields) => self.object(fields),
            Json::Array(items) => match &items[..] {
                [Json::Text(mv), counts @ ..]
                    if !counts.is_empty()
                        && (self.is_move)(mv)
                        && counts.iter().all(|count| count.number().is_some()) =>
                {
                    self.row(mv, counts.iter().map(|count| (None, count)), None);
                }
                [count @ Json::Number(_), Json::Text(mv)] if (self.is_move)(mv) => {
                    self.row(mv, std::iter::once((None, count)), None);
                }
                items => items.iter().for_each(|item| self.read(item)),
            },
            _ => {}
        }
    }

    fn object(&mut self, fields: &[(String, Json)]) {
        let text = |wanted: &dyn Fn(&str) -> bool| {
            fields.iter().find_map(|(key, value)| match value {
                Json::Text(text) if wanted(&key.to_lowercase()) => Some(text.as_str()),
                _ => None,
            })
        };
        let squares = || {
            Some(format!(
                "{}{}{}",
                text(&|key| key == "from")?,
                text(&|key| key == "to")?,
                text(&|key| key == "promotion").unwrap_or("")
            ))
        };
        let mv = text(&is_move_name).map(str::to_owned).or_else(squares).filter(|mv| (self.is_move)(mv));
        let depth = fields.iter().find(|(key, _)| is_depth(&key.to_lowercase()) && key != "perft");
        let depth = depth.and_then(|(_, value)| value.number()?.parse().ok());
        if let Some(mv) = mv {
            let counts = fields.iter().filter(|(key, _)| !is_other(key));
            self.row(&mv, counts.map(|(key, value)| (Some(key.as_str()), value)), depth);
            return;
        }
        let mut line = Line { depth, ..Line::default() };
        let mut rest = Vec::new();
        for (key, value) in fields {
            let name = key.to_lowercase();
            if (self.is_move)(key) {
                rest.push((key, value, true));
            } else if let (Some(text), false) = (value.number(), is_other(&name)) {
                let Some(count) = number::count(text) else { continue };
                let is_named = name.split(['_', ' ']).any(is_total) || of_depth(&name).is_some();
                let (depth, wording, counts) = (of_depth(&name).or(depth), name, vec![count]);
                match is_named {
                    true => line.totals.push(Total {
                        line: self.line,
                        wording,
                        depth,
                        kind: TotalKind::Named,
                        counts,
                        blanks: None,
                    }),
                    false => line.loose.push(count),
                }
            } else {
                rest.push((key, value, false));
            }
        }
        let has_totals = !line.totals.is_empty();
        let totals = std::mem::take(&mut line.totals);
        self.parts.push(Part::Line(line));
        for (key, value, is_label) in rest {
            match value {
                Json::Object(counts) if is_label => {
                    let counts = counts.iter().filter(|(name, _)| !is_other(name));
                    self.row(key, counts.map(|(name, count)| (Some(name.as_str()), count)), depth);
                }
                Json::Array(counts) if is_label => {
                    self.row(key, counts.iter().map(|count| (None, count)), depth)
                }
                count if is_label => self.row(key, std::iter::once((None, count)), depth),
                Json::Object(_) | Json::Array(_) => {
                    let name = key.to_lowercase();
                    if !is_move_name(&name) && !is_total(&name) && !is_depth(&name) {
                        self.parts.push(Part::Heading(key.clone()));
                    }
                    self.read(value);
                }
                _ => {}
            }
        }
        // The totals of an object are below its moves.
        if has_totals {
            self.parts.push(Part::Line(Line { totals, ..Line::default() }));
        }
    }
}
