//! Answers questions by asking simpler ones.

use super::{
    Answer, BackendError, Child, CountPlan, MemoryBudget, PositionPath, Question, Survey, VariantBackend,
};
use crate::game::notation;
use crate::game::rules::Status;

/// Answers a question from the answers to basic ones.
///
/// # Errors
/// If the question is basic, or the backend does not answer one of the others.
pub(super) fn derive<B: VariantBackend + ?Sized>(
    backend: &mut B,
    path: PositionPath<'_>,
    question: &Question,
    plan: &CountPlan<'_>,
) -> Result<Answer, BackendError> {
    Ok(match question {
        Question::MovesOf { square } => {
            let mut moves = backend.moves(path)?;
            moves.retain(|text| notation::starts_on(text, square));
            Answer::Moves(moves)
        }
        Question::After { text } => {
            let moves = path.moves_with(text);
            backend.ask(PositionPath { moves: &moves, ..path }, &Question::Read, plan)?
        }
        Question::Children => Answer::Children(children(backend, path)?),
        Question::Survey => Answer::Survey(survey(backend, path)?),
        Question::Key => return Err(BackendError::Unsupported("keys of positions".into())),
        question => return Err(BackendError::Unsupported(format!("`{}`", question.name()))),
    })
}

fn children<B: VariantBackend + ?Sized>(
    backend: &mut B,
    path: PositionPath<'_>,
) -> Result<Vec<(String, String)>, BackendError> {
    let mut moves = path.moves.to_vec();
    let (mut children, mut budget) = (Vec::new(), MemoryBudget::default());
    for text in backend.moves(path)? {
        moves.push(text);
        let vfen = backend.after(PositionPath { moves: &moves, ..path })?;
        budget.add(MemoryBudget::size([vfen.as_str()]))?;
        children.extend(moves.pop().map(|text| (text, vfen)));
    }
    Ok(children)
}

fn survey<B: VariantBackend + ?Sized>(
    backend: &mut B,
    path: PositionPath<'_>,
) -> Result<Survey, BackendError> {
    let vfen = backend.after(path)?;
    let mut moves = path.moves.to_vec();
    let (mut children, mut budget) = (Vec::new(), MemoryBudget::default());
    for text in backend.moves(path)? {
        moves.push(text);
        let child = PositionPath { moves: &moves, ..path };
        let vfen = backend.after(child)?;
        budget.add(MemoryBudget::size([vfen.as_str()]))?;
        let status = unless_unsupported(backend.status(child))?;
        children.extend(moves.pop().map(|text| Child { text, vfen, status }));
    }
    let status = unless_unsupported(backend.status(path))?;
    let count = backend.perft(path, 1)?;
    Ok(Survey { vfen, status, children, count })
}

/// A status, or `None` if the backend does not report any. An engine, for instance, knows the moves but not the status of a game.
fn unless_unsupported(answer: Result<Status, BackendError>) -> Result<Option<Status>, BackendError> {
    match answer {
        Err(BackendError::Unsupported(_)) => Ok(None),
        answer => answer.map(Some),
    }
}
