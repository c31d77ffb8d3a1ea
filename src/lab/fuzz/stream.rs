//! Streams of positions, also for others than the comparison of two backends.

use super::Origin;
use super::rng::Rng;
use super::source::{Constructions, Games, Seeds, Source};
use crate::backend::{BackendError, Survey, VariantBackend};
use crate::game::variant::{Rulings, Variant, VariantId};
use std::ops::ControlFlow;

/// How many positions are handed out one after the other; the next batch begins anew, so that batches can be
/// worked on at the same time.
pub const BATCH: u64 = 1024;

/// How many constructed positions in a row may be refused before it is clear that none will be accepted.
pub(super) const REFUSALS: u32 = 10_000;

/// The positions of a batch: those of even numbers are of games, the others constructed.
pub(super) struct Mixed<'a> {
    games: Games<'a>,
    constructions: Constructions<'a>,
}

impl<'a> Mixed<'a> {
    /// The batch of this number: what two backends are compared on.
    pub fn new(variant: VariantId, rulings: &'a Rulings, seed: u64, batch: u64) -> Self {
        let start = &Variant::get(variant).start(rulings).vfen;
        Self {
            games: Games::new(start, Seeds::Of { seed, batch, begun: 0 }),
            constructions: Constructions::new(variant, rulings, Rng::new(seed, batch)).seeking_rare(),
        }
    }

    /// The batch of this number by which the corpus was filled and is measured: games have successive seeds, so that those of
    /// one seed and of another a little above are partly the same. The positions in the corpus come from there, and the figures of
    /// docs/audit.md, which is why they stay as they are.
    pub fn measuring(variant: VariantId, rulings: &'a Rulings, seed: u64, batch: u64) -> Self {
        let start = &Variant::get(variant).start(rulings).vfen;
        Self {
            // A batch plays fewer games than it has positions, so no game is played twice.
            games: Games::new(start, Seeds::From(seed.wrapping_add(batch * BATCH))),
            constructions: Constructions::new(variant, rulings, Rng::new(seed, batch)),
        }
    }

    /// Where the position of this number comes from.
    pub fn source(&mut self, index: u64) -> &mut dyn Source {
        if index.is_multiple_of(2) { &mut self.games } else { &mut self.constructions }
    }
}

/// Hands out the positions of a batch, with what a backend says about them, until it is told to stop. They are not those that
/// [`run`](super::run()) compares: what is rare is not sought.
///
/// # Errors
/// If the backend fails otherwise than by refusing a constructed position.
pub fn batch(
    view: &mut dyn VariantBackend,
    rulings: &Rulings,
    seed: u64,
    batch: u64,
    take: &mut dyn FnMut(&Survey, Origin) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let mut mixed = Mixed::measuring(view.variant(), rulings, seed, batch);
    for index in 0..BATCH {
        let source = mixed.source(index);
        let (origin, survey) = accepted(view, source)?;
        if take(&survey, origin).is_break() {
            break;
        }
        source.accepted(&survey);
    }
    Ok(())
}

/// The next position that the backend accepts.
fn accepted(
    view: &mut dyn VariantBackend,
    source: &mut dyn Source,
) -> Result<(Origin, Survey), BackendError> {
    for _ in 0..REFUSALS {
        if let (origin, Some(survey)) = ask(view, source)? {
            return Ok((origin, survey));
        }
    }
    Err(all_refused())
}

/// That no constructed position is accepted.
pub(super) fn all_refused() -> BackendError {
    BackendError::Unsupported(format!("all of {REFUSALS} constructed positions"))
}

/// Hands out constructed positions, and those of a few random plies after each, with what a backend says about
/// them, until it has constructed so many or is told to stop. The same seed gives the same positions; those the
/// backend refuses are thinned out or passed over.
///
/// # Errors
/// If the backend fails otherwise than by refusing a position.
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

/// The next position with what the backend says about it, its moves sorted; none if it refuses it and that is no wonder.
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
