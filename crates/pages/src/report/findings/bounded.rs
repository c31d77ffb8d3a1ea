//! Limits the size of documents that contain answers of programs.
//!
//! A faulty program may give answers of any length, and a document contains dozens of them. No answer of correct rules
//! is long enough to be truncated.

use serde_json::Value;
use vperft::inner::support::sanitise::truncate;

/// The longest text, in bytes.
const MAX_TEXT_BYTES: usize = 4 << 10;
/// The most bytes of all texts in a list.
const MAX_LIST_BYTES: usize = 64 << 10;
/// The replay command must stay complete.
const UNBOUNDED_FIELD: &str = "replay";

/// Truncates long texts, which then end in `...`, and long lists, whose last entry then gives the number of omitted
/// ones.
#[must_use]
pub fn bounded(mut document: Value) -> Value {
    bound(&mut document);
    document
}

fn bound(value: &mut Value) {
    match value {
        Value::String(text) => truncate(text, MAX_TEXT_BYTES),
        Value::Object(fields) => {
            fields
                .iter_mut()
                .filter(|(name, _)| *name != UNBOUNDED_FIELD)
                .for_each(|(_, value)| bound(value));
        }
        Value::Array(list) => {
            list.iter_mut().for_each(bound);
            let mut size = 0;
            let end = list.iter().position(|value| {
                size += value.as_str().map_or(0, str::len);
                size > MAX_LIST_BYTES
            });
            if let Some(end) = end {
                let more = list.len() - end;
                list.truncate(end);
                list.push(format!("and {more} more").into());
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use serde_json::json;

    #[test]
    fn short_documents_are_unchanged() {
        let texts: Vec<_> = (0..1000).map(|number| format!("P e2-e4; @-{number}")).collect();
        let document =
            json!({ "moves": texts, "vfen": "é".repeat(MAX_TEXT_BYTES / 2), "count": 3, "none": null });
        assert_eq!(bounded(document.clone()), document);
    }

    #[test]
    fn long_texts_and_lists_are_truncated() {
        for (document, expected) in [
            (json!("é".repeat(MAX_TEXT_BYTES)), json!("é".repeat(MAX_TEXT_BYTES / 2) + "...")),
            (
                json!([{ "x": ["a".repeat(MAX_TEXT_BYTES + 1)] }]),
                json!([{ "x": ["a".repeat(MAX_TEXT_BYTES) + "..."] }]),
            ),
            (
                json!({ "replay": "x".repeat(MAX_TEXT_BYTES + 1) }),
                json!({ "replay": "x".repeat(MAX_TEXT_BYTES + 1) }),
            ),
        ] {
            assert_eq!(bounded(document), expected);
        }
        let list = bounded(json!(vec!["x".repeat(1 << 10); 100]));
        let list = list.as_array().expect("a list");
        assert_eq!((list.len(), &list[64]), (65, &json!("and 36 more")));
    }
}
