//! Entries of a file of known failures.

use serde_json::{Value, json};
use vperft::inner::support::sanitise::sanitise;
use vperft_run::expect::{Expectation, Expectations, NewFailure};

/// An entry in words: its place in the file and its text.
#[must_use]
pub fn described(file: &Expectations, entry: &Expectation) -> String {
    let check = entry.check().map_or_else(String::new, |check| format!("  {check}"));
    let words = format!("{}:{}  {}{check}  {}", file.name(), file.line(entry), entry.case(), entry.verdict);
    sanitise(&words).into_owned()
}

/// A new failure in words: the case, and the check if it is named.
#[must_use]
pub fn place(new: &NewFailure) -> String {
    let check = new.check.as_ref().map_or_else(String::new, |check| format!("  {check}"));
    sanitise(&format!("{}{check}", new.case)).into_owned()
}

/// An entry as JSON.
#[must_use]
pub fn entry_as_json(file: &Expectations, entry: &Expectation) -> Value {
    json!({
        "line": file.line(entry), "case": entry.case(), "check": entry.check(), "verdict": entry.verdict,
        "reason": entry.reason,
    })
}
