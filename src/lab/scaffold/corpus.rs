//! The first position and the first case of a new variant.

use super::VariantDraft;
use std::fmt::Write as _;

/// The text of the file of positions.
pub(super) fn positions(draft: &VariantDraft) -> String {
    let (name, vfen) = (&draft.name, draft.vfen());
    format!(
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
    )
}

/// The text of the suite. `source` is the only source of its values.
pub(super) fn suite(draft: &VariantDraft, counts: &[u128], source: &str) -> String {
    let name = &draft.name;
    let mut clauses = vec!["PAWN-1"];
    if draft.array.has_double_step() {
        clauses.push("PAWN-2");
    }
    if draft.array.has('N') {
        clauses.push("KNIGHT");
    }
    clauses.push("CHECK");
    let clauses: Vec<_> = clauses.into_iter().map(|rest| format!("\"{}\"", draft.clause(rest))).collect();
    let clauses = clauses.join(", ");
    let mut perft = String::new();
    for (index, count) in counts.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(perft, "{separator}\"{}\": {count}", index + 1);
    }
    format!(
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
    )
}
