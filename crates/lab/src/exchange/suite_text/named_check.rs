//! The checks of `vperft export`: a name such as `perft:3` or `moves_of:e4`, and an expected value as text.

use serde::de::DeserializeOwned;
use serde_json::Value;
use vperft::inner::backend::Question;
use vperft::inner::corpus::question::{BETWEEN_MOVES, Expected, Query};

/// Reads a check.
///
/// # Errors
/// Says what was expected.
pub(super) fn parse_check(name: &str, value: &Value) -> Result<(Query, Expected), String> {
    let (kind, subject) = name.split_once(':').unwrap_or((name, ""));
    let malformed = || format!("the check `{name}` has no value {value}");
    let text = value.as_str().map(str::to_owned).unwrap_or_else(|| value.to_string());
    let moves = || match value {
        Value::Array(list) => {
            list.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        }
        Value::String(text) if text.is_empty() => Some(Vec::new()),
        Value::String(text) => Some(text.split(BETWEEN_MOVES).map(str::to_owned).collect()),
        _ => None,
    };
    let subject_of_move = || Question::After { text: subject.to_owned() };
    let (question, expected) = match kind {
        "perft" => {
            let depth = subject.parse().ok();
            let (depth, count) = depth.zip(super::number::number(&text)).ok_or_else(malformed)?;
            (Query::Ask(Question::Perft { depth }), Expected::Count(count))
        }
        "position" => (Query::Ask(Question::Read), Expected::Position(text)),
        "moves" => (Query::Ask(Question::Moves), Expected::Moves(moves().ok_or_else(malformed)?)),
        "moves_of" => {
            let question = Question::MovesOf { square: subject.to_owned() };
            (Query::Ask(question), Expected::Moves(moves().ok_or_else(malformed)?))
        }
        "illegal" => (Query::Ask(subject_of_move()), Expected::IllegalMove),
        "after" => (Query::Ask(subject_of_move()), Expected::Position(text)),
        "status" => (Query::Ask(Question::Status), Expected::Status(word(&text).ok_or_else(malformed)?)),
        "rejects" => {
            (Query::Input(subject.to_owned()), Expected::InvalidPosition(word(&text).ok_or_else(malformed)?))
        }
        _ => return Err(format!("the check `{name}` is of no known kind")),
    };
    Ok((question, expected))
}

/// A word of a fixed vocabulary, as JSON has it.
fn word<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_value(Value::from(text)).ok()
}
