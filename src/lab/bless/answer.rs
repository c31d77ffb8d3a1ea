//! Computes missing values.

use crate::backend::{Backend, BackendError, PositionPath};
use crate::corpus::question::{Answer, CountPlan, Question};
use crate::game::perft::Resources;
use crate::game::variant::VariantId;
use serde_json::{Value, json};

/// Asks for the value, in the form of a suite file. `means` limits the resources for counts.
pub(super) fn answer(
    backend: &mut dyn Backend,
    variant: VariantId,
    path: PositionPath<'_>,
    question: &Question,
    means: &Resources,
) -> Result<Value, BackendError> {
    match question.ask(backend.of(variant)?, path, CountPlan::With(means))? {
        // A refusal is not a value: the author decides which moves must be refused.
        Answer::Refused(error) => Err(error),
        answer => Ok(json!(answer.expected())),
    }
}
