//! Reads results: moves, positions and statuses.

use super::message::{self, Request};
use super::size;
use vperft::inner::backend::BackendError;
use vperft::inner::game::rules::Status;

/// Reads the result of `moves`.
pub(crate) fn move_texts(request: &Request, json: &str) -> Result<Vec<String>, BackendError> {
    let expected = "an array of move texts, each a string";
    let texts: Vec<String> =
        message::result(request, size::check_size(request, json, size::LIST)?, expected)?;
    let texts = size::check_number(request, texts)?;
    texts.iter().try_for_each(|text| message::clean(request, text))?;
    Ok(texts)
}

/// Reads the result of `after`.
pub(crate) fn vfen(request: &Request, json: &str) -> Result<String, BackendError> {
    let text: String =
        message::result(request, size::check_size(request, json, size::VFEN)?, "a VFEN, a string")?;
    message::clean(request, &text)?;
    Ok(text)
}

/// Reads the result of `status`.
pub(crate) fn status(request: &Request, json: &str) -> Result<Status, BackendError> {
    let expected = "a status word: lost, won, checkmate, stalemate, draw-repetition, won-repetition, draw-counter, \
                    draw-dead, draw-goal or ongoing";
    message::result(request, json, expected)
}
