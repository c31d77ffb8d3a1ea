//! Asks a backend about all rulings of a variant.

use super::{Decision, JointCheck, Oracle, ResponseTracker, confirm, decide, plan};
use vperft::inner::backend::{Backend, BackendError};
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::{Rulings, VariantId};

/// The readings of a variant that a backend follows.
#[derive(Clone, Debug)]
pub struct Identified {
    /// The variant.
    pub variant: VariantId,
    /// The decision about each ruling with several readings.
    pub findings: Vec<Decision>,
    /// Whether the readings agree with the backend together.
    pub joint: JointCheck,
}

/// Decides every ruling with the others as declared by the backend, or at their default. If the result does
/// not agree together, decides again with the others as found, because one reading may hide the effects of
/// another.
///
/// # Errors
/// Returns an error if the backend has no rules of the variant or answers nothing, or if the oracle fails in
/// any way other than refusing a position.
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

/// Decides every ruling with the others as in `base`. Also returns the readings found.
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
