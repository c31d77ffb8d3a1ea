//! Limits the size of results. One line may be long, but a run of thousands of checks keeps thousands of answers.

use super::message::Request;
use vperft::inner::backend::BackendError;
use vperft::inner::backend::engine_text::shorten;

/// The maximum size of a list of moves or counts, in bytes of JSON: about thirty times that of a thousand moves.
pub(super) const LIST: usize = 1 << 20;
/// The maximum length of a list of moves. No position has a tenth of it.
pub(super) const MOVES: usize = 20_000;
/// The maximum size of a VFEN, in bytes of JSON.
pub(super) const VFEN: usize = 16 << 10;
/// The maximum length of a reason or message, in characters.
const MAX_MESSAGE: usize = 1000;

/// Checks the size of a result.
///
/// # Errors
/// If the result is too long.
pub(super) fn check_size<'a>(request: &Request, json: &'a str, most: usize) -> Result<&'a str, BackendError> {
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

/// Checks the length of a list of moves or counts.
///
/// # Errors
/// If the list is too long.
pub(super) fn check_number<T>(request: &Request, list: Vec<T>) -> Result<Vec<T>, BackendError> {
    if list.len() <= MOVES {
        return Ok(list);
    }
    let (name, number) = (request.name(), list.len());
    Err(BackendError::Protocol(format!("answered {name} with {number} moves; expected at most {MOVES}")))
}

/// The error with the message of the program truncated.
pub(super) fn truncate(error: BackendError) -> BackendError {
    match error {
        BackendError::Unsupported(reason) => BackendError::Unsupported(words(reason)),
        BackendError::RefusedPosition { reason, message } => {
            BackendError::RefusedPosition { reason: reason.map(words), message: words(message) }
        }
        BackendError::RefusedMove(message) => BackendError::RefusedMove(words(message)),
        BackendError::Crash(message) => BackendError::Crash(words(message)),
        other => other,
    }
}

fn words(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_MESSAGE) {
        text.truncate(end);
        text.push_str("...");
        text.shrink_to_fit();
    }
    text
}
