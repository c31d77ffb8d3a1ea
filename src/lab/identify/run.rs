//! Asks a backend about all rulings of a variant.

use super::{Decision, JointCheck, Oracle, ResponseTracker, confirm, decide, plan};
use crate::backend::{Backend, BackendError};
use crate::corpus::suite::Corpus;
use crate::game::variant::{Rulings, VariantId};

/// What was found out about the rulings of a variant.
#[derive(Clone, Debug)]
pub struct Identified {
    /// The variant.
    pub variant: VariantId,
    /// Each ruling that has more than one reading.
    pub findings: Vec<Decision>,
    /// Whether the readings fit together.
    pub joint: JointCheck,
}

/// Decides every ruling with the others as the backend declares them, or else at their default. Where that
/// does not fit together, it is done once more with the others as found, because readings may change what
/// there is to see of others.
///
/// # Errors
/// If the backend has no rules of the variant or answers nothing, or the oracle fails otherwise than by refusing a position.
pub fn identify(
    corpus: &Corpus,
    variant: VariantId,
    oracle: Oracle<'_>,
    backend: &mut dyn Backend,
) -> Result<Identified, BackendError> {
    let base = backend.declared().unwrap_or_default();
    let (mut identified, found) = identify_with(corpus, variant, &base, oracle, backend)?;
    let is_open = identified.findings.iter().any(|finding| finding.is_neither());
    if found != base && (is_open || !identified.joint.mismatches.is_empty()) {
        identified = identify_with(corpus, variant, &found, oracle, backend)?.0;
    }
    Ok(identified)
}

/// Decides every ruling with the others as in `base`; returns the readings found as well.
fn identify_with(
    corpus: &Corpus,
    variant: VariantId,
    base: &Rulings,
    oracle: Oracle<'_>,
    backend: &mut dyn Backend,
) -> Result<(Identified, Rulings), BackendError> {
    let plan = plan(corpus, variant, base, oracle)?;
    let view = backend.of(variant)?;
    let mut tracker = ResponseTracker::default();
    let findings = plan.iter().map(|ruling_plan| decide(ruling_plan, view, &mut tracker));
    let findings = findings.collect::<Result<Vec<_>, _>>()?;
    tracker.require_answer(1)?;
    let mut found = base.clone();
    for finding in &findings {
        if let Some(reading) = finding.reading() {
            found.set(finding.ruling.name, reading).expect("it is a reading of this ruling");
        }
    }
    let joint = confirm(&plan, &found, oracle, view)?;
    Ok((Identified { variant, findings, joint }, found))
}
