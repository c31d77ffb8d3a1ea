//! Asks a backend about all rulings of a variant.

use super::{Decision, Heard, Joint, Oracle, confirm, decide, plan};
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
    pub joint: Joint,
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
    let (mut identified, found) = once(corpus, variant, &base, oracle, backend)?;
    let is_open = identified.findings.iter().any(|finding| finding.is_neither());
    if found != base && (is_open || !identified.joint.misfits.is_empty()) {
        identified = once(corpus, variant, &found, oracle, backend)?.0;
    }
    Ok(identified)
}

/// Decides every ruling with the others as in `base`; returns the readings found as well.
fn once(
    corpus: &Corpus,
    variant: VariantId,
    base: &Rulings,
    oracle: Oracle<'_>,
    backend: &mut dyn Backend,
) -> Result<(Identified, Rulings), BackendError> {
    let plan = plan(corpus, variant, base, oracle)?;
    let view = backend.of(variant)?;
    let mut heard = Heard::default();
    let findings = plan.iter().map(|deciding| decide(deciding, view, &mut heard));
    let findings = findings.collect::<Result<Vec<_>, _>>()?;
    heard.demand(1)?;
    let mut found = base.clone();
    for finding in &findings {
        if let Some(reading) = finding.reading() {
            found.set(finding.ruling.name, reading).expect("it is a reading of this ruling");
        }
    }
    let joint = confirm(&plan, &found, oracle, view)?;
    Ok((Identified { variant, findings, joint }, found))
}
