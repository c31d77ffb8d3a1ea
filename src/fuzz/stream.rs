//! Constructed positions for others than the comparison of two backends.

use super::dice::Dice;
use super::source::{Constructions, Source};
use crate::backend::{Backend, BackendError, Survey};
use crate::variant::{Rulings, VariantId};
use std::ops::ControlFlow;

/// Hands out constructed positions, and those of a few random plies after each, with what a backend says about
/// them, until it has constructed so many or is told to stop. The same seed gives the same positions; those the
/// backend refuses are thinned out or passed over.
///
/// # Errors
/// If the backend fails otherwise than by refusing a position.
pub fn constructed(
    backend: &mut dyn Backend,
    variant: VariantId,
    rulings: &Rulings,
    seed: u64,
    limit: u64,
    take: &mut dyn FnMut(&Survey) -> ControlFlow<()>,
) -> Result<(), BackendError> {
    let mut source = Constructions::new(variant, rulings, Dice::new(seed, 0));
    for _ in 0..limit {
        let (vfen, _) = source.next();
        match backend.survey(variant, &vfen) {
            Ok(survey) => {
                let survey = survey.sorted();
                if take(&survey).is_break() {
                    break;
                }
                source.accepted(&survey);
            }
            Err(error) if error.refuses_position() && source.refused() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
