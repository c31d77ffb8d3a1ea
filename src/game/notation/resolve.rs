//! Finds the legal move that a text means.

use super::entry::{Effect, Entry, NotationError};
use crate::game::variant::Variant;

/// The index of the legal move that `text` means, given the canonical texts of all of them.
///
/// A canonical text means exactly its own move. Other texts may omit the label or write it in either case, and name the effects in any
/// order. A move with several legs captures on the squares between them. A text means the legal move with the same effects; if there is
/// none, the only legal move whose effects include them. A text that only empties squares (`@-c3`, `c3-; @-c4`) may name them in any
/// order and leave out a mover that stays on its square.
///
/// # Errors
/// If the text is malformed, means no legal move, or may mean several.
pub fn resolve(variant: &Variant, text: &str, legal: &[&str]) -> Result<usize, NotationError> {
    if let Some(index) = legal.iter().position(|canonical| *canonical == text) {
        return Ok(index);
    }
    let entry = Entry::parse(variant, text)?;
    let mut whole = Vec::new();
    let mut partial = Vec::new();
    for (index, canonical) in legal.iter().enumerate() {
        let Ok(candidate) = Entry::parse(variant, canonical) else { continue };
        match entry.covers(&candidate) {
            Some(0) => whole.push(index),
            Some(_) => partial.push(index),
            None => {}
        }
    }
    if whole.is_empty() && partial.is_empty() && entry.label.is_none() && entry.to.is_none() {
        let emptied = entry.emptied();
        let same =
            |canonical: &str| Entry::parse(variant, canonical).is_ok_and(|move_| move_.emptied() == emptied);
        partial = (0..legal.len()).filter(|&index| emptied.is_some() && same(legal[index])).collect();
    }
    only(text, legal, if whole.is_empty() { &partial } else { &whole })
}

/// The only index among those of the legal moves that a text may mean.
pub(super) fn only(text: &str, legal: &[&str], found: &[usize]) -> Result<usize, NotationError> {
    match found {
        [index] => Ok(*index),
        [] => Err(NotationError::Illegal(text.to_owned())),
        _ => {
            let mut candidates: Vec<_> = found.iter().map(|&index| legal[index].to_owned()).collect();
            candidates.sort();
            Err(NotationError::Ambiguous { text: text.to_owned(), candidates })
        }
    }
}

impl Entry<'_> {
    /// The number of effects of a legal move that this entry omits. `None` if the entry contradicts the move.
    fn covers(&self, legal: &Entry<'_>) -> Option<usize> {
        let label = match (self.label, legal.label) {
            (Some(written), Some(label)) => written.eq_ignore_ascii_case(label),
            _ => true,
        };
        if !label || self.from != legal.from || self.to != legal.to {
            return None;
        }
        let removed = self.via.iter().map(|square| Effect::Removal(square));
        let mut omitted: Vec<_> = legal.effects.iter().collect();
        for effect in self.effects.iter().copied().chain(removed) {
            let index = omitted.iter().position(|other| effect.matches(other))?;
            omitted.remove(index);
        }
        Some(omitted.len())
    }
}

impl Effect<'_> {
    /// Whether two effects are the same, with labels in either case.
    fn matches(&self, other: &Effect<'_>) -> bool {
        match (self, other) {
            (Self::Travel(label, from, to), Effect::Travel(other_label, other_from, other_to)) => {
                label.eq_ignore_ascii_case(other_label) && from == other_from && to == other_to
            }
            (Self::Placing(label, square), Effect::Placing(other_label, other_square)) => {
                label.eq_ignore_ascii_case(other_label) && square == other_square
            }
            (Self::Removal(square), Effect::Removal(other_square)) => square == other_square,
            _ => false,
        }
    }
}
