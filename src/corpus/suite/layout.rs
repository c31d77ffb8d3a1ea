//! Formats corpus files and JSON values in them.

use serde_json::Value;

/// The maximum line width in characters, including the comma after a value.
const WIDTH: usize = 120;

/// The text of a corpus file with one list of formatted entries.
pub(super) fn file(variant: &str, list: &str, entries: &[String]) -> String {
    format!(
        "{{\n  \"format\": 1,\n  \"variant\": \"{variant}\",\n  \"{list}\": [\n    {}\n  ]\n}}\n",
        entries.join(",\n    ")
    )
}

/// Formats a value that starts at a column of a line with this indentation. A value that fits is written on
/// one line. Otherwise objects and lists of objects put each entry on a line of its own, and lists of plain
/// values fill lines.
pub fn lay_out(value: &Value, indent: usize, column: usize) -> String {
    let line = on_one_line(value);
    let entries = match value {
        Value::Object(map) => map.len(),
        Value::Array(list) => list.len(),
        _ => 0,
    };
    if entries == 0 || column + line.chars().count() < WIDTH {
        return line;
    }
    let inner = indent + 2;
    let (open, lines, close) = match value {
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| {
                let key = format!("{}: ", Value::from(key.as_str()));
                let column = inner + key.chars().count();
                format!("{key}{}", lay_out(value, inner, column))
            };
            ('{', map.iter().map(entry).collect(), '}')
        }
        Value::Array(list) if list.iter().all(|item| !item.is_object() && !item.is_array()) => {
            ('[', fill(list, inner), ']')
        }
        Value::Array(list) => ('[', list.iter().map(|item| lay_out(item, inner, inner)).collect(), ']'),
        _ => return line,
    };
    let (outer, inner) = (" ".repeat(indent), " ".repeat(inner));
    format!("{open}\n{inner}{}\n{outer}{close}", lines.join(&format!(",\n{inner}")))
}

/// Asserts that a value survives formatting; used by tests and fuzz targets.
pub(super) fn assert_round_trip(value: &Value) {
    // Skip fractions with more digits than a double can hold: the parser does not keep them either.
    if serde_json::from_str::<Value>(&value.to_string()).ok().as_ref() != Some(value) {
        return;
    }
    for (indent, column) in [(0, 0), (4, 60), (6, 119)] {
        let text = lay_out(value, indent, column);
        let again: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(again, *value, "{text}");
        assert!(text.lines().all(|line| line.trim_end() == line), "blanks at the end of a line: {text}");
    }
}

/// Puts as many items on each line as fit.
fn fill(list: &[Value], indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for item in list {
        let text = item.to_string();
        match lines.last_mut() {
            Some(line) if indent + line.chars().count() + 2 + text.chars().count() < WIDTH => {
                line.push_str(", ");
                line.push_str(&text);
            }
            _ => lines.push(text),
        }
    }
    lines
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| {
                format!("{}: {}", Value::from(key.as_str()), on_one_line(value))
            };
            format!("{{{}}}", map.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(on_one_line).collect::<Vec<_>>().join(", ")),
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use proptest::prelude::*;
    use serde_json::json;

    /// Any nested value without fractions.
    fn any_value() -> impl Strategy<Value = Value> {
        let plain = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
            "[a-z ]{0,90}".prop_map(Value::from),
        ];
        plain.prop_recursive(4, 60, 12, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..12).prop_map(Value::from),
                prop::collection::vec((any::<String>(), inner), 0..6)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

        #[test]
        fn formatting_keeps_the_value(value in any_value()) {
            assert_round_trip(&value);
        }
    }

    #[test]
    fn values_that_do_not_fit_are_broken_up() {
        let name = |length: usize| "x".repeat(length);
        for (value, expected) in [
            (
                json!({"perft": {"1": 20, "2": "9007199254740992"}}),
                "{\"perft\": {\"1\": 20, \"2\": \"9007199254740992\"}}".to_owned(),
            ),
            (json!([]), "[]".to_owned()),
            (
                json!({"a": [name(50), name(50)], "b": 1}),
                format!("{{\n    \"a\": [\"{0}\", \"{0}\"],\n    \"b\": 1\n  }}", name(50)),
            ),
            (
                json!([name(60), name(50), name(9), 7]),
                format!("[\n    \"{}\",\n    \"{}\", \"{}\", 7\n  ]", name(60), name(50), name(9)),
            ),
            (
                json!([{"k": name(50)}, {"k": name(50)}]),
                format!("[\n    {{\"k\": \"{0}\"}},\n    {{\"k\": \"{0}\"}}\n  ]", name(50)),
            ),
        ] {
            assert_eq!(lay_out(&value, 2, 10), expected);
        }
    }
}
