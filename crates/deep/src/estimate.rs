//! Estimates a count by random games, to plan what is too large to count.
//!
//! Knuth, "Estimating the efficiency of backtrack programs", 1975: along a random game, the product of the numbers of moves has the
//! count as its mean. The last plies of every game are counted instead of played.

use super::expand::{Expansion, children};
use super::{DeepError, DeepEvent, Open};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use vperft::inner::game::variant::VariantId;
use vperft::inner::support::observer::Observer;

/// The plies at the end of a game that are counted.
const COUNTED_PLIES: u32 = 3;

/// The games of a thread between two looks at the others.
const BATCH: u32 = 100;

/// What to estimate.
#[derive(Clone, Debug)]
pub struct EstimateOptions {
    /// The variant.
    pub variant: VariantId,
    /// The root position.
    pub vfen: String,
    /// The depth of the count, in plies.
    pub depth: u32,
    /// How many random games.
    pub games: u32,
    /// The seed of the games.
    pub seed: u64,
    /// How many threads.
    pub jobs: usize,
}

/// An estimated count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many games were played.
    pub games: usize,
    /// Whether the observer stopped the games before all were played.
    pub is_stopped: bool,
    /// The count, as a mean over the games.
    pub count: f64,
    /// The standard error of the mean.
    pub error: f64,
    /// The sequences that a thread counts in a second, a few plies at a time; `None` if the time was too short to measure.
    pub rate: Option<f64>,
}

/// Estimates a count. It does not depend on the number of threads, unless the observer stops the games.
///
/// # Errors
/// If the backend gives no answer, or the observer stops the games before a hundred are played.
pub fn estimate(
    open: Open<'_>,
    options: &EstimateOptions,
    observer: &(dyn Observer<DeepEvent> + Sync),
) -> Result<Estimate, DeepError> {
    let expansion = Expansion { open, variant: options.variant, jobs: options.jobs, observer };
    let counted = options.depth.min(COUNTED_PLIES);
    let batches = options.games.div_ceil(BATCH);
    let sampled = Mutex::new(BTreeMap::new());
    let played = expansion.each(batches as usize, |backend: &mut Option<_>, index| {
        let backend = backend.get_or_insert_with(open);
        let mut rng = ChaCha8Rng::seed_from_u64(options.seed);
        rng.set_stream(index as u64);
        let (mut values, mut leaves, mut seconds) = (Vec::new(), 0.0, 0.0);
        for _ in 0..BATCH.min(options.games - index as u32 * BATCH) {
            let (mut vfen, mut weight) = (options.vfen.clone(), 1.0);
            for _ in counted..options.depth {
                let mut next = children(backend.as_mut(), options.variant, &vfen)?;
                weight *= next.len() as f64;
                if next.is_empty() {
                    break;
                }
                // The order of the moves is the backend's own; the estimate is to depend on the seed alone.
                next.sort_unstable();
                vfen = next.swap_remove((rng.next_u64() % next.len() as u64) as usize).1;
            }
            if weight > 0.0 {
                let begun = Instant::now();
                let below =
                    backend.of(options.variant).and_then(|view| view.perft(vfen.as_str().into(), counted));
                seconds += begun.elapsed().as_secs_f64();
                let below = below.map_err(|error| DeepError::Backend {
                    identity: backend.identity(),
                    vfen: vfen.clone(),
                    error,
                })? as f64;
                leaves += below;
                weight *= below;
            }
            values.push(weight);
        }
        let mut sampled = sampled.lock().unwrap_or_else(PoisonError::into_inner);
        sampled.insert(index, (values, leaves, seconds));
        Ok(())
    });
    // In the order of the games, so that the sums do not depend on the threads.
    let sampled = sampled.into_inner().unwrap_or_else(PoisonError::into_inner);
    let values: Vec<f64> = sampled.values().flat_map(|(values, ..)| values).copied().collect();
    // A program that was killed because of the stop gives no answer.
    let is_stopped = played.is_err() && observer.is_stopped() && !values.is_empty();
    if !is_stopped {
        played?;
    }
    let games = values.len().max(1) as f64;
    let count = values.iter().sum::<f64>() / games;
    let squares: f64 = values.iter().map(|value| (value - count).powi(2)).sum();
    let (leaves, seconds) =
        sampled.values().fold((0.0, 0.0), |(leaves, seconds), one| (leaves + one.1, seconds + one.2));
    Ok(Estimate {
        games: values.len(),
        is_stopped,
        count,
        error: (squares / (games * (games - 1.0).max(1.0))).sqrt(),
        rate: (leaves > 0.0 && seconds > 0.0).then(|| leaves / seconds),
    })
}
