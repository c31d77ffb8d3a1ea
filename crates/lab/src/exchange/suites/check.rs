//! Checks the counts of a foreign suite against a backend, one position after the other.

use super::read_position;
use crate::exchange::suite_text::Entry;
use vperft::inner::backend::{BackendError, PositionPath, VariantBackend};
use vperft::inner::game::perft::CountObserver;
use vperft::inner::game::variant::Variant;

/// How the counts of a position were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// All counts are right.
    Right,
    /// The first count that differs.
    Wrong { depth: u32, expected: u128, actual: u128 },
    /// The suite's position cannot be asked about.
    Unchecked(String),
    /// The backend gave no answer.
    Unanswered(BackendError),
}

/// The VFEN of a position of a suite.
///
/// # Errors
/// If the text is neither a VFEN nor a FEN of a valid position.
pub fn vfen(entry: &Entry, variant: &Variant) -> Result<String, String> {
    let read = read_position(variant, &entry.fen).map_err(|error| error.to_string())?;
    read.invalid.map_or(Ok(read.vfen), Err)
}

/// Checks the counts, the smallest depth first. `None` if the observer stopped a count.
pub fn check_entry(
    entry: &Entry,
    view: &mut dyn VariantBackend,
    observer: &CountObserver<'_>,
) -> Option<Checked> {
    Some(match vfen(entry, Variant::get(view.variant())) {
        Err(problem) => Checked::Unchecked(problem),
        Ok(_) if entry.counts.is_empty() => Checked::Unchecked("it has no counts".into()),
        Ok(vfen) => return check_counts(entry, view, &vfen, observer),
    })
}

fn check_counts(
    entry: &Entry,
    view: &mut dyn VariantBackend,
    vfen: &str,
    observer: &CountObserver<'_>,
) -> Option<Checked> {
    for (&depth, &expected) in &entry.counts {
        if depth == 0 {
            continue;
        }
        {
            let path = PositionPath { vfen, moves: &[] };
            match view.perft_until_stopped(path, depth, observer) {
                _ if observer.is_stopped() => return None,
                Ok(actual) if actual == expected => {}
                Ok(actual) => return Some(Checked::Wrong { depth, expected, actual }),
                Err(error) if error.refuses_position() => {
                    return Some(Checked::Unchecked(format!("it {error}")));
                }
                Err(BackendError::Unsupported(reason)) => return Some(Checked::Unchecked(reason)),
                Err(error) => return Some(Checked::Unanswered(error)),
            }
        }
    }
    Some(Checked::Right)
}
