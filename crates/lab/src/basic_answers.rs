//! Backends with a fault: each answers the basic questions by a method of its own, and the others are derived from those.

use vperft::inner::backend::{
    Answer, BackendError, CountPlan, PositionPath, Question, VariantBackend, derive_answer,
};
use vperft::inner::game::rules::Status;

/// The basic answers of a backend, named as the questions.
pub trait BasicAnswers: VariantBackend + Sized {
    fn read(&mut self, vfen: &str) -> Result<String, BackendError>;
    fn moves(&mut self, path: PositionPath<'_>) -> Result<Vec<String>, BackendError>;
    fn perft(&mut self, path: PositionPath<'_>, depth: u32) -> Result<u128, BackendError>;
    fn after(&mut self, path: PositionPath<'_>) -> Result<String, BackendError>;
    fn status(&mut self, path: PositionPath<'_>) -> Result<Status, BackendError>;

    fn divide(&mut self, _: PositionPath<'_>, _: u32) -> Result<Vec<(String, u128)>, BackendError> {
        Err(BackendError::Unsupported(
            "a backend with a fault is not asked for the counts of every move".into(),
        ))
    }

    /// The answer to any question.
    fn answer(
        &mut self,
        path: PositionPath<'_>,
        question: &Question,
        plan: &CountPlan<'_>,
    ) -> Result<Answer, BackendError> {
        Ok(match *question {
            Question::Read if path.moves.is_empty() => Answer::Vfen(self.read(path.vfen)?),
            Question::Read => Answer::Vfen(self.after(path)?),
            Question::Moves => Answer::Moves(self.moves(path)?),
            Question::Perft { depth } => Answer::Count(self.perft(path, depth)?),
            Question::Divide { depth } => Answer::divide(self.divide(path, depth)?),
            Question::Status => Answer::Status(self.status(path)?),
            _ => return derive_answer(self, path, question, plan),
        })
    }
}
