//! Asks the backend and finds the mistakes that answer as it does.

use super::below::Below;
use super::diagnosis::{Diagnosis, DiagnosisObserver, Settings};
use super::evidence::{Evidence, RunEvidence};
use super::halt::unless_stopped;
use super::inquiry::Inquiry;
use super::probe::{Probe, probes};
use super::smallest::OpenBackend;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use vperft::inner::backend::{Backend, BackendError, Question};
use vperft::inner::corpus::suite::Corpus;
use vperft::inner::game::variant::VariantId;

/// The most answers of a run that are compared, so that a diagnosis at its end takes seconds.
const MAX_WRONG_ANSWERS: usize = 400;
const MAX_RIGHT_ANSWERS: usize = 400;

/// Finds the mistakes that explain the answers of a backend. If `open` starts further processes of it, they are asked for counts, to find
/// mistakes below the positions of the corpus, and about smaller positions for examples, unless the mistake is about a rule.
///
/// # Errors
/// Returns an error if the variant has no built-in rules, or the backend answers nothing.
pub fn diagnose(
    corpus: &Corpus,
    variant: VariantId,
    backend: &mut dyn Backend,
    open: Option<OpenBackend<'_>>,
    settings: &Settings,
    observer: &DiagnosisObserver<'_>,
) -> Result<Diagnosis, BackendError> {
    let (pool, mut reserve) = split(probes(corpus, variant), settings.positions);
    let mut inquiry = Inquiry::new(corpus, variant, settings, observer);
    inquiry.open = open;
    let unlisted = match inquiry.ask(backend, pool) {
        // A program that only counts is asked for counts.
        Err(error @ BackendError::Unsupported(_)) if open.is_some() => Some(error),
        asked => asked.map(|()| None)?,
    };
    // Others stand in for positions that it does not support.
    let more = reserve.drain(..inquiry.unanswered.0.min(reserve.len())).collect();
    if unlisted.is_none() {
        inquiry.ask(backend, more)?;
    }
    let below = match open {
        Some(open) => inquiry.below_roots(corpus, open)?,
        None => Below::default(),
    };
    match unlisted {
        Some(error) if below.counted == 0 => return Err(error),
        Some(_) => {}
        None => inquiry.ask(backend, below.probes)?,
    }
    let attribution = inquiry.attribute(Some(backend), reserve)?;
    let mut found = inquiry.conclude(attribution)?;
    found.counts_only = below.counts_only;
    if let Some(open) = open {
        inquiry.shrink_examples(&mut found, open);
    }
    Ok(found)
}

/// Finds the mistakes that explain the answers that a run already has. The backend is not asked.
///
/// # Errors
/// Returns an error if the variant has no built-in rules.
pub fn diagnose_run(
    corpus: &Corpus,
    variant: VariantId,
    evidence: RunEvidence,
    settings: &Settings,
    observer: &DiagnosisObserver<'_>,
) -> Result<Diagnosis, BackendError> {
    let mut inquiry = Inquiry::new(corpus, variant, settings, observer);
    let RunEvidence { list, counts_only, changing } = evidence;
    let (wrong, right): (Vec<_>, Vec<_>) = list.into_iter().partition(|one| !one.differences.is_empty());
    if !changing.is_empty() {
        // A run repeats a few of its questions, and any other wrong answer may change too.
        let (asked, differing) = (right.len() + wrong.len() + changing.len(), wrong.len() + changing.len());
        return Ok(Diagnosis { asked, differing, changing, counts_only, ..Diagnosis::default() });
    }
    let right = by_relevance(right, &wrong, &inquiry.cited).into_iter().take(MAX_RIGHT_ANSWERS);
    let added = inquiry.add(wrong.into_iter().take(MAX_WRONG_ANSWERS).chain(right).collect());
    inquiry.is_stopped |= unless_stopped(added)?.is_none();
    let attribution = inquiry.attribute(None, Vec::new())?;
    Ok(Diagnosis { counts_only, ..inquiry.conclude(attribution)? })
}

/// Sorts right answers: first those about the clauses whose cases are mostly wrong, which contradict false mistakes.
fn by_relevance(
    mut right: Vec<Evidence>,
    wrong: &[Evidence],
    cited: &BTreeMap<String, Vec<String>>,
) -> Vec<Evidence> {
    let clauses = |one: &Evidence| cited.get(&one.probe.case).into_iter().flatten();
    let mut counts = BTreeMap::<&String, [usize; 2]>::new();
    for (index, list) in [wrong, &right].into_iter().enumerate() {
        list.iter().flat_map(clauses).for_each(|clause| counts.entry(clause).or_default()[index] += 1);
    }
    let percent = |clause| counts.get(clause).map(|[wrong, right]| 100 * wrong / (wrong + right));
    right.sort_by_cached_key(|one| Reverse(clauses(one).filter_map(percent).max()));
    right
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
