//! Everything about a position by which two backends can be compared, in one answer.

use crate::game::rules::Status;

/// A position as a backend sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The canonical VFEN.
    pub vfen: String,
    /// The status when the position occurs for the first time; `None` if the backend does not report one.
    pub status: Option<Status>,
    /// The legal moves as the backend generates them, in any order and with duplicates.
    pub children: Vec<Child>,
    /// The number of legal moves as the backend counts them, possibly without generating them.
    pub count: u128,
}

impl Survey {
    /// The survey with its moves sorted by text.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.children.sort_by(|one, other| one.text.cmp(&other.text));
        self
    }
}

/// A legal move and the position after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// The canonical text of the move.
    pub text: String,
    /// The VFEN after the move.
    pub vfen: String,
    /// The status after the move; `None` if the backend does not report one.
    pub status: Option<Status>,
}
