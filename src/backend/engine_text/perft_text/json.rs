//! Turns JSON into lines such as `e2e4: 20`.

use super::role::Role;
use serde_json::Value;

/// Keys of a move and of its count, in an object for every move.
const MOVES: [&str; 5] = ["move", "uci", "san", "lan", "text"];
const COUNTS: [&str; 6] = ["nodes", "count", "perft", "leaves", "total", "n"];

/// The lines of a JSON document; `None` if the text is not one.
pub(super) fn lines(text: &str) -> Option<Vec<String>> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let document: Value = serde_json::from_str(text).ok()?;
    let mut lines = Vec::new();
    collect(&document, &mut lines);
    Some(lines)
}

fn collect(value: &Value, lines: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            let squares = || {
                let [from, to] = ["from", "to"].map(|key| fields.get(key)?.as_str());
                Some(format!(
                    "{}{}{}",
                    from?,
                    to?,
                    fields.get("promotion").and_then(Value::as_str).unwrap_or("")
                ))
            };
            let mv =
                MOVES.iter().find_map(|key| fields.get(*key)?.as_str()).map(str::to_owned).or_else(squares);
            let count =
                both(value).or_else(|| COUNTS.iter().find_map(|key| fields.get(*key).and_then(plain)));
            if let (Some(mv), Some(count)) = (mv, count) {
                lines.push(format!("{mv}: {count}"));
                return;
            }
            for (key, value) in fields {
                match plain(value).or_else(|| both(value)) {
                    Some(text) => lines.push(format!("{key}: {text}")),
                    None => collect(value, lines),
                }
            }
        }
        Value::Array(items) => match &items[..] {
            [Value::String(mv), count] if plain(count).is_some() && items.len() == 2 => {
                lines.push(format!("{mv}: {}", plain(count).unwrap_or_default()));
            }
            [Value::Number(count), Value::String(mv)] => lines.push(format!("{count} {mv}")),
            items => items.iter().for_each(|item| collect(item, lines)),
        },
        _ => {}
    }
}

/// The expected and the actual count of an object that has both, in words.
fn both(value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    let of_role = |role: Role| {
        let (_, value) = fields.iter().find(|(key, _)| Role::of_text(key) == Some(role))?;
        plain(value)
    };
    Some(format!("expected {}, got {}", of_role(Role::Expected)?, of_role(Role::Program)?))
}

/// A number, or a text in its place, as the lines write it.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        // Counts that JavaScript cannot hold are texts.
        Value::String(text) if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            Some(text.clone())
        }
        _ => None,
    }
}
