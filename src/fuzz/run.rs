//! Compares many positions with several threads.

use super::source::Source;
use super::stream::{BATCH, Mixed, REFUSALS, all_refused};
use super::{Census, Compared, Difference, Origin, compare};
use crate::backend::{Backend, BackendError};
use crate::check::spread_while;
use crate::variant::{Rulings, VariantId};
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// Of so many positions of games, and of constructed ones, one is counted two plies deep.
const DEEP_ONE_OF: u64 = 100;

/// Two backends to compare.
pub struct Pair {
    /// The first, which also says how games go on.
    pub a: Box<dyn Backend>,
    /// The second.
    pub b: Box<dyn Backend>,
}

impl Pair {
    /// The variants both have rules of, in their order.
    #[must_use]
    pub fn variants(&self) -> Vec<VariantId> {
        let others = self.b.variants();
        self.a.variants().into_iter().filter(|variant| others.contains(variant)).collect()
    }
}

/// What to compare.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The rulings both backends take.
    pub rulings: &'a Rulings,
    /// How many positions.
    pub positions: u64,
    /// The seed everything random comes from.
    pub seed: u64,
    /// With how many threads.
    pub jobs: usize,
}

/// A position at which the backends differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Found {
    /// The number of the position in the run, from 0.
    pub index: u64,
    /// Where it comes from.
    pub origin: Origin,
    /// The position.
    pub vfen: String,
    /// What differs; never empty.
    pub differences: Vec<Difference>,
    /// Whether both agreed there when they were opened anew: one of them answers now this and now that.
    pub nondeterministic: bool,
}

impl Found {
    /// A difference that was seen once.
    #[must_use]
    pub const fn new(index: u64, origin: Origin, vfen: String, differences: Vec<Difference>) -> Self {
        Self { index, origin, vfen, differences, nondeterministic: false }
    }

    /// Whether the difference is that both refuse a position that occurs in games.
    #[must_use]
    pub fn is_refusal_of_both(&self) -> bool {
        matches!(self.differences[..], [Difference::BothRefuse { .. }])
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What was compared without a difference, up to the first one.
    pub census: Census,
    /// The first difference.
    pub found: Option<Found>,
}

/// Compares as many positions as planned, or up to the first difference, about which two backends are asked once more that are
/// opened for it. `progress` is told how many
/// positions were compared since it was last told.
///
/// # Errors
/// If a backend does not support what it is asked, or refuses every position.
///
/// # Panics
/// If a thread does.
pub fn run(
    plan: &Plan<'_>,
    open: &(dyn Fn() -> Pair + Sync),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Outcome, BackendError> {
    let batches = plan.positions.div_ceil(BATCH);
    let last = AtomicU64::new(u64::MAX);
    let results = spread_while(batches as usize, plan.jobs, &|pair: &mut Option<Pair>, batch| {
        let batch = batch as u64;
        // Batches before the one with a difference are finished: theirs would come first.
        if batch > last.load(Ordering::Relaxed) {
            return None;
        }
        let result = one(plan, batch, pair.get_or_insert_with(open), progress);
        if !matches!(result, Ok(Outcome { found: None, .. })) {
            last.fetch_min(batch, Ordering::Relaxed);
        }
        Some(result)
    });
    let mut total = Outcome::default();
    for result in results {
        let outcome = result?;
        total.census.merge(outcome.census);
        if let Some(mut found) = outcome.found {
            found.nondeterministic = agree_now(&mut open(), plan.variant, &found);
            total.found = Some(found);
            break;
        }
    }
    Ok(total)
}

/// Whether two backends that were opened for it agree where two differed that had been asked before. This is what a replay of
/// the difference finds.
fn agree_now(pair: &mut Pair, variant: VariantId, found: &Found) -> bool {
    match compare(pair, variant, &found.vfen, true) {
        Ok(Compared::Same(_)) => true,
        Ok(Compared::Refused { .. }) => !found.is_refusal_of_both(),
        Ok(Compared::Different(_)) | Err(_) => false,
    }
}

/// Compares the positions of one batch.
fn one(
    plan: &Plan<'_>,
    batch: u64,
    pair: &mut Pair,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Outcome, BackendError> {
    let first = batch * BATCH;
    let mut mixed = Mixed::new(plan.variant, plan.rulings, plan.seed, batch);
    let mut outcome = Outcome::default();
    for index in first..plan.positions.min(first + BATCH) {
        let source = mixed.source(index);
        let deep = index / 2 % DEEP_ONE_OF == DEEP_ONE_OF - 1;
        outcome.found = position(plan.variant, index, deep, source, pair, &mut outcome.census)?;
        if outcome.found.is_some() {
            break;
        }
        progress(1);
    }
    Ok(outcome)
}

/// Compares the next position that is not refused.
fn position(
    variant: VariantId,
    index: u64,
    deep: bool,
    source: &mut dyn Source,
    pair: &mut Pair,
    census: &mut Census,
) -> Result<Option<Found>, BackendError> {
    for _ in 0..REFUSALS {
        let (vfen, origin) = source.next();
        let found = |differences| Some(Found::new(index, origin, vfen.clone(), differences));
        match compare(pair, variant, &vfen, deep)? {
            Compared::Same(survey) => {
                census.add(pair.a.as_mut(), variant, &survey, origin);
                source.accepted(&survey);
                return Ok(None);
            }
            Compared::Different(differences) => return Ok(found(differences)),
            Compared::Refused { a, b } => {
                census.refused += 1;
                if !source.refused() {
                    return Ok(found(vec![Difference::both_refuse(&a, &b)]));
                }
            }
        }
    }
    Err(all_refused())
}
