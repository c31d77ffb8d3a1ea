//! The first position and the first case of a variant.

use super::NewFile;
use std::fmt::Write as _;

/// The file of positions of a variant, with its start position.
#[must_use]
pub fn positions(name: &str, vfen: &str) -> NewFile {
    let text = format!(
        r#"{{
  "format": 1,
  "variant": "{name}",
  "positions": [
    {{
      "id": "{name}/start",
      "title": "The start position",
      "vfen": "{vfen}",
      "origin": {{"kind": "constructed"}}
    }}
  ]
}}
"#
    );
    NewFile::new("positions/start.json", text)
}

/// The first suite of a variant: perft counts of the start position from depth 1 on. `source` is the only source of its values.
#[must_use]
pub fn suite(name: &str, clauses: &[String], counts: &[u128], source: &str) -> NewFile {
    let clauses: Vec<_> = clauses.iter().map(|id| format!("\"{id}\"")).collect();
    let clauses = clauses.join(", ");
    let mut perft = String::new();
    for (index, count) in counts.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(perft, "{separator}\"{}\": {count}", index + 1);
    }
    let text = format!(
        r#"{{
  "format": 1,
  "variant": "{name}",
  "cases": [
    {{
      "id": "{name}/start",
      "title": "Counts from the start position",
      "position": "{name}/start",
      "clauses": [{clauses}],
      "bugs": [],
      "checks": {{"perft": {{{perft}}}, "status": "ongoing"}},
      "provenance": {{"perft": ["{source}"], "status": ["{source}"]}}
    }}
  ]
}}
"#
    );
    NewFile::new("suites/start.json", text)
}
