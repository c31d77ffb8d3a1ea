//! Turns JSON into lines: moves with their counts in objects and arrays, as programs and `vperft divide` print them.
//!
//! Invariant: keys that an object has twice stay twice, since a move that is listed twice is a finding.

use super::words::{is_move_name, is_total};
use super::{IsMove, number};
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

/// The lines of a JSON document, such as `e2e4: nodes 20` and `total: 20`; `None` if the text is not one, or has no number.
pub(super) fn lines(text: &str, is_move: IsMove<'_>) -> Option<Vec<String>> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let document: Json = serde_json::from_str(text).ok()?;
    let mut lines = Vec::new();
    collect(&document, is_move, &mut lines);
    (!lines.is_empty()).then_some(lines)
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

    /// The numbers behind a move, each with its name.
    fn counts(&self) -> Option<String> {
        let named = |(name, value): (&str, &Self)| {
            // `perft 20` would name a depth.
            let name = if name == "perft" { "nodes" } else { name };
            Some(format!("{name} {}", value.number()?).trim_start().to_owned())
        };
        let counts: Vec<_> = match self {
            Self::Object(fields) => {
                let is_other = |name: &str| matches!(name, "depth" | "ply" | "index" | "id");
                let fields = fields.iter().filter(|(name, _)| !is_other(name));
                fields.filter_map(|(name, value)| named((name, value))).collect()
            }
            Self::Array(items) => items.iter().filter_map(|item| named(("", item))).collect(),
            Self::Other => return Some("null".to_owned()),
            value => value.number().map(str::to_owned).into_iter().collect(),
        };
        (!counts.is_empty()).then(|| counts.join(", "))
    }
}

fn collect(value: &Json, is_move: IsMove<'_>, lines: &mut Vec<String>) {
    match value {
        Json::Object(fields) => {
            let mv = fields.iter().find_map(|(key, value)| match value {
                Json::Text(text) if is_move_name(&key.to_lowercase()) && is_move(text) => Some(text),
                _ => None,
            });
            if let Some(mv) = mv {
                let depth =
                    fields.iter().find(|(key, _)| key == "depth").and_then(|(_, value)| value.number());
                let depth = depth.map_or_else(String::new, |depth| format!("depth {depth} "));
                lines.push(format!("{depth}{mv}: {}", value.counts().unwrap_or_default()));
                return;
            }
            // Depths are above the moves, and totals below.
            let (numbers, others): (Vec<_>, Vec<_>) =
                fields.iter().partition(|(key, value)| value.number().is_some() && !is_move(key));
            let line =
                |(key, value): &&(String, Json)| format!("{key}: {}", value.number().unwrap_or_default());
            let (depths, totals): (Vec<_>, Vec<_>) = numbers.into_iter().partition(|(key, _)| key == "depth");
            lines.extend(depths.iter().map(line));
            for (key, value) in others {
                match value {
                    _ if is_move(key) => lines.push(format!("{key}: {}", value.counts().unwrap_or_default())),
                    Json::Object(_) | Json::Array(_) => {
                        if !is_move_name(&key.to_lowercase()) && !is_total(&key.to_lowercase()) {
                            lines.push(key.clone());
                        }
                        collect(value, is_move, lines);
                    }
                    _ => {}
                }
            }
            lines.extend(totals.iter().map(line));
        }
        Json::Array(items) => match &items[..] {
            [Json::Text(mv), counts @ ..]
                if is_move(mv) && counts.iter().any(|count| count.number().is_some()) =>
            {
                let counts = counts.iter().filter_map(Json::number).collect::<Vec<_>>();
                lines.push(format!("{mv}: {}", counts.join(", ")));
            }
            [Json::Number(count), Json::Text(mv)] => lines.push(format!("{count} {mv}")),
            items => items.iter().for_each(|item| collect(item, is_move, lines)),
        },
        _ => {}
    }
}
