//! Where a backend is asked.

use super::{BackendError, VariantBackend};

/// The position after some moves. Its VFEN says everything that may count for its moves, so that an answer there has to be the
/// answer about that VFEN: a backend that keeps more while it plays, or less, shows it here. The status depends on the moves as
/// well, by repetition.
#[derive(Clone, Copy, Debug)]
pub struct PositionPath<'a> {
    /// The position from which the moves are played.
    pub vfen: &'a str,
    /// The moves.
    pub moves: &'a [String],
}

impl PositionPath<'_> {
    /// The position itself; without any moves it is the text as it stands, about which the backend is not asked.
    ///
    /// # Errors
    /// If the backend gives no answer, or refuses a move.
    pub fn reached(self, view: &mut dyn VariantBackend) -> Result<String, BackendError> {
        if self.moves.is_empty() { Ok(self.vfen.to_owned()) } else { view.after(self) }
    }

    /// The canonical VFEN of the position, as the backend prints it.
    ///
    /// # Errors
    /// If the backend gives no answer, or refuses the position or a move.
    pub fn canonical(self, view: &mut dyn VariantBackend) -> Result<String, BackendError> {
        if self.moves.is_empty() { view.read(self.vfen) } else { view.after(self) }
    }
}

/// A position, before any move.
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
