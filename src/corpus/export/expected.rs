//! What is expected, as a value and as a text.

use crate::corpus::suite::Check;
use serde_json::{Value, json};

/// What stands between moves in a text; moves themselves hold semicolons and blanks.
pub(super) const BETWEEN_MOVES: &str = " | ";

/// The expected value: a count as in the corpus, a list of moves, or a word.
pub(super) fn value(check: &Check) -> Value {
    json!(check.expected)
}

/// The expected value in one cell of a table.
pub(super) fn text(check: &Check) -> String {
    check.expected.to_string()
}
