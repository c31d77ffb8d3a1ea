//! Answers questions by asking simpler ones.

use super::classes::classes;
use super::error::unless_unsupported;
use super::{
    Answer, BackendError, Child, CountPlan, MemoryBudget, PositionPath, Question, Survey, VariantBackend,
};
use crate::game::notation;
use crate::game::position;
use crate::game::position::VfenErrorKind;

/// Answers a question from the answers to basic ones.
///
/// # Errors
/// If the question is basic, or the backend does not answer one of the others.
pub fn derive_answer(
    backend: &mut dyn VariantBackend,
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
        Question::Check => Answer::Check(is_check(backend, path)?),
        Question::Classes { depth } => Answer::Classes(classes(backend, path, *depth, plan)?),
        Question::Key => return Err(BackendError::Unsupported("keys of positions".into())),
        Question::Digest => return Err(BackendError::Unsupported("digests of positions".into())),
        question => return Err(BackendError::Unsupported(format!("`{}`", question.name()))),
    })
}

/// Lets the side to move pass, and asks whether that position is refused because the King of that side could be captured.
fn is_check(backend: &mut dyn VariantBackend, path: PositionPath<'_>) -> Result<bool, BackendError> {
    let vfen = if path.moves.is_empty() { path.vfen.to_owned() } else { backend.after(path)? };
    let Some(passed) = position::pass(&vfen) else {
        return Err(BackendError::Protocol(format!("printed the position `{vfen}`; expected six fields")));
    };
    match backend.read(&passed) {
        Ok(_) => Ok(false),
        Err(error)
            if error.refuses_position() && error.other_reason(VfenErrorKind::KingCapturable).is_none() =>
        {
            Ok(true)
        }
        Err(error) => Err(error),
    }
}

fn children(
    backend: &mut dyn VariantBackend,
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

fn survey(backend: &mut dyn VariantBackend, path: PositionPath<'_>) -> Result<Survey, BackendError> {
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
