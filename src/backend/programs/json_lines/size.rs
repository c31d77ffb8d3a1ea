//! How much of what a program says is kept. A line may be long, but whoever makes thousands of checks would hold thousands
//! of long lines.

use super::message::Request;
use crate::backend::BackendError;
use crate::backend::programs::process::shorten;

/// The longest list of moves or of counts, as JSON, in bytes. A position with a thousand moves takes a thirtieth of it.
pub(super) const LIST: usize = 1 << 20;
/// The most moves of a list. No position has a tenth of it.
pub(super) const MOVES: usize = 20_000;
/// The longest VFEN, as JSON, in bytes.
pub(super) const VFEN: usize = 16 << 10;
/// The longest reason or message, in characters.
const WORDS: usize = 1000;

/// A result that is not too long.
///
/// # Errors
/// If it is.
pub(super) fn check<'a>(request: &Request, json: &'a str, most: usize) -> Result<&'a str, BackendError> {
    if json.len() <= most {
        return Ok(json);
    }
    Err(BackendError::Protocol(format!(
        "answered {} with a result of {} bytes, which starts `{}`; expected at most {most}",
        request.name(),
        json.len(),
        shorten(json)
    )))
}

/// A list of moves, or of counts, with not too many of them.
///
/// # Errors
/// If there are too many.
pub(super) fn check_number<T>(request: &Request, list: Vec<T>) -> Result<Vec<T>, BackendError> {
    if list.len() <= MOVES {
        return Ok(list);
    }
    let (name, number) = (request.name(), list.len());
    Err(BackendError::Protocol(format!("answered {name} with {number} moves; expected at most {MOVES}")))
}

/// The error with words of the program that are not too long.
pub(super) fn cut(error: BackendError) -> BackendError {
    match error {
        BackendError::Unsupported(reason) => BackendError::Unsupported(words(reason)),
        BackendError::RefusedPosition { reason, message } => {
            BackendError::RefusedPosition { reason, message: words(message) }
        }
        BackendError::RefusedMove(message) => BackendError::RefusedMove(words(message)),
        BackendError::Crash(message) => BackendError::Crash(words(message)),
        other => other,
    }
}

fn words(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(WORDS) {
        text.truncate(end);
        text.push_str("...");
        text.shrink_to_fit();
    }
    text
}
