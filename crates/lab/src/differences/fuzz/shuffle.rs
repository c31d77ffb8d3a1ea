//! Moves back and forth that repeat a position.

use vperft::inner::backend::{PositionPath, Survey, VariantBackend};
use vperft::inner::game::notation::Entry;
use vperft::inner::game::variant::Variant;

/// The most moves of either side that are tried.
const MAX_TRIES: usize = 8;
/// The number of times both sides move back and forth.
const ROUNDS: usize = 3;

/// Moves by which both sides go back and forth several times, so that the position repeats; `None` if none are found
/// soon. The result depends on the position alone.
pub(crate) fn shuffle(view: &mut dyn VariantBackend, survey: &Survey) -> Option<Vec<String>> {
    let variant = Variant::get(view.variant());
    let quiet: Vec<_> =
        survey.children.iter().filter(|child| may_be_reversed(variant, &child.text)).collect();
    for there in rotated(&quiet, survey.vfen.len()).take(MAX_TRIES) {
        let mut replies = view.moves((&there.vfen).into()).ok()?;
        replies.retain(|text| may_be_reversed(variant, text));
        replies.sort();
        for reply in rotated(&replies, survey.vfen.len()).take(MAX_TRIES) {
            let round =
                [&there.text, reply, &reverse_move(variant, &there.text)?, &reverse_move(variant, reply)?]
                    .map(String::clone);
            // After a capture, the next round may be illegal.
            let moves: Vec<_> = round.iter().cycle().take(ROUNDS * round.len()).cloned().collect();
            if view.after(PositionPath { vfen: &survey.vfen, moves: &moves }).is_ok() {
                return Some(moves);
            }
        }
    }
    None
}

/// The entries from an index on, followed by those before it.
fn rotated<T>(list: &[T], from: usize) -> impl Iterator<Item = &T> {
    list.iter().cycle().skip(from % list.len().max(1)).take(list.len())
}

/// Whether the move only goes to a square and perhaps captures there.
pub(super) fn is_plain(variant: &Variant, text: &str) -> bool {
    Entry::parse(variant, text).is_ok_and(|entry| entry.is_plain())
}

/// Whether it is a plain move of another piece than a Pawn, which cannot move back.
fn may_be_reversed(variant: &Variant, text: &str) -> bool {
    let label = text.split(' ').next().unwrap_or_default();
    is_plain(variant, text) && variant.piece(label).is_none_or(|piece| !variant.is_pawn(piece.kind))
}

/// The text of the reverse move.
fn reverse_move(variant: &Variant, text: &str) -> Option<String> {
    let entry = Entry::parse(variant, text).ok()?;
    Some(format!("{} {}-{}", entry.label?, entry.to?, entry.from))
}
