//! Everything about a position that two backends can be compared by, in one answer.

use super::{BackendError, MemoryBudget, PositionPath, VariantBackend};
use crate::game::rules::Status;

/// A position as a backend sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Its canonical VFEN.
    pub vfen: String,
    /// Its status, occurring for the first time; none if the backend does not say.
    pub status: Option<Status>,
    /// The legal moves as the backend generates them: in any order, and duplicate if it duplicates them.
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
    /// The status after it; none if the backend does not say.
    pub status: Option<Status>,
}

/// Puts a survey together from the answers to single questions.
pub(super) fn assemble<V: VariantBackend + ?Sized>(view: &mut V, vfen: &str) -> Result<Survey, BackendError> {
    let canonical = view.read(vfen)?;
    let (mut children, mut held) = (Vec::new(), MemoryBudget::default());
    for text in view.moves(vfen.into())? {
        let moves = [text];
        let path = PositionPath { vfen, moves: &moves };
        let child = view.after(path)?;
        held.add(MemoryBudget::size([child.as_str()]))?;
        let status = stated(view.status(path))?;
        let [text] = moves;
        children.push(Child { text, vfen: child, status });
    }
    let status = stated(view.status(vfen.into()))?;
    let count = view.perft(vfen.into(), 1)?;
    Ok(Survey { vfen: canonical, status, children, count })
}

/// What a backend says of a status. Many know all about moves and nothing of how a game stands, an engine for instance.
fn stated(answer: Result<Status, BackendError>) -> Result<Option<Status>, BackendError> {
    match answer {
        Err(BackendError::Unsupported(_)) => Ok(None),
        answer => answer.map(Some),
    }
}
