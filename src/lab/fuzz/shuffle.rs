//! Moves there and back, after which a position occurs again.

use crate::backend::{PositionPath, Survey, VariantBackend};
use crate::game::notation::Entry;
use crate::game::variant::Variant;

/// How many moves of either side are tried.
const TRIES: usize = 8;
/// How often both sides go there and back.
const ROUNDS: usize = 3;

/// Moves by which both sides go there and back several times, so that the position occurs again; none if no
/// such moves are soon found. Which moves are tried depends on the position alone.
pub(super) fn shuffle(view: &mut dyn VariantBackend, survey: &Survey) -> Option<Vec<String>> {
    let variant = Variant::get(view.variant());
    let quiet: Vec<_> = survey.children.iter().filter(|child| is_plain(variant, &child.text)).collect();
    for there in around(&quiet, survey.vfen.len()).take(TRIES) {
        let mut replies = view.moves((&there.vfen).into()).ok()?;
        replies.retain(|text| is_plain(variant, text));
        replies.sort();
        for reply in around(&replies, survey.vfen.len()).take(TRIES) {
            let round =
                [&there.text, reply, &back(variant, &there.text)?, &back(variant, reply)?].map(String::clone);
            // A Pawn's move has no way back; after a capture the next round may be illegal.
            let moves: Vec<_> = round.iter().cycle().take(ROUNDS * round.len()).cloned().collect();
            if view.after(PositionPath { vfen: &survey.vfen, moves: &moves }).is_ok() {
                return Some(moves);
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
pub(super) fn is_plain(variant: &Variant, text: &str) -> bool {
    Entry::parse(variant, text).is_ok_and(|entry| entry.is_plain())
}

/// The text of the move back.
fn back(variant: &Variant, text: &str) -> Option<String> {
    let entry = Entry::parse(variant, text).ok()?;
    Some(format!("{} {}-{}", entry.label?, entry.to?, entry.from))
}
