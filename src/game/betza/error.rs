//! Errors of the notation, each with its column.

use std::fmt;

/// A text is not valid in its dialect, or says what a path program cannot express.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {found}; expected {expected}")]
pub struct BetzaError {
    /// The column of the first wrong character, counted from 1.
    pub column: usize,
    /// The problem there.
    pub found: String,
    /// The expected text.
    pub expected: String,
}

impl BetzaError {
    /// An error at a column.
    pub(crate) fn new(column: usize, found: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self { column, found: found.to_string(), expected: expected.to_string() }
    }

    /// The text, and below it a caret under the column.
    #[must_use]
    pub fn marked(&self, text: &str) -> String {
        // Control characters would move the caret.
        let shown: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        format!("{shown}\n{}^", " ".repeat(self.column - 1))
    }
}
