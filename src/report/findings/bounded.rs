//! Documents that hold what programs answered, no longer than is worth reading.
//!
//! A program may answer every question with as much as an answer may have, and a comparison tells of dozens. Nothing of a variant is
//! as long as what is cut here.

use crate::support::sanitise::truncate;
use serde_json::Value;

/// The longest text, in bytes.
const TEXT: usize = 4 << 10;
/// The most that the texts of one list take, in bytes.
const LIST: usize = 64 << 10;
/// The command that asks again says all that is asked.
const WHOLE: &str = "replay";

/// The document with longer texts cut, which end with `...` then, and with the first texts only of longer lists, the last of which
/// says how many more there are.
#[must_use]
pub fn bounded(mut document: Value) -> Value {
    bound(&mut document);
    document
}

fn bound(value: &mut Value) {
    match value {
        Value::String(text) => truncate(text, TEXT),
        Value::Object(fields) => {
            fields.iter_mut().filter(|(name, _)| *name != WHOLE).for_each(|(_, value)| bound(value));
        }
        Value::Array(list) => {
            list.iter_mut().for_each(bound);
            let mut size = 0;
            let kept = list.iter().position(|value| {
                size += value.as_str().map_or(0, str::len);
                size > LIST
            });
            if let Some(kept) = kept {
                let more = list.len() - kept;
                list.truncate(kept);
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
    fn what_is_short_stays_as_it_is() {
        let texts: Vec<_> = (0..1000).map(|number| format!("P e2-e4; @-{number}")).collect();
        let document = json!({ "moves": texts, "vfen": "é".repeat(TEXT / 2), "count": 3, "none": null });
        assert_eq!(bounded(document.clone()), document);
    }

    #[test]
    fn of_what_is_long_the_beginning_stays() {
        for (document, expected) in [
            (json!("é".repeat(TEXT)), json!("é".repeat(TEXT / 2) + "...")),
            (json!([{ "x": ["a".repeat(TEXT + 1)] }]), json!([{ "x": ["a".repeat(TEXT) + "..."] }])),
            (json!({ "replay": "x".repeat(TEXT + 1) }), json!({ "replay": "x".repeat(TEXT + 1) })),
        ] {
            assert_eq!(bounded(document), expected);
        }
        let list = bounded(json!(vec!["x".repeat(1 << 10); 100]));
        let list = list.as_array().expect("a list");
        assert_eq!((list.len(), &list[64]), (65, &json!("and 36 more")));
    }
}
