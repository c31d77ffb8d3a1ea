//! The path of the value in a JSON document that an error is about.

/// A value that is open at some place of a document.
enum Open {
    /// An object, at this field.
    Object(String),
    /// An array, at the element with this number.
    Array(usize),
}

/// The path of the value at a place of a document, such as `pieces[2].moves[0]`. The place is that of an error of `serde_json`, a line and
/// a column from 1, which follows the value. Empty for the whole document.
pub(crate) fn path_at(text: &str, line: usize, column: usize) -> String {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    // The last character may close the value.
    let end = (before + column).saturating_sub(1).min(text.len());
    let (mut open, mut is_key, mut string) = (Vec::new(), false, None::<String>);
    let mut bytes = text.as_bytes()[..end].iter();
    while let Some(byte) = bytes.next() {
        match (&mut string, byte) {
            (Some(content), b'"') => {
                if let (true, Some(Open::Object(field))) = (is_key, open.last_mut()) {
                    field.clone_from(content);
                }
                string = None;
            }
            (Some(content), b'\\') => content.extend(bytes.next().map(|&byte| char::from(byte))),
            (Some(content), byte) => content.push(char::from(*byte)),
            (None, b'"') => string = Some(String::new()),
            (None, b'{') => {
                open.push(Open::Object(String::new()));
                is_key = true;
            }
            (None, b'[') => open.push(Open::Array(0)),
            (None, b'}' | b']') => drop(open.pop()),
            (None, b':') => is_key = false,
            (None, b',') => match open.last_mut() {
                Some(Open::Array(number)) => *number += 1,
                _ => is_key = true,
            },
            (None, _) => {}
        }
    }
    // An error about a field itself is inside its name.
    if let (true, Some(content), Some(Open::Object(field))) = (is_key, string, open.last_mut()) {
        *field = content;
    }
    let mut path = String::new();
    for one in open {
        match one {
            Open::Array(number) => path += &format!("[{number}]"),
            Open::Object(field) if field.is_empty() => {}
            Open::Object(field) if path.is_empty() => path = field,
            Open::Object(field) => path += &format!(".{field}"),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only whether it can be read matters")]
    struct Piece {
        kind: String,
        #[serde(default)]
        moves: Vec<BTreeMap<String, u8>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only whether it can be read matters")]
    struct File {
        title: String,
        pieces: Vec<Piece>,
    }

    #[test]
    fn errors_of_serde_have_the_path_of_their_value() {
        for (text, expected) in [
            ("{}", ""),
            ("[1", "[0]"),
            (r#"{"title": 1, "pieces": []}"#, "title"),
            (r#"{"title": "a \"{[,", "pieces": 7}"#, "pieces"),
            (
                "{\"title\": \"x\",\n  \"pieces\": [{\"kind\": \"a\"}, {\n  \"moves\": []}]}",
                "pieces[1].moves",
            ),
            (
                "{\"title\": \"x\", \"pieces\": [{\"kind\": \"a\", \"moves\": [{\"least\": 1}, {\"most\": 1000}]}]}",
                "pieces[0].moves[1].most",
            ),
            ("{\"title\": \"x\", \"pieces\": [{\"kind\": \"a\", \"mooves\": []}]}", "pieces[0].mooves"),
        ] {
            let error = serde_json::from_str::<File>(text).unwrap_err();
            assert_eq!(path_at(text, error.line(), error.column()), expected, "{text}: {error}");
        }
    }
}
