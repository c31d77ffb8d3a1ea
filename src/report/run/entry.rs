//! An entry of a file of known failures.

use crate::check::expect::{Entry, Expectations};
use serde_json::{Value, json};

/// An entry in words: where it stands and what it says.
#[must_use]
pub fn described(file: &Expectations, entry: &Entry) -> String {
    let check = entry.check().map_or_else(String::new, |check| format!("  {check}"));
    format!("{}:{}  {}{check}  {}", file.name(), file.line(entry), entry.case(), entry.verdict)
}

/// An entry as JSON.
#[must_use]
pub fn entry_as_json(file: &Expectations, entry: &Entry) -> Value {
    json!({
        "line": file.line(entry), "case": entry.case(), "check": entry.check(), "verdict": entry.verdict,
        "reason": entry.reason,
    })
}
