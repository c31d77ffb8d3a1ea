//! Streams of positions, for comparisons, audits and tests.

use super::Origin;
use super::rng::Rng;
use super::source::{Constructions, Games, Seeds, Source};
use std::ops::ControlFlow;
use vperft::inner::backend::{BackendError, Survey, VariantBackend};
use vperft::inner::game::variant::{Rulings, Variant, VariantId};

/// The number of positions in a batch. Batches are independent, so that several can be generated at once.
pub const BATCH: u64 = 1024;

/// The number of constructed positions in a row that may be refused before the stream fails.
pub(super) const MAX_REFUSALS: u32 = 10_000;

/// The positions of a batch: even indices come from games, odd ones are constructed.
pub(super) struct MixedSource<'a> {
    games: Games<'a>,
    constructions: Constructions<'a>,
}

impl<'a> MixedSource<'a> {
    /// The batch with this number for a comparison of two backends.
    pub fn new(variant: VariantId, rulings: &'a Rulings, seed: u64, batch: u64) -> Self {
        let start = &Variant::get(variant).start(rulings).vfen;
        Self {
            games: Games::new(start, Seeds::Hashed { seed, batch, begun: 0 }),
            constructions: Constructions::new(variant, rulings, Rng::new(seed, batch)).seeking_rare(),
        }
    }

    /// The batch with this number for measuring the corpus. Games have successive seeds, so nearby seeds share some
    /// games. This must not change: the positions of the corpus and the figures in docs/audit.md come from it.
    pub fn measuring(variant: VariantId, rulings: &'a Rulings, seed: u64, batch: u64) -> Self {
        let start = &Variant::get(variant).start(rulings).vfen;
        Self {
            // A batch plays fewer games than it has positions, so no game is played twice.
            games: Games::new(start, Seeds::From(seed.wrapping_add(batch * BATCH))),
            constructions: Constructions::new(variant, rulings, Rng::new(seed, batch)),
        }
    }

    /// The source of the position with this index.
    pub fn source(&mut self, index: u64) -> &mut dyn Source {
        if index.is_multiple_of(2) { &mut self.games } else { &mut self.constructions }
    }
}

/// Passes the positions of a batch to `take`, with the backend's survey of each, until it breaks. These are not the
/// positions that [`run`](super::run()) compares: rare ones are not preferred.
///
/// # Errors
/// If the backend fails, other than by refusing a constructed position.
pub fn batch(
    view: &mut dyn VariantBackend,
    rulings: &Rulings,
    seed: u64,
    batch: u64,
    take: &mut dyn FnMut(&Survey, Origin) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let mut mixed = MixedSource::measuring(view.variant(), rulings, seed, batch);
    for index in 0..BATCH {
        let source = mixed.source(index);
        let (origin, survey) = next_accepted(view, source)?;
        if take(&survey, origin).is_break() {
            break;
        }
        source.accepted(&survey);
    }
    Ok(())
}

/// The next position that the backend accepts.
fn next_accepted(
    view: &mut dyn VariantBackend,
    source: &mut dyn Source,
) -> Result<(Origin, Survey), BackendError> {
    for _ in 0..MAX_REFUSALS {
        if let (origin, Some(survey)) = ask(view, source)? {
            return Ok((origin, survey));
        }
    }
    Err(all_refused())
}

/// The error that no constructed position is accepted.
pub(super) fn all_refused() -> BackendError {
    BackendError::Unsupported(format!("all of {MAX_REFUSALS} constructed positions"))
}

/// Passes constructed positions, and those of a few random plies after each, to `take` with the backend's survey, until
/// it breaks or `limit` positions were tried. The same seed gives the same positions. Refused positions lose pieces or
/// are skipped.
///
/// # Errors
/// If the backend fails, other than by refusing a position.
pub fn constructed(
    view: &mut dyn VariantBackend,
    rulings: &Rulings,
    seed: u64,
    limit: u64,
    take: &mut dyn FnMut(&Survey) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let mut source = Constructions::new(view.variant(), rulings, Rng::new(seed, 0));
    for _ in 0..limit {
        let Some(survey) = ask(view, &mut source)?.1 else { continue };
        if take(&survey).is_break() {
            break;
        }
        source.accepted(&survey);
    }
    Ok(())
}

/// The next position with the backend's survey and sorted moves; `None` if it refuses a constructed position.
fn ask(
    view: &mut dyn VariantBackend,
    source: &mut dyn Source,
) -> Result<(Origin, Option<Survey>), BackendError> {
    let (vfen, origin) = source.next();
    match view.survey(&vfen) {
        Ok(survey) => Ok((origin, Some(survey.sorted()))),
        Err(error) if error.refuses_position() && source.refused() => Ok((origin, None)),
        Err(error) => Err(error),
    }
}
