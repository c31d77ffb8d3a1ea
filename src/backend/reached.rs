//! The position at the end of a list of moves.

use super::{BackendError, View};

/// The position after these moves; without any it is the text itself, about which the backend is not asked.
///
/// # Errors
/// If the backend gives no answer, or refuses a move.
pub fn reached(view: &mut dyn View, vfen: &str, moves: &[String]) -> Result<String, BackendError> {
    if moves.is_empty() { Ok(vfen.to_owned()) } else { view.after(vfen, moves) }
}
