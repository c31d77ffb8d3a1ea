//! What a backend says where a value is missing.

use crate::backend::{Backend, BackendError, PositionPath};
use crate::corpus::question::{Answer, CountPlan, Question};
use crate::game::perft::Resources;
use crate::game::variant::VariantId;
use serde_json::{Value, json};

/// The value as a suite file holds it; counts are made with these means.
pub(super) fn answer(
    backend: &mut dyn Backend,
    variant: VariantId,
    path: PositionPath<'_>,
    question: &Question,
    means: &Resources,
) -> Result<Value, BackendError> {
    match question.ask(backend.of(variant)?, path, CountPlan::With(means))? {
        // A refusal is no value: which moves are to be refused is for people to say.
        Answer::Refused(error) => Err(error),
        answer => Ok(json!(answer.expected())),
    }
}
