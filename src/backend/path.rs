//! The position a question is about: a root and the moves played since.

use super::{BackendError, VariantBackend};

/// A root and the moves played since.
///
/// The VFEN at the end determines the legal moves, so a backend must answer as it does about that VFEN. This
/// exposes a backend whose own state goes wrong while it plays. The status also depends on the moves, through
/// repetition.
#[derive(Clone, Copy, Debug)]
pub struct PositionPath<'a> {
    /// The VFEN of the root.
    pub vfen: &'a str,
    /// The moves played from the root.
    pub moves: &'a [String],
}

impl PositionPath<'_> {
    /// The moves, with one more at the end.
    #[must_use]
    pub fn moves_with(self, text: &str) -> Vec<String> {
        self.moves.iter().map(String::as_str).chain([text]).map(str::to_owned).collect()
    }

    /// The VFEN at the end. Without moves it is the root as it is written, and the backend is not asked.
    ///
    /// # Errors
    /// If the backend does not answer, or refuses a move.
    pub fn reached(self, backend: &mut dyn VariantBackend) -> Result<String, BackendError> {
        if self.moves.is_empty() { Ok(self.vfen.to_owned()) } else { backend.after(self) }
    }

    /// The canonical VFEN at the end, as the backend prints it.
    ///
    /// # Errors
    /// If the backend does not answer, or refuses the root or a move.
    pub fn canonical(self, backend: &mut dyn VariantBackend) -> Result<String, BackendError> {
        backend.after(self)
    }
}

/// A position without moves.
impl<'a> From<&'a str> for PositionPath<'a> {
    fn from(vfen: &'a str) -> Self {
        Self { vfen, moves: &[] }
    }
}

impl<'a> From<&'a String> for PositionPath<'a> {
    fn from(vfen: &'a String) -> Self {
        Self::from(vfen.as_str())
    }
}
