//! Expected values as JSON and as text.

use crate::corpus::suite::Check;
use serde_json::{Value, json};

/// The separator between moves, which may themselves contain semicolons and spaces.
pub(super) const BETWEEN_MOVES: &str = " | ";

/// The expected value: a count as in the corpus, a list of moves, or a word.
pub(super) fn value(check: &Check) -> Value {
    json!(check.expected)
}

/// The expected value as one table cell.
pub(super) fn text(check: &Check) -> String {
    check.expected.to_string()
}
