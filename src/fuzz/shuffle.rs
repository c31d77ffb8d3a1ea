//! Moves there and back, after which a position occurs again.

use crate::backend::{Backend, Survey};
use crate::variant::VariantId;

/// How many moves of either side are tried.
const TRIES: usize = 8;
/// How often both sides go there and back.
const ROUNDS: usize = 3;

/// Moves by which both sides go there and back several times, so that the position occurs again; none if no
/// such moves are soon found. Which moves are tried depends on the position alone.
pub(super) fn shuffle(backend: &mut dyn Backend, variant: VariantId, survey: &Survey) -> Option<Vec<String>> {
    let quiet: Vec<_> = survey.children.iter().filter(|child| is_plain(&child.text)).collect();
    for there in around(&quiet, survey.vfen.len()).take(TRIES) {
        let mut replies = backend.moves(variant, &there.vfen).ok()?;
        replies.retain(|text| is_plain(text));
        replies.sort();
        for reply in around(&replies, survey.vfen.len()).take(TRIES) {
            let round = [&there.text, reply, &back(&there.text)?, &back(reply)?].map(String::clone);
            // A Pawn's move has no way back; after a capture the next round may be illegal.
            let line: Vec<_> = round.iter().cycle().take(ROUNDS * round.len()).cloned().collect();
            if backend.after(variant, &survey.vfen, &line).is_ok() {
                return Some(line);
            }
        }
    }
    None
}

/// The entries from a place on, and then those before it.
fn around<T>(list: &[T], from: usize) -> impl Iterator<Item = &T> {
    list.iter().cycle().skip(from % list.len().max(1)).take(list.len())
}

/// Whether the move does nothing but go somewhere, and perhaps capture there.
fn is_plain(text: &str) -> bool {
    !text.contains(';') && !text.ends_with('-')
}

/// The text of the move back.
fn back(text: &str) -> Option<String> {
    let (label, squares) = text.split_once(' ')?;
    let (from, to) = squares.split_once('-')?;
    Some(format!("{label} {to}-{from}"))
}
