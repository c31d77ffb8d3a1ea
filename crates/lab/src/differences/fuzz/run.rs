//! Compares positions up to the first difference.

use super::source::Source;
use super::stream::{BATCH, MAX_REFUSALS, all_refused};
use super::{Comparison, Difference, Origin, Stats, compare_related, sweep};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use vperft::inner::backend::{BackendError, Pair};
use vperft::inner::game::variant::{Rulings, VariantId};
use vperft_run::partition::Part;

/// Every N-th position of games, and of constructed ones, is compared two plies deep.
const DEEP_INTERVAL: u64 = 100;

/// The number of unsupported positions after which a backend that has supported none is asked no more.
const MAX_UNSUPPORTED: u64 = 100;

/// The settings of a comparison.
#[derive(Clone, Copy, Debug)]
pub struct FuzzSettings<'a> {
    pub variant: VariantId,
    /// The rulings of both backends.
    pub rulings: &'a Rulings,
    /// Whether the second backend's answers are also compared with each other.
    pub relations: bool,
    /// The number of positions.
    pub positions: u64,
    /// The part of the batches to compare; `None` for all.
    pub part: Option<Part>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of threads.
    pub jobs: usize,
}

impl FuzzSettings<'_> {
    /// The numbers of the batches to compare, in order.
    pub(super) fn batches(&self) -> impl ExactSizeIterator<Item = u64> + use<> {
        let Part { number, of } = self.part.unwrap_or(Part { number: 1, of: 1 });
        let (first, step) = (u64::from(number - 1), u64::from(of));
        let count = self.positions.div_ceil(BATCH).saturating_sub(first).div_ceil(step);
        (0..usize::try_from(count).unwrap_or(usize::MAX)).map(move |index| index as u64 * step + first)
    }
}

/// A position at which the backends differ.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct FoundDifference {
    /// The index of the position in the run, from 0.
    pub index: u64,
    /// The origin of the position.
    pub origin: Origin,
    /// The position.
    pub vfen: String,
    /// The differences; never empty.
    pub differences: Vec<Difference>,
    /// Whether fresh processes of both backends agree there, which shows that an answer changes.
    pub flaky: bool,
}

impl FoundDifference {
    /// A difference that was seen once.
    #[must_use]
    pub const fn new(index: u64, origin: Origin, vfen: String, differences: Vec<Difference>) -> Self {
        Self { index, origin, vfen, differences, flaky: false }
    }

    /// Whether both backends refuse a position that occurs in games.
    #[must_use]
    pub fn is_refusal_of_both(&self) -> bool {
        matches!(self.differences[..], [Difference::BothRefuse { .. }])
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuzzOutcome {
    /// Statistics of the positions before the first difference.
    pub stats: Stats,
    /// The first difference.
    pub found: Option<FoundDifference>,
}

/// Compares the planned number of positions, or stops at the first difference, which fresh processes of both backends
/// are asked about again, or once `is_stopped` returns true. `progress` receives the number of positions compared since
/// the last call, and `take` the outcome of each batch, in order.
///
/// # Errors
/// If a backend does not support a question or refuses every position, or if threads cannot be started.
///
/// # Panics
/// If a thread panics.
pub fn run(
    settings: &FuzzSettings<'_>,
    open: &(dyn Fn() -> Pair + Sync),
    progress: &(dyn Fn(u64) + Sync),
    is_stopped: &(dyn Fn() -> bool + Sync),
    take: &mut dyn FnMut(u64, &FuzzOutcome),
) -> Result<FuzzOutcome, BackendError> {
    let mut total = FuzzOutcome::default();
    sweep(settings, open, progress, is_stopped, &mut |segment| {
        let mut outcome = FuzzOutcome { stats: segment.stats, found: segment.found };
        if let Some(found) = &mut outcome.found {
            found.flaky = agree_now(&mut open(), settings, found);
        }
        take(segment.batch, &outcome);
        total.add(outcome)
    })?;
    Ok(total)
}

impl FuzzOutcome {
    /// Adds the outcome of the next batch. Breaks at the first difference.
    pub(super) fn add(&mut self, next: Self) -> ControlFlow<()> {
        self.stats.merge(next.stats);
        self.found = next.found;
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whether fresh processes agree where older ones differed. A replay of the difference gives the same result.
fn agree_now(pair: &mut Pair, settings: &FuzzSettings<'_>, found: &FoundDifference) -> bool {
    match compare_related(pair, settings.variant, &found.vfen, true, settings.relations) {
        Ok(Comparison::Same(_) | Comparison::InPart(_)) => true,
        Ok(Comparison::Refused { .. }) => !found.is_refusal_of_both(),
        Ok(Comparison::Different(_)) | Err(_) => false,
    }
}

/// Compares the next position that is not refused. One that a backend does not support is counted: a constructed one is replaced by
/// another, and a game goes on by the backend that answers. The error is that of a backend that supports no position at all.
pub(super) fn compare_next(
    settings: &FuzzSettings<'_>,
    index: u64,
    source: &mut dyn Source,
    pair: &mut Pair,
    stats: &mut Stats,
) -> Result<Option<FoundDifference>, BackendError> {
    let FuzzSettings { variant, relations, .. } = *settings;
    let deep = index / 2 % DEEP_INTERVAL == DEEP_INTERVAL - 1;
    for _ in 0..MAX_REFUSALS {
        let (vfen, origin) = source.next();
        let found = |differences| Some(FoundDifference::new(index, origin, vfen.clone(), differences));
        let compared = match compare_related(pair, variant, &vfen, deep, relations) {
            Err(error @ BackendError::Unsupported(_)) => {
                stats.unsupported += 1;
                if stats.positions == 0 && stats.unsupported >= MAX_UNSUPPORTED {
                    return Err(error);
                }
                if source.refused() {
                    continue;
                }
                let surveys = [&mut pair.a, &mut pair.b].map(|side| side.of(variant)?.survey(&vfen));
                let survey = surveys.into_iter().find_map(Result::ok).ok_or(error)?;
                source.accepted(&survey.sorted());
                return Ok(None);
            }
            answer => answer?,
        };
        stats.in_part += u64::from(matches!(compared, Comparison::InPart(_)));
        match compared {
            Comparison::Same(survey) | Comparison::InPart(survey) => {
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
    Err(all_refused())
}
