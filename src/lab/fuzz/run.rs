//! Compares many positions with several threads.

use super::source::Source;
use super::stream::{BATCH, Mixed, REFUSALS, all_refused};
use super::{Comparison, Difference, Origin, Stats, compare_related};
use crate::backend::{BackendError, Pair};
use crate::game::variant::{Rulings, VariantId};
use crate::support::workers::spread_while;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// Of so many positions of games, and of constructed ones, one is counted two plies deep.
const DEEP_ONE_OF: u64 = 100;

/// What to compare.
#[derive(Clone, Copy, Debug)]
pub struct FuzzSettings<'a> {
    /// The variant.
    pub variant: VariantId,
    /// The rulings both backends take.
    pub rulings: &'a Rulings,
    /// Whether the answers of the second are held against each other as well.
    pub relations: bool,
    /// How many positions.
    pub positions: u64,
    /// The seed everything random comes from.
    pub seed: u64,
    /// With how many threads.
    pub jobs: usize,
}

/// A position at which the backends differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FoundDifference {
    /// The number of the position in the run, from 0.
    pub index: u64,
    /// Where it comes from.
    pub origin: Origin,
    /// The position.
    pub vfen: String,
    /// What differs; never empty.
    pub differences: Vec<Difference>,
    /// Whether both agreed there when they were opened anew: one of them answers now this and now that.
    pub flaky: bool,
}

impl FoundDifference {
    /// A difference that was seen once.
    #[must_use]
    pub const fn new(index: u64, origin: Origin, vfen: String, differences: Vec<Difference>) -> Self {
        Self { index, origin, vfen, differences, flaky: false }
    }

    /// Whether the difference is that both refuse a position that occurs in games.
    #[must_use]
    pub fn is_refusal_of_both(&self) -> bool {
        matches!(self.differences[..], [Difference::BothRefuse { .. }])
    }
}

/// What came of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuzzOutcome {
    /// What was compared without a difference, up to the first one.
    pub stats: Stats,
    /// The first difference.
    pub found: Option<FoundDifference>,
}

/// Compares as many positions as planned, or up to the first difference, about which two backends are asked once more that are
/// opened for it. `progress` is told how many
/// positions were compared since it was last told.
///
/// # Errors
/// If a backend does not support what it is asked, or refuses every position, or the system does not give the threads.
///
/// # Panics
/// If a thread does.
pub fn run(
    settings: &FuzzSettings<'_>,
    open: &(dyn Fn() -> Pair + Sync),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<FuzzOutcome, BackendError> {
    let batches = settings.positions.div_ceil(BATCH);
    let last = AtomicU64::new(u64::MAX);
    let results = spread_while(batches as usize, settings.jobs, |pair: &mut Option<Pair>, batch| {
        let batch = batch as u64;
        // Batches before the one with a difference are finished: theirs would come first.
        if batch > last.load(Ordering::Relaxed) {
            return None;
        }
        let result = one(settings, batch, pair.get_or_insert_with(open), progress);
        if !matches!(result, Ok(FuzzOutcome { found: None, .. })) {
            last.fetch_min(batch, Ordering::Relaxed);
        }
        Some(result)
    });
    let mut total = FuzzOutcome::default();
    for result in results.map_err(|error| BackendError::NotAsked(error.to_string()))? {
        let outcome = result?;
        total.stats.merge(outcome.stats);
        if let Some(mut found) = outcome.found {
            found.flaky = agree_now(&mut open(), settings, &found);
            total.found = Some(found);
            break;
        }
    }
    Ok(total)
}

/// Whether two backends that were opened for it agree where two differed that had been asked before. This is what a replay of
/// the difference finds.
fn agree_now(pair: &mut Pair, settings: &FuzzSettings<'_>, found: &FoundDifference) -> bool {
    match compare_related(pair, settings.variant, &found.vfen, true, settings.relations) {
        Ok(Comparison::Same(_)) => true,
        Ok(Comparison::Refused { .. }) => !found.is_refusal_of_both(),
        Ok(Comparison::Different(_)) | Err(_) => false,
    }
}

/// Compares the positions of one batch.
fn one(
    settings: &FuzzSettings<'_>,
    batch: u64,
    pair: &mut Pair,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<FuzzOutcome, BackendError> {
    let first = batch * BATCH;
    let mut mixed = Mixed::new(settings.variant, settings.rulings, settings.seed, batch);
    let mut outcome = FuzzOutcome { stats: Stats::of(settings.positions), ..FuzzOutcome::default() };
    for index in first..settings.positions.min(first + BATCH) {
        let source = mixed.source(index);
        outcome.found = position(settings, index, source, pair, &mut outcome.stats)?;
        if outcome.found.is_some() {
            break;
        }
        progress(1);
    }
    Ok(outcome)
}

/// Compares the next position that is not refused. A constructed one that a backend does not support is passed over, such as
/// one with counters that no engine reads.
pub(super) fn position(
    settings: &FuzzSettings<'_>,
    index: u64,
    source: &mut dyn Source,
    pair: &mut Pair,
    stats: &mut Stats,
) -> Result<Option<FoundDifference>, BackendError> {
    let FuzzSettings { variant, relations, .. } = *settings;
    let deep = index / 2 % DEEP_ONE_OF == DEEP_ONE_OF - 1;
    let mut unsupported = None;
    for _ in 0..REFUSALS {
        let (vfen, origin) = source.next();
        let found = |differences| Some(FoundDifference::new(index, origin, vfen.clone(), differences));
        let compared = match compare_related(pair, variant, &vfen, deep, relations) {
            Err(error @ BackendError::Unsupported(_)) if source.refused() => {
                unsupported = Some(error);
                continue;
            }
            answer => answer?,
        };
        match compared {
            Comparison::Same(survey) => {
                stats.add(pair.a.of(variant)?, &survey, origin);
                source.accepted(&survey);
                return Ok(None);
            }
            Comparison::Different(differences) => return Ok(found(differences)),
            Comparison::Refused { a, b } => {
                stats.add_refusal(&a, &b, &vfen);
                if !source.refused() {
                    return Ok(found(vec![Difference::both_refuse(&a, &b)]));
                }
            }
        }
    }
    Err(unsupported.unwrap_or_else(all_refused))
}
