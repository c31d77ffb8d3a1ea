//! Everything about a position that two backends can be compared by, in one answer.

use super::{Backend, BackendError};
use crate::rules::Status;
use crate::variant::VariantId;

/// A position as a backend sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Its canonical VFEN.
    pub vfen: String,
    /// Its status, occurring for the first time.
    pub status: Status,
    /// The legal moves as the backend generates them: in any order, and doubled if it doubles them.
    pub children: Vec<Child>,
    /// The number of legal moves as the backend counts them, which may be another way of finding them.
    pub count: u128,
}

impl Survey {
    /// The same survey, its moves in the order of their texts: backends generate them in any.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.children.sort_by(|one, other| one.text.cmp(&other.text));
        self
    }
}

/// A legal move and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The canonical text of the move.
    pub text: String,
    /// The VFEN after it.
    pub vfen: String,
    /// The status after it.
    pub status: Status,
}

/// Puts a survey together from the answers to single questions.
pub(super) fn assemble<B: Backend + ?Sized>(
    backend: &mut B,
    variant: VariantId,
    vfen: &str,
) -> Result<Survey, BackendError> {
    let canonical = backend.read(variant, vfen)?;
    let mut children = Vec::new();
    for text in backend.moves(variant, vfen)? {
        let line = [text];
        let child = backend.after(variant, vfen, &line)?;
        let status = backend.status(variant, vfen, &line)?;
        let [text] = line;
        children.push(Child { text, vfen: child, status });
    }
    let status = backend.status(variant, vfen, &[])?;
    let count = backend.perft(variant, vfen, 1)?;
    Ok(Survey { vfen: canonical, status, children, count })
}
