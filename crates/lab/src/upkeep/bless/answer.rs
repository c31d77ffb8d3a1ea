//! Computes missing values.

use serde_json::{Value, json};
use vperft::inner::backend::{Backend, BackendError, CountPlan, PositionPath};
use vperft::inner::corpus::question::{Query, Reply};
use vperft::inner::game::perft::Resources;
use vperft::inner::game::variant::VariantId;

/// Asks for the value, in the form of a suite file. `means` limits the resources for counts.
pub(super) fn answer(
    backend: &mut dyn Backend,
    variant: VariantId,
    path: PositionPath<'_>,
    question: &Query,
    means: &Resources,
) -> Result<Value, BackendError> {
    match question.ask(backend.of(variant)?, path, &CountPlan::with(means))? {
        // A refusal is not a value: the author decides which moves must be refused.
        Reply::Refused(error) => Err(error),
        answer => Ok(json!(answer.expected())),
    }
}
