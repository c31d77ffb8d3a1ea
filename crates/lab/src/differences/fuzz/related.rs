//! Also compares the second backend's answers with each other.

use super::{Comparison, Difference, compare};
use vperft::inner::backend::{BackendError, Pair, VariantBackend};
use vperft::inner::corpus::relation::Relation;
use vperft::inner::game::variant::VariantId;

/// Compares as [`compare()`] does. If both agree and `relations` is set, the relations between the second backend's
/// answers are checked as well.
///
/// # Errors
/// As [`compare()`].
pub fn compare_related(
    pair: &mut Pair,
    variant: VariantId,
    vfen: &str,
    deep: bool,
    relations: bool,
) -> Result<Comparison, BackendError> {
    let compared = compare(pair, variant, vfen, deep)?;
    if relations && matches!(compared, Comparison::Same(_) | Comparison::InPart(_)) {
        let broken = broken(pair.b.of(variant)?, vfen);
        if !broken.is_empty() {
            return Ok(Comparison::Different(broken));
        }
    }
    Ok(compared)
}

/// The broken relations at a position. Questions that the backend does not support are skipped.
fn broken(view: &mut dyn VariantBackend, vfen: &str) -> Vec<Difference> {
    let mut found = Vec::new();
    for relation in Relation::ALL {
        if !relation.applies(view.variant(), vfen) {
            continue;
        }
        match relation.hold(view, vfen.into()) {
            Ok(None) | Err(BackendError::Unsupported(_)) => {}
            Ok(Some(broken)) => found.push(Difference::Relation(broken)),
            Err(error) => {
                found.push(super::compare::answers_differ(&Ok(()), &Err(error)));
                break;
            }
        }
    }
    found
}
