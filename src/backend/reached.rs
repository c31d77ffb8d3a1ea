//! The position at the end of a line of moves.

use super::{Backend, BackendError};
use crate::variant::VariantId;

/// The position after a line of moves; without any it is the text itself, about which the backend is not asked.
///
/// # Errors
/// If the backend gives no answer, or refuses a move.
pub fn reached(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    line: &[String],
) -> Result<String, BackendError> {
    if line.is_empty() { Ok(vfen.to_owned()) } else { backend.after(variant, vfen, line) }
}
