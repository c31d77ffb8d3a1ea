//! The error of a text that has no class.

/// The text of a position or of a move cannot be read, so that the move has no class.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a move is in no class, because `{text}` cannot be read: {reason}")]
pub struct ClassError {
    /// The text.
    pub text: String,
    /// Why it cannot be read.
    pub reason: String,
}

impl ClassError {
    /// The error about this text.
    #[must_use]
    pub fn new(text: impl Into<String>, reason: &impl ToString) -> Self {
        Self { text: text.into(), reason: reason.to_string() }
    }
}
