//! Inserts entries into corpus files.

use super::layout;
use super::moves::shorten_lists;
use serde_json::{Value, json};

/// An error that prevents inserting entries.
#[derive(Debug, thiserror::Error)]
pub enum InsertError {
    /// The file is not JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// The file has no list with this name.
    #[error("expected a list `{0}`")]
    List(String),
}

/// Inserts entries into the list with this name and sorts it by id; existing entries keep their values.
/// Without an old text, makes a new file.
///
/// # Errors
/// Returns an error if the old text is not JSON or has no such list.
pub fn insert(
    old: Option<&str>,
    variant: &str,
    list: &str,
    entries: &[Value],
) -> Result<String, InsertError> {
    let mut file = match old {
        Some(text) => serde_json::from_str(text)?,
        None => json!({"format": 1, "variant": variant, list: []}),
    };
    let Some(Value::Array(all)) = file.get_mut(list) else { return Err(InsertError::List(list.to_owned())) };
    all.extend(entries.iter().cloned());
    all.sort_by(|one, other| one["id"].as_str().cmp(&other["id"].as_str()));
    Ok(layout::file(variant, list, &all.drain(..).map(object).collect::<Vec<_>>()))
}

/// The text of a new file with these formatted entries, in their order.
#[must_use]
pub fn in_order(variant: &str, list: &str, entries: &[String]) -> String {
    layout::file(variant, list, entries)
}

/// The text of `smoke.json` for a variant and these case ids.
#[must_use]
pub fn smoke_file(variant: &str, ids: &[String]) -> String {
    let ids: Vec<_> = ids.iter().map(|id| Value::from(id.as_str()).to_string()).collect();
    layout::file(variant, "cases", &ids)
}

/// Formats an entry with one field per line, with shortened lists of moves.
#[must_use]
pub fn object(mut entry: Value) -> String {
    entry.get_mut("checks").into_iter().for_each(shorten_lists);
    let Value::Object(fields) = &entry else { return entry.to_string() };
    let field = |(name, value): (&String, &Value)| {
        let name = format!("      \"{name}\": ");
        let column = name.chars().count();
        format!("{name}{}", layout::lay_out(value, 6, column))
    };
    format!("{{\n{}\n    }}", fields.iter().map(field).collect::<Vec<_>>().join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn entries_are_added_in_their_order() {
        let first = insert(None, "ryugi", "cases", &[json!({"id": "ryugi/b", "moves": null})]).unwrap();
        let second = insert(Some(&first), "ryugi", "cases", &[json!({"id": "ryugi/a"})]).unwrap();
        let expected = "{\n  \"format\": 1,\n  \"variant\": \"ryugi\",\n  \"cases\": [\n    {\n      \"id\": \"ryugi/a\"\n    },\n    \
                        {\n      \"id\": \"ryugi/b\",\n      \"moves\": null\n    }\n  ]\n}\n";
        assert_eq!(second, expected);
        for (old, error) in [("{", "EOF"), ("{\"format\": 1}", "expected a list `cases`")] {
            let message = insert(Some(old), "ryugi", "cases", &[]).unwrap_err().to_string();
            assert!(message.contains(error), "{old}: {message}");
        }
    }
}
