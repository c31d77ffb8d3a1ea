//! Asks the backend and finds the suspects that answer as it does.

use super::diagnosis::{Diagnosis, DiagnosisObserver, Settings};
use super::inquiry::Inquiry;
use super::probe::{Probe, probes};
use crate::backend::{Backend, BackendError, Question};
use crate::corpus::suite::Corpus;
use crate::game::variant::VariantId;

/// Finds the mistakes that explain the answers of a backend.
///
/// # Errors
/// Returns an error if the variant has no built-in rules, or the backend answers nothing.
pub fn diagnose(
    corpus: &Corpus,
    variant: VariantId,
    backend: &mut dyn Backend,
    settings: &Settings,
    observer: &DiagnosisObserver<'_>,
) -> Result<Diagnosis, BackendError> {
    let (pool, reserve) = split(probes(corpus, variant), settings.positions);
    let mut inquiry = Inquiry::new(variant, settings, observer);
    inquiry.ask(backend, pool)?;
    let (chosen, differences) = inquiry.choose(backend, reserve)?;
    inquiry.conclude(&chosen, &differences)
}

/// Splits off the first probes: this many positions, and as many inputs.
fn split(probes: Vec<Probe>, positions: usize) -> (Vec<Probe>, Vec<Probe>) {
    let mut taken = [0; 2];
    probes.into_iter().partition(|probe| {
        let taken = &mut taken[usize::from(probe.question == Question::Survey)];
        *taken += 1;
        *taken <= positions
    })
}
