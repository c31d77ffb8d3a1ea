//! One check of one case against one backend.

use crate::backend::Backend;
use crate::corpus::question::{Verdict, ask_and_judge};
use crate::corpus::suite::{Case, Check};
use crate::game::variant::VariantId;

/// Asks the backend and compares.
pub fn judge(
    backend: &mut dyn Backend,
    variant: VariantId,
    vfen: &str,
    case: &Case,
    check: &Check,
) -> Verdict {
    match backend.of(variant) {
        Ok(view) => ask_and_judge(view, case.place(vfen), &check.question, &check.expected),
        Err(error) => error.into(),
    }
}
