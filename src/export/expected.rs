//! What is expected, as a value and as a text.

use crate::suite::{Check, Count};
use serde_json::{Value, json};

/// What stands between moves in a text; moves themselves hold semicolons and blanks.
pub(super) const BETWEEN_MOVES: &str = " | ";

/// The expected value: a count as in the corpus, a list of moves, or a word.
pub(super) fn value(check: &Check<'_>) -> Value {
    match check {
        Check::Perft { count, .. } => json!(Count(*count)),
        Check::Moves(moves) | Check::MovesOf(_, moves) => json!(moves),
        Check::Illegal(_) => json!("illegal"),
        Check::After(_, vfen) => json!(vfen),
        Check::Status(status) => json!(status),
        Check::Rejects(_, kind) => json!(kind),
    }
}

/// The expected value in one cell of a table.
pub(super) fn text(check: &Check<'_>) -> String {
    match value(check) {
        Value::String(word) => word,
        Value::Array(moves) => {
            let moves: Vec<_> = moves.iter().filter_map(Value::as_str).collect();
            moves.join(BETWEEN_MOVES)
        }
        number => number.to_string(),
    }
}
